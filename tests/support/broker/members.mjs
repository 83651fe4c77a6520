// A program that runs consumers of kafkajs: node members.mjs FOLDER, with the client's package in FOLDER/node_modules.
//
// It understands the command `start` of java/Members.java and answers in the same way. What the client logs as a warning
// or an error is a line, too. The end of stdin stops all.

import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const [folder] = process.argv.slice(2)
const { Kafka, logLevel } = createRequire(join(folder, 'package.json'))('kafkajs')

async function start(name, topics, settings) {
  const say = (...words) => process.stdout.write(`${[name, ...words].join('\t')}\n`)
  const logCreator = () => ({ log }) => say('logs', log.message)
  const brokers = [settings['bootstrap.servers']]
  const kafka = new Kafka({ clientId: settings['client.id'], brokers, logLevel: logLevel.WARN, logCreator })
  const consumer = kafka.consumer({
    groupId: settings['group.id'],
    sessionTimeout: Number(settings['session.timeout.ms']),
    heartbeatInterval: Number(settings['heartbeat.interval.ms']),
  })
  consumer.on(consumer.events.GROUP_JOIN, ({ payload: { memberAssignment } }) => {
    const owned = Object.entries(memberAssignment).flatMap(([topic, ids]) => ids.map(id => `${topic}-${id}`))
    say('owns', owned.sort().join(','))
  })
  consumer.on(consumer.events.CRASH, ({ payload: { error } }) => say('failed', `${error.name}: ${error.message}`))
  await consumer.connect()
  await consumer.subscribe({ topics, fromBeginning: true })
  await consumer.run({ eachMessage: async ({ topic, partition }) => say('reads', `${topic}-${partition}`) })
  return consumer
}

const started = []
for await (const line of createInterface({ input: process.stdin })) {
  const [, name, topics, ...pairs] = line.split('\t')
  started.push(start(name, topics.split(','), Object.fromEntries(pairs.map(pair => pair.split('=', 2)))))
}
for (const consumer of await Promise.all(started)) await consumer.disconnect()
process.exit(0)
