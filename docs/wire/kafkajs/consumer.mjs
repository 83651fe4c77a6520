// A kafkajs consumer: node consumer.mjs BOOTSTRAP GROUP TOPIC,TOPIC... [KEY=VALUE ...]

import { Kafka, logLevel } from 'kafkajs'

const [bootstrap, groupId, topics, , ...more] = process.argv.slice(2)
const settings = Object.fromEntries(more.map(one => one.split('=')).map(([key, value]) => [key, Number(value) || value]))

// A rebalance is an error that is tried again: by default five times, after 0.3, 0.6, 1.2 s and so on.
const retry = { initialRetryTime: 1, maxRetryTime: 1, retries: Infinity }

const kafka = new Kafka({ clientId: 'assay', brokers: [bootstrap], logLevel: logLevel.NOTHING, retry })
const consumer = kafka.consumer({ groupId, heartbeatInterval: 100, maxWaitTimeInMs: 100, retry, ...settings })

consumer.on(consumer.events.CRASH, ({ payload }) => {
  console.error(payload.error.stack)
  process.exit(1)
})
await consumer.connect()
await consumer.subscribe({ topics: topics.split(',') })
await consumer.run({ autoCommit: false, eachMessage: async () => {} })
