// kafkajs: its round-robin assigner, called as its ConsumerGroup calls it when it leads.
//
// The leader reads only its own topics, whatever the others subscribe to, and the ids of the members. It has no claims,
// generations, static ids or racks. Its members send version 0 or 1 of the subscription, with topics only.

import { NothingToServe } from './failures.mjs'
import { Gathered } from './group.mjs'
import { has } from './sources.mjs'

const ASSIGNER = './src/consumer/assigners/roundRobinAssigner'
const PROTOCOL = './src/consumer/assignerProtocol'
const NO_METADATA = 'the leader refreshes the metadata of its topics first, and that fails'

export function open({ require, version }) {
  if (!has(require, ASSIGNER)) {
    throw new NothingToServe(`kafkajs ${version} has no assigner`)
  }
  const make = require(ASSIGNER)
  // Up to 0.3 an assigner is a function, and its result is plain: it is encoded only for sending.
  const protocol = has(require, PROTOCOL) ? require(PROTOCOL) : null
  return {
    implementation: 'kafkajs',
    assignors: {
      roundrobin: {
        // It knows no static members. It takes the topics in the leader's order, so the answer depends on that order.
        like: ['roundrobin', '-static', '-fixed', '-repeatable'],
        fresh: () => fresh(make),
        put,
        read: cameBack => read(cameBack, protocol),
      },
    },
  }
}

// An assigner lives as long as its consumer, and gets partitions from the consumer's cluster.
function fresh(make) {
  const cluster = { metadata: new Map(), findTopicPartitionMetadata: topic => cluster.metadata.get(topic) ?? [] }
  return { cluster, assigner: make({ cluster }) }
}

function partitionOf(partitionId) {
  return { partitionErrorCode: 0, partitionId, leader: 0, replicas: [0], isr: [0] }
}

function put({ cluster, assigner }, group) {
  const topics = topicsOf(group.leader)
  group.refuseMissing(topics, NO_METADATA)
  cluster.metadata = new Map(topics.map(topic => [topic, group.partitionIds(topic).map(partitionOf)]))
  const members = group.members.map(member => ({ memberId: member.id, memberMetadata: metadata(assigner, member) }))
  return () => (typeof assigner === 'function' ? assigner({ members, topics }) : assigner.assign({ members, topics }))
}

// A consumer keeps its topics as keys of a plain object, and so do we: repeats disappear, names that are numbers come
// first, and `__proto__` is lost.
function topicsOf(member) {
  const topics = {}
  for (const topic of member.subscription) {
    topics[topic] = {}
  }
  return Object.keys(topics)
}

function metadata(assigner, member) {
  return assigner.protocol ? assigner.protocol({ topics: topicsOf(member) }).metadata : Buffer.alloc(0)
}

function read(cameBack, protocol) {
  const gathered = new Gathered()
  for (const { memberId, memberAssignment } of cameBack) {
    gathered.mention(memberId)
    const topics = protocol ? protocol.MemberAssignment.decode(memberAssignment).assignment : memberAssignment
    for (const [topic, partitions] of Object.entries(topics)) {
      gathered.add(memberId, topic, partitions)
    }
  }
  return gathered
}
