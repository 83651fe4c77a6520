// no-kafka: the three assignment strategies that it brings along, asked as its GroupConsumer asks them when it leads.
//
// Members come topic by topic, in the coordinator's order, over the client's own wire. The client has asked for all
// topics of the cluster when it started; one that is missing has no partitions. Weights would be metadata of the
// user's: there are none.

import { NothingToServe } from './failures.mjs'
import { Gathered } from './group.mjs'
import { has } from './sources.mjs'

const STRATEGIES = './lib/assignment/strategies'
const BUFFER = 256 * 1024 // as its client has it; it grows
const SERVED = {
  // One topic after the other from the first member on. The first in the coordinator's order get more: not repeatable.
  default: { file: 'default', like: ['+per-topic'] },
  'weighted-roundrobin': { file: 'weighted_round_robin', like: ['+per-topic'] },
  // A hash ring: neither even nor sticky, but the same whatever the order.
  consistent: { file: 'consistent', like: ['+repeatable', '+fixed'] },
}

export function open({ require, version }) {
  let protocol
  if (!has(require, `${STRATEGIES}/default`)) {
    throw new NothingToServe(`no-kafka ${version} brings no assignment strategies along`)
  }
  const wire = () => (protocol ??= new (require('./lib/protocol'))({ bufferSize: BUFFER }))
  const served = ([name, { file, like }]) => {
    const Strategy = require(`${STRATEGIES}/${file}`)
    return [name, { like, fresh: () => new Strategy(), put: (strategy, group) => put(wire(), strategy, group), read }]
  }
  return { implementation: 'no-kafka', assignors: Object.fromEntries(Object.entries(SERVED).map(served)) }
}

function put(wire, strategy, group) {
  const members = group.members.map(member => overTheWire(wire, member))
  const subscriptions = byTopic(group, members)
  return {
    call: () => strategy.assignment(subscriptions),
    seen: () => ({
      topics: Object.fromEntries(
        subscriptions.map(({ topic, partitions }) => [topic, { partitions: partitions.length }]),
      ),
      members: members.map(({ id, subscriptions: subscription }) => ({ id, subscription })),
    }),
  }
}

// What a member writes into its JoinGroup request is, under the member's id, what the leader finds in the response.
function overTheWire(wire, { id, subscription }) {
  const strategy = { name: id, version: 0, subscriptions: subscription }
  const written = wire.write().JoinConsumerGroupRequest_GroupProtocolItem(strategy).result
  return wire.read(Buffer.from(written)).JoinConsumerGroupResponse_Member().result
}

function byTopic(group, members) {
  const subscribers = Object.create(null) // as in the client's own object, names that are numbers come first
  for (const member of members) {
    for (const topic of member.subscriptions) {
      ;(subscribers[topic] ??= []).push(member)
    }
  }
  return Object.entries(subscribers).map(([topic, subscribed]) => ({
    topic,
    members: subscribed,
    partitions: group.partitionIds(topic),
  }))
}

function read(cameBack) {
  const gathered = new Gathered()
  for (const { topic, partition, memberId } of cameBack) {
    gathered.add(memberId, topic, [partition])
  }
  return gathered
}
