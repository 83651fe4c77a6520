// @platformatic/kafka: every assigner of the release, called as its Consumer calls it when it leads.
//
// The leader passes its own topics, whatever the others subscribe to. Its cooperative-sticky assigner assigns no topic
// to which the leader does not subscribe. From 1.18.0 on they are sorted: `#performMetadata` sorts the list of topics
// that it is given, and that is the consumer's own list. It does so before the consumer joins. Claims use the package's own encoding (2.12 and newer). Only
// cooperative-sticky sends them, and only those on topics of the member's subscription.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Gathered, onTheWire } from './group.mjs'

const CONSUMER = 'dist/clients/consumer'
const COOPERATIVE = 'cooperative-sticky'
const LIKE = {
  // Members come in the coordinator's order and topics in the leader's, so the answer depends on it; no static ids.
  roundrobin: ['roundrobin', '-static', '-fixed', '-repeatable'],
  // The rack is sent, but nothing uses it.
  [COOPERATIVE]: [COOPERATIVE, '-racks'],
}
const SORTS_TOPICS = [1, 18]
const NO_METADATA = 'the leader asks for the metadata of all subscribed topics first, and fails without'

export async function open({ home, version }) {
  const assigners = await import(pathToFileURL(join(home, CONSUMER, 'partitions-assigners.js')))
  const wire = join(home, CONSUMER, 'consumer-protocol.js')
  const protocol = existsSync(wire) ? await import(pathToFileURL(wire)) : null
  const served = ([called, assigner]) => {
    const name = nameOf(called)
    const asked = (fresh, group) => put({ name, protocol, sorts: sortsTopics(version) }, fresh, group)
    return [name, { like: LIKE[name], fresh: () => assigner, put: asked, read }]
  }
  const exported = Object.entries(assigners).filter(([called]) => called.endsWith('Assigner'))
  const byName = exported.map(served).sort(([one], [other]) => isCooperative(one) - isCooperative(other))
  return { implementation: 'platformatic', assignors: Object.fromEntries(byName) }
}

// cooperativeStickyAssigner -> cooperative-sticky; names that are one word in Kafka stay one.
function nameOf(called) {
  const words = called.replace(/Assigner$/, '').replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
  return words === 'round-robin' ? 'roundrobin' : words
}

function isCooperative(name) {
  return name === COOPERATIVE
}

function sortsTopics(version) {
  const [major, minor] = version.split('.').map(Number)
  return major > SORTS_TOPICS[0] || (major === SORTS_TOPICS[0] && minor >= SORTS_TOPICS[1])
}

function put({ name, protocol, sorts }, assigner, group) {
  group.refuseMissing(group.subscribed, NO_METADATA)
  const members = new Map(group.members.map(member => [member.id, subscriptionOf(name, protocol, member)]))
  const leader = group.leader
  const topics = new Set(sorts ? [...leader.subscription].sort() : leader.subscription)
  const metadata = {
    topics: new Map(Array.from(group.subscribed, topic => [topic, { partitionsCount: group.topics.get(topic) }])),
  }
  return () => assigner(leader.id, members, topics, metadata)
}

// A member's subscription as the leader has it. Releases without their own encoding pass only topics.
function subscriptionOf(name, protocol, member) {
  const topics = [...new Set(member.subscription)]
  if (protocol === null) {
    return { memberId: member.id, version: member.version, topics, metadata: Buffer.alloc(0) }
  }
  const bytes = protocol.encodeConsumerProtocolSubscription(written(name, topics, member))
  const { userData, ...subscription } = protocol.decodeConsumerProtocolSubscription(bytes)
  if (isCooperative(name) && subscription.version < 2) {
    subscription.generationId = protocol.decodeCooperativeStickyGeneration(userData)
  }
  return { memberId: member.id, ...subscription, metadata: userData }
}

// What a member writes. It sends its generation only with claims; before version 2 of the subscription the generation
// is in four bytes of user data.
function written(name, topics, member) {
  const { version } = member
  if (!isCooperative(name)) {
    return { version, topics, ownedPartitions: [], generationId: -1, rackId: null }
  }
  const ownedPartitions = member.owned.filter(({ topic, partitions }) => topics.includes(topic) && partitions.length)
  ownedPartitions.forEach(({ partitions }) => partitions.forEach(onTheWire))
  const generationId = ownedPartitions.length > 0 ? onTheWire(member.generation) : -1
  const userData = userDataOf(version, generationId)
  return { version, topics, userData, ownedPartitions, generationId, rackId: member.rack }
}

function userDataOf(version, generation) {
  if (version >= 2) {
    return undefined
  }
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(generation)
  return bytes
}

function read(cameBack) {
  const gathered = new Gathered()
  for (const { memberId, assignments } of cameBack) {
    gathered.mention(memberId)
    for (const { topic, partitions } of assignments.values()) {
      gathered.add(memberId, topic, partitions)
    }
  }
  return gathered
}
