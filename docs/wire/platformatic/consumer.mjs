// A @platformatic/kafka consumer: node consumer.mjs BOOTSTRAP GROUP TOPIC,TOPIC... STRATEGY

import { Consumer } from '@platformatic/kafka'

// The client needs it, and Node has it since 22.
Promise.withResolvers ??= function () {
  const promise = {}
  promise.promise = new this((resolve, reject) => Object.assign(promise, { resolve, reject }))
  return promise
}

const [bootstrap, groupId, topics, strategy] = process.argv.slice(2)

const consumer = new Consumer({
  clientId: 'assay',
  groupId,
  bootstrapBrokers: [bootstrap],
  protocols: [{ name: strategy, version: 1 }],
  heartbeatInterval: 100,
  metadataMaxAge: -1, // each plan fetches its metadata; 0 would keep them for a millisecond
  retries: Number.MAX_SAFE_INTEGER, // a rebalance is an error that is tried again: by default three times
  retryDelay: 1,
})
consumer.on('error', error => {
  console.error(error)
  process.exit(1)
})
consumer.topics.trackAll(topics.split(','))
consumer.on('consumer:group:join', ({ assignments }) => consumer.listCommittedOffsets({ topics: assignments }))
await consumer.joinGroup({})
