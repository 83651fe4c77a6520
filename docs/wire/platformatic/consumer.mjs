// A @platformatic/kafka consumer: node consumer.mjs BOOTSTRAP GROUP TOPIC,TOPIC... STRATEGY [KEY=VALUE ...]

import { createInterface } from 'node:readline'
import { Consumer } from '@platformatic/kafka'

// The client needs it, and Node has it since 22.
Promise.withResolvers ??= function () {
  const promise = {}
  promise.promise = new this((resolve, reject) => Object.assign(promise, { resolve, reject }))
  return promise
}

const [bootstrap, groupId, topics, strategy, ...more] = process.argv.slice(2)
const settings = Object.fromEntries(more.map(one => one.split('=')).map(([key, value]) => [key, Number(value) || value]))
const protocol = strategy === 'consumer' ? { groupProtocol: 'consumer' } : { protocols: [{ name: strategy, version: 1 }] }

const consumer = new Consumer({
  clientId: 'assay',
  groupId,
  bootstrapBrokers: [bootstrap],
  heartbeatInterval: 100,
  metadataMaxAge: -1, // each plan fetches its metadata; 0 would keep them for a millisecond
  retries: Number.MAX_SAFE_INTEGER, // a rebalance is an error that is tried again: by default three times
  retryDelay: 1,
  ...protocol,
  ...settings,
})
consumer.on('error', error => {
  console.error(error)
  process.exit(1)
})
if (strategy !== 'consumer') {
  consumer.on('consumer:group:join', ({ assignments }) => consumer.listCommittedOffsets({ topics: assignments }))
}

async function subscribe (topics) {
  if (strategy === 'consumer') {
    return consumer.consume({ topics })
  }
  consumer.topics.clear()
  consumer.topics.trackAll(topics)
  await consumer.joinGroup({})
}

await subscribe(topics.split(','))
createInterface({ input: process.stdin }).on('line', line => subscribe(line.split(',')))
