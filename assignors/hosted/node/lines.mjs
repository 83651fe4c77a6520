// Reads and writes lines synchronously. While the host waits for a question, no timer and no promise of an assignor can
// run, so none can disturb the next answer.

import { readSync, writeSync } from 'node:fs'

const CHUNK = 1 << 16
const LINE_END = 10

// The lines of `descriptor`, until it ends; the last line may lack its end.
export function* linesOf(descriptor) {
  const chunk = Buffer.allocUnsafe(CHUNK)
  let pieces = []
  for (let count; (count = readSync(descriptor, chunk)) > 0; ) {
    let from = 0
    const read = chunk.subarray(0, count)
    for (let end; (end = read.indexOf(LINE_END, from)) >= 0; from = end + 1) {
      yield Buffer.concat([...pieces, read.subarray(from, end)]).toString()
      pieces = []
    }
    pieces.push(Buffer.from(read.subarray(from)))
  }
  const last = Buffer.concat(pieces)
  if (last.length > 0) {
    yield last.toString()
  }
}

// Writes one line of plain ASCII to `descriptor`.
export function say(descriptor, value) {
  const line = Buffer.from(`${JSON.stringify(value).replace(/[\u007f-\uffff]/g, escaped)}\n`, 'latin1')
  for (let at = 0; at < line.length; ) {
    at += writeSync(descriptor, line, at)
  }
}

function escaped(unit) {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}
