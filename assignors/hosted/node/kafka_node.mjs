// kafka-node: its range and roundrobin, called as its ConsumerGroup calls them when it leads.
//
// The members' subscriptions use the client's own encoding: its JoinGroup request writes them, and its JoinGroup
// response reads them. They contain only topics.

import { CannotBeAsked, NothingToServe } from './failures.mjs'
import { Gathered } from './group.mjs'
import { has } from './sources.mjs'

const PROTOCOLS = './lib/assignment'
const LIKE = {
  range: ['range', '-racks', '-static'],
  // It takes the topics in the order in which the brokers list them, so the answer depends on that order.
  roundrobin: ['roundrobin', '-static', '-fixed', '-repeatable'],
}
const SUBSCRIPTION_VERSION = 0

export function open({ require, version }) {
  if (!has(require, PROTOCOLS)) {
    throw new NothingToServe(`kafka-node ${version} has no consumer group`)
  }
  const protocols = require(PROTOCOLS)
  const wire = require('./lib/protocol/protocol')
  const served = ([name, protocol]) => [
    name,
    { like: LIKE[name], fresh: () => ({ ...protocol }), put: (fresh, group) => put(wire, fresh, group), read },
  ]
  return { implementation: 'kafka-node', assignors: Object.fromEntries(Object.entries(protocols).map(served)) }
}

function put(wire, protocol, group) {
  const topics = group.subscribed
  if (topics.size === 0) {
    throw new CannotBeAsked('no member subscribes to a topic, but a kafka-node leader always subscribes to one')
  }
  const members = overTheWire(wire, group.members)
  const metadata = metadataOf(group, topics)
  return () =>
    new Promise((resolve, reject) =>
      protocol.assign(metadata, members, (wrong, answer) => (wrong ? reject(wrong) : resolve(answer))),
    )
}

// Topic -> ids as text, because the client makes them from the keys of its metadata. A missing topic has no entry. The
// client keeps them in a plain object, which reorders names that are numbers and gives some names a special meaning. So
// do we.
function metadataOf(group, topics) {
  const metadata = {}
  for (const topic of topics) {
    if (group.topics.has(topic)) {
      metadata[topic] = group.partitionIds(topic).map(String)
    }
  }
  return metadata
}

function overTheWire(wire, members) {
  const protocols = members.map(({ subscription }) => ({ name: '', version: SUBSCRIPTION_VERSION, subscription }))
  const request = wire.encodeJoinGroupRequest('', 0, '', '', 0, protocols)
  const joined = wire.decodeJoinGroupResponse(response(members, request))
  return joined.members
}

// The coordinator's response to the request. Each protocol in the request belongs to a member without a name (two bytes
// of length); then come the length and the bytes of the subscription. They are the last part of the request.
function response(members, request) {
  let at = protocolsAt(request)
  const parts = [head(members.length)]
  for (const { id } of members) {
    const length = 4 + request.readInt32BE(at + 2)
    parts.push(text(id), request.subarray(at + 2, at + 2 + length))
    at += 2 + length
  }
  return Buffer.concat(parts)
}

// Before the protocols come the request's size (4 bytes), its header (10, with an empty client id), group id (2),
// session time-out (4), member id (2), protocol type (2 and its text) and the number of protocols (4).
function protocolsAt(request) {
  const type = 4 + 10 + 2 + 4 + 2
  return type + 2 + request.readInt16BE(type) + 4
}

// Size, correlation id, error (2 bytes), generation, protocol, leader, member (2 each, empty), and the number of
// members.
function head(members) {
  const bytes = Buffer.alloc(24)
  bytes.writeInt32BE(members, 20)
  return bytes
}

function text(value) {
  const bytes = Buffer.from(`\0\0${value}`)
  bytes.writeInt16BE(bytes.length - 2)
  return bytes
}

function read(cameBack) {
  const gathered = new Gathered()
  for (const { memberId, topicPartitions } of cameBack) {
    gathered.mention(memberId)
    for (const [topic, partitions] of Object.entries(topicPartitions)) {
      gathered.add(memberId, topic, partitions.map(Number))
    }
  }
  return gathered
}
