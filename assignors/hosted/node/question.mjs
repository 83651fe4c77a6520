// Parses a line as a question: {"id": 1, "assignor": "roundrobin", "group": {..}, "instance": "a"}

import { WrongQuestion } from './failures.mjs'
import { Group } from './group.mjs'

const MOST_PARTITIONS = 2_000_000 // as in all hosts: an answer has to fit into memory

// The object in `line`. Any fault is a WrongQuestion, which can be answered as soon as the id is known.
export function spoken(line) {
  let said
  try {
    said = JSON.parse(line)
  } catch (wrong) {
    throw new WrongQuestion(`the line is not JSON: ${wrong.message}`)
  }
  if (!isObject(said)) {
    throw new WrongQuestion(`expected a question, an object with 'id', 'assignor' and 'group'`)
  }
  return said
}

// The id of the question, which the answer repeats.
export function numberOf(said) {
  if (typeof said.id !== 'string' && !Number.isSafeInteger(said.id)) {
    throw new WrongQuestion(`id: ${JSON.stringify(said.id)}: expected a whole number or text`)
  }
  return said.id
}

// The name of the assignor object that should answer; undefined: a new one.
export function instanceOf(said) {
  if (said.instance !== undefined && said.instance !== null && typeof said.instance !== 'string') {
    throw new WrongQuestion(`instance: ${JSON.stringify(said.instance)}: expected text`)
  }
  return said.instance ?? undefined
}

// The group of the question. The client of this host has checked it, so only its shape is checked here.
export function groupOf(said) {
  const group = said.group
  const isShaped = isObject(group) && isObject(group.topics) && Array.isArray(group.members)
  if (!isShaped || !group.members.every(isMember)) {
    throw new WrongQuestion(`group: expected an assay-group/1, an object with 'topics' and 'members'`)
  }
  const asked = new Group(group, said.leader)
  const partitions = [...asked.topics.values()].reduce((all, count) => all + count, 0)
  if (!(partitions <= MOST_PARTITIONS)) {
    throw new WrongQuestion(`topics: ${partitions}: expected at most ${MOST_PARTITIONS} partitions in all`)
  }
  return asked
}

function isMember(value) {
  return isObject(value) && typeof value.id === 'string' && Array.isArray(value.subscription)
}

function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
