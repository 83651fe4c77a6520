// What can be wrong besides an assignor, and how every failure is told.

const LONGEST_TRACE = 8_000

// The line is no question, or asks for what is not served.
export class WrongQuestion extends Error {
  name = 'WrongQuestion'
}

// The client would never have put this question to its assignor: no finding about anybody.
export class CannotBeAsked extends Error {
  name = 'CannotBeAsked'
}

// The release has no assignor at all.
export class NothingToServe extends Error {}

// Whatever was thrown (JavaScript throws anything, `undefined` too), in the words of an answer.
export function described(thrown) {
  const isOurs = thrown instanceof WrongQuestion || thrown instanceof CannotBeAsked
  const error = { type: typeOf(thrown), message: messageOf(thrown) }
  return isOurs ? error : { ...error, trace: traceOf(thrown) }
}

function typeOf(thrown) {
  return attempt(() => (thrown instanceof Error ? thrown.name || thrown.constructor.name : `thrown ${typeof thrown}`))
}

function messageOf(thrown) {
  return attempt(() => (thrown instanceof Error ? thrown.message : thrown))
}

function traceOf(thrown) {
  return attempt(() => (thrown instanceof Error ? thrown.stack.slice(0, LONGEST_TRACE) : ''))
}

// A foreign error may fail to tell of itself.
function attempt(tell) {
  try {
    return String(tell())
  } catch {
    return 'unknown'
  }
}
