// Failures that are not the assignor's, and the description of every failure.

const LONGEST_TRACE = 8_000

// The line is not a valid question, or names an assignor that is not served.
export class WrongQuestion extends Error {
  name = 'WrongQuestion'
}

// The client would never pass this group to its assignor; this is not a finding.
export class CannotBeAsked extends Error {
  name = 'CannotBeAsked'
}

// The release has no assignor at all.
export class NothingToServe extends Error {}

// Any thrown value (JavaScript throws anything, including `undefined`), in the form of an answer.
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

// A foreign error may fail to describe itself.
function attempt(tell) {
  try {
    return String(tell())
  } catch {
    return 'unknown'
  }
}
