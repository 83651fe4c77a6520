// Answers questions, one line for each. No exception of an assignor, now or later, ends the host.

import { described, WrongQuestion } from './failures.mjs'
import { groupOf, instanceOf, numberOf, spoken } from './question.mjs'

const MOST_KEPT = 1_000 // the most objects of named instances; the least recently used one is dropped

export class RequestHandler {
  #assignors
  #instances = new Map()
  #blame = () => {}

  constructor(assignors) {
    this.#assignors = new Map(Object.entries(assignors))
    process.on('uncaughtException', thrown => this.#blame(thrown))
    process.on('unhandledRejection', reason => this.#blame(reason))
  }

  // The reply to `line`.
  async reply(line) {
    let id = null
    try {
      const said = spoken(line)
      id = numberOf(said)
      return { id, ...(await this.#contained(() => this.#answer(said))) }
    } catch (thrown) {
      return { id, error: described(thrown) }
    } finally {
      cleanPrototype()
    }
  }

  async #answer(said) {
    const served = this.#assignors.get(said.assignor)
    if (served === undefined) {
      const known = [...this.#assignors.keys()].join(', ')
      throw new WrongQuestion(`unknown assignor ${JSON.stringify(said.assignor)}; there is ${known}`)
    }
    const [group, instance] = [groupOf(said), instanceOf(said)]
    if (group.members.length === 0) {
      // The members elect a leader. A group without members has none, so no assignor is called.
      return { assignment: {} }
    }
    const call = served.put(this.#object(said.assignor, served, instance), group)
    const [cameBack, nanoseconds] = await timed(call)
    return { assignment: served.read(cameBack).assignment, nanoseconds }
  }

  #object(name, served, instance) {
    if (instance === undefined) {
      return served.fresh()
    }
    const key = JSON.stringify([name, instance])
    const kept = this.#instances.get(key) ?? served.fresh()
    this.#instances.delete(key)
    this.#instances.set(key, kept) // a Map keeps insertion order: now it is the newest
    if (this.#instances.size > MOST_KEPT) {
      this.#instances.delete(this.#instances.keys().next().value)
    }
    return kept
  }

  // The result of `work`. Exceptions in its callbacks and in unobserved promises count too. They get one turn of node's
  // loop before the reply.
  #contained(work) {
    return new Promise((resolve, reject) => {
      this.#blame = reject
      work().then(answer => setImmediate(resolve, answer), reject)
    })
  }
}

async function timed(call) {
  const started = process.hrtime.bigint()
  const given = call()
  const cameBack = typeof given?.then === 'function' ? await given : given
  return [cameBack, Number(process.hrtime.bigint() - started)]
}

// A member or a topic called `__proto__` can make a careless assignor write to the prototype of all objects. This
// restores it for the next question, which is not to blame.
function cleanPrototype() {
  for (const name of Object.keys(Object.prototype)) {
    delete Object.prototype[name]
  }
}
