// A group as the leader of a JavaScript client gets it.

import { CannotBeAsked } from './failures.mjs'

const LEAST = -(2 ** 31)
const MOST = 2 ** 31 - 1

export class Group {
  #leader

  constructor(said, leader) {
    this.#leader = leader
    // Name -> partitions. Object.entries also returns a topic called `__proto__`.
    this.topics = new Map(
      Object.entries(said.topics).map(([name, topic]) => [name, typeof topic === 'number' ? topic : topic.partitions]),
    )
    this.members = said.members.map(memberOf)
  }

  // The member that computes the assignment. It matters where a client assigns only the leader's own topics. Where the
  // question does not name it, the answer must not depend on the order of members. So it is then the one with the least
  // id, among those that subscribe to anything.
  get leader() {
    const named = this.members.find(({ id }) => id === this.#leader)
    if (named !== undefined) {
      return named
    }
    const subscribers = this.members.filter(({ subscription }) => subscription.length > 0)
    const candidates = subscribers.length > 0 ? subscribers : this.members
    return candidates.reduce((least, member) => (member.id < least.id ? member : least))
  }

  // Every subscribed name once, in the order of the members' lists.
  get subscribed() {
    return new Set(this.members.flatMap(member => member.subscription))
  }

  partitionIds(topic) {
    return Array.from({ length: this.topics.get(topic) ?? 0 }, (_, id) => id)
  }

  // Some clients cannot compute an assignment while a topic is missing, and never call their assignor then.
  refuseMissing(topics, why) {
    for (const topic of topics) {
      if (!this.topics.has(topic)) {
        throw new CannotBeAsked(`there is no topic ${JSON.stringify(topic)}: ${why}`)
      }
    }
  }
}

function memberOf(said) {
  return {
    id: said.id,
    subscription: said.subscription,
    owned: Object.entries(said.owned ?? {}).map(([topic, partitions]) => ({ topic, partitions })),
    generation: said.generation ?? -1,
    instanceId: said.instance_id ?? null,
    rack: said.rack ?? null,
    version: said.metadata_version ?? 3,
  }
}

// A number within Kafka's 32 bits. A larger number reaches no client.
export function onTheWire(number) {
  if (number < LEAST || number > MOST) {
    throw new CannotBeAsked(`${number} does not fit into the 32 bits that the wire has for it`)
  }
  return number
}

// Collects the parts of an answer: member -> topic -> ids. The objects have no prototype, so any name is a plain name.
export class Gathered {
  #members = Object.create(null)

  add(member, topic, partitions) {
    const mine = (this.#members[member] ??= Object.create(null))
    ;(mine[topic] ??= []).push(...partitions)
  }

  // A member in the answer, possibly with nothing.
  mention(member) {
    this.#members[member] ??= Object.create(null)
  }

  get assignment() {
    return this.#members
  }
}
