// A group as a JavaScript client's leader meets it.

import { CannotBeAsked } from './failures.mjs'

const LEAST = -(2 ** 31)
const MOST = 2 ** 31 - 1

export class Group {
  constructor(said) {
    // Name -> partitions. Object.entries knows a topic called `__proto__`, too.
    this.topics = new Map(
      Object.entries(said.topics).map(([name, topic]) => [name, typeof topic === 'number' ? topic : topic.partitions]),
    )
    this.members = said.members.map(memberOf)
  }

  // Who computes the assignment. A group does not say which member leads, and the answer must not hang on their order:
  // the one with the least id does, of those that subscribe to anything. It matters where a client deals out the
  // leader's own topics only.
  get leader() {
    const subscribers = this.members.filter(({ subscription }) => subscription.length > 0)
    const candidates = subscribers.length > 0 ? subscribers : this.members
    return candidates.reduce((least, member) => (member.id < least.id ? member : least))
  }

  // Every name that some member subscribes to, in the order in which they come, each once.
  get subscribed() {
    return new Set(this.members.flatMap(member => member.subscription))
  }

  partitionIds(topic) {
    return Array.from({ length: this.topics.get(topic) ?? 0 }, (_, id) => id)
  }

  // Clients that cannot compute an assignment while a topic is missing never ask their assignor then.
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

// What Kafka's wire carries in 32 bits. A number beyond them reaches no client.
export function onTheWire(number) {
  if (number < LEAST || number > MOST) {
    throw new CannotBeAsked(`${number} does not fit into the 32 bits that the wire has for it`)
  }
  return number
}

// Answers as they come, gathered: member -> topic -> ids. The objects have no prototype, so any name is a plain name.
export class Gathered {
  #members = Object.create(null)

  add(member, topic, partitions) {
    const mine = (this.#members[member] ??= Object.create(null))
    ;(mine[topic] ??= []).push(...partitions)
  }

  // A member that stands in the answer, be it with nothing.
  mention(member) {
    this.#members[member] ??= Object.create(null)
  }

  get assignment() {
    return this.#members
  }
}
