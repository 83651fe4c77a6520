// no-kafka: its three assignment strategies, called as its GroupConsumer calls them when it leads.
//
// Members come topic by topic, in the coordinator's order, through the client's own encoding. The client requested all
// topics of the cluster when it started; a missing one has no partitions. Weights would be the user's metadata; there
// are none here.

import { NothingToServe } from './failures.mjs'
import { Gathered } from './group.mjs'
import { has } from './sources.mjs'

const STRATEGIES = './lib/assignment/strategies'
const BUFFER = 256 * 1024 // the size in its client; it grows
const SERVED = {
  // One topic after another from the first member on. The first members in the coordinator's order get more: not
  // repeatable.
  default: { file: 'default', like: ['+per-topic'] },
  'weighted-roundrobin': { file: 'weighted_round_robin', like: ['+per-topic'] },
  // A hash ring: neither even nor sticky, but independent of the order.
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
  const subscriptions = byTopic(group, group.members.map(member => overTheWire(wire, member)))
  return () => strategy.assignment(subscriptions)
}

// The leader finds in the response, under the member's id, what the member wrote into its JoinGroup request.
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
