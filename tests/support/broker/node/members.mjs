// A program that runs consumers of a JavaScript client: node members.mjs CLIENT FOLDER, with the client's package
// in FOLDER/node_modules.
//
// It understands the commands `start` and `stop` of ../java/Members.java and answers in the same way. What a client logs
// as a warning or an error is a line, too.

import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'

// @platformatic/kafka needs it, and Node has it since 22.
Promise.withResolvers ??= function () {
  const promise = {}
  promise.promise = new this((resolve, reject) => Object.assign(promise, { resolve, reject }))
  return promise
}

const [client, folder] = process.argv.slice(2)
const require = createRequire(join(folder, 'package.json'))

function member(name) {
  const say = (...words) => process.stdout.write(`${[name, ...words].join('\t')}\n`)
  return {
    say,
    owns: partitions => say('owns', partitions.sort().join(',')),
    reads: partition => say('reads', partition),
    fails: error => say('failed', `${error.name}: ${error.message}`),
  }
}

async function kafkajs({ say, owns, reads, fails }, topics, settings) {
  const { Kafka, logLevel } = require('kafkajs')
  const logCreator = () => ({ log }) => say('logs', log.message)
  const brokers = [settings['bootstrap.servers']]
  const kafka = new Kafka({ clientId: settings['client.id'], brokers, logLevel: logLevel.WARN, logCreator })
  const consumer = kafka.consumer({
    groupId: settings['group.id'],
    sessionTimeout: Number(settings['session.timeout.ms']),
    heartbeatInterval: Number(settings['heartbeat.interval.ms']),
  })
  consumer.on(consumer.events.GROUP_JOIN, ({ payload: { memberAssignment } }) =>
    owns(Object.entries(memberAssignment).flatMap(([topic, numbers]) => numbers.map(number => `${topic}-${number}`)))
  )
  consumer.on(consumer.events.CRASH, ({ payload }) => fails(payload.error))
  await consumer.connect()
  await consumer.subscribe({ topics, fromBeginning: true })
  await consumer.run({ eachMessage: async ({ topic, partition }) => reads(`${topic}-${partition}`) })
  return () => consumer.disconnect()
}

async function platformatic({ owns, reads, fails }, topics, settings) {
  const entry = join(folder, 'node_modules', '@platformatic', 'kafka', 'dist', 'index.js')
  const { Consumer } = await import(pathToFileURL(entry))
  const consumer = new Consumer({
    clientId: settings['client.id'],
    groupId: settings['group.id'],
    bootstrapBrokers: [settings['bootstrap.servers']],
    protocols: [{ name: settings['partition.assignment.strategy'], version: 1 }],
    sessionTimeout: Number(settings['session.timeout.ms']),
    rebalanceTimeout: Number(settings['session.timeout.ms']),
    heartbeatInterval: Number(settings['heartbeat.interval.ms']),
  })
  consumer.on('error', fails)
  consumer.on('consumer:group:join', ({ assignments }) =>
    owns(assignments.flatMap(({ topic, partitions }) => partitions.map(number => `${topic}-${number}`)))
  )
  const stream = await consumer.consume({ topics, mode: 'earliest' })
  stream.on('data', ({ topic, partition }) => reads(`${topic}-${partition}`))
  stream.on('error', fails)
  return () => consumer.close(true)
}

async function kafkaNode({ say, owns, reads, fails }, topics, settings) {
  const { ConsumerGroup } = require('kafka-node')
  const consumer = new ConsumerGroup(
    {
      kafkaHost: settings['bootstrap.servers'],
      id: settings['client.id'],
      groupId: settings['group.id'],
      protocol: [settings['partition.assignment.strategy']],
      sessionTimeout: Number(settings['session.timeout.ms']),
      fromOffset: 'earliest',
    },
    topics
  )
  consumer.on('rebalanced', () => owns(consumer.topicPayloads.map(({ topic, partition }) => `${topic}-${partition}`)))
  consumer.on('message', ({ topic, partition }) => reads(`${topic}-${partition}`))
  consumer.on('error', error => say('logs', `${error.name}: ${error.message}`))
  process.on('uncaughtException', error => {
    fails(error)
    process.exit(1)
  })
  return () => new Promise(resolve => consumer.close(false, resolve))
}

const START = { kafkajs, platformatic, 'kafka-node': kafkaNode }[client]
const stops = new Map()

async function stop(name) {
  await (await stops.get(name))()
  member(name).say('stopped')
}

for await (const line of createInterface({ input: process.stdin })) {
  const [word, name, topics, ...pairs] = line.split('\t')
  if (word === 'start') {
    const settings = Object.fromEntries(pairs.map(pair => pair.split('=', 2)))
    stops.set(name, START(member(name), topics.split(','), settings))
  } else {
    await stop(name)
    stops.delete(name)
  }
}
for (const name of stops.keys()) await stop(name)
process.exit(0)
