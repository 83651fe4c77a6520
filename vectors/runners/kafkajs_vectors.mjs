// Put vectors to kafkajs: `node kafkajs_vectors.mjs FILE...` in a project that has kafkajs.
// The exit code is 1 if there are faults. An assigner that hangs is not interrupted.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const { AssignerProtocol, PartitionAssigners } = createRequire(`${process.cwd()}/`)('kafkajs')
const ASSIGNERS = { roundrobin: PartitionAssigners.roundRobin }
const LEFT_OUT = ['missing-topics'] // vectors with these flags: the leader's metadata request fails

// kafkajs gives the leader its own topics only. Members send theirs, without claims.
async function assign(strategy, group) {
  const findTopicPartitionMetadata = topic => {
    const length = group.topics[topic].partitions ?? group.topics[topic]
    return Array.from({ length }, (_, partitionId) => ({ partitionId }))
  }
  const assigner = ASSIGNERS[strategy]({ cluster: { findTopicPartitionMetadata } })
  const members = group.members.map(({ id, subscription }) => {
    const { metadata } = assigner.protocol({ topics: [...new Set(subscription)] })
    return { memberId: id, memberMetadata: metadata }
  })
  if (members.length === 0) return []
  const topics = [...new Set(group.members[0].subscription)]
  const plan = await assigner.assign({ members, topics })
  return plan.map(({ memberId, memberAssignment }) => {
    const { assignment } = AssignerProtocol.MemberAssignment.decode(memberAssignment)
    const partitions = topic => assignment[topic].map(id => `${topic}-${id}`)
    return { member: memberId, owned: Object.keys(assignment).flatMap(partitions) }
  })
}

function faults({ group, expect }, answer) {
  const owners = {}
  for (const { member, owned } of answer) {
    for (const one of owned) owners[one] = one in owners ? `${owners[one]} and ${member}` : member
  }
  const squares = answer.reduce((sum, { owned }) => sum + owned.length ** 2, 0)
  const before = Object.entries(expect.owners ?? {})
  const moves = before.filter(([one, member]) => owners[one] !== member).length
  const members = String(answer.map(({ member }) => member).sort())
  return Object.entries({
    [`the members are ${members}`]: members === String(group.members.map(({ id }) => id).sort()),
    'the loads are not even': squares === (expect.sum_of_squares ?? squares),
    [`${moves} moves, and fewer are enough`]: moves <= (expect.most_moves ?? moves),
    'nothing moves, but it is not balanced': moves >= (expect.least_moves ?? 0),
    ...Object.fromEntries(Object.keys({ ...expect.may_own, ...owners }).map(one =>
      [`${one} is given to ${owners[one] ?? 'nobody'}, and may go to ${expect.may_own[one]}`,
        expect.may_own[one]?.includes(owners[one] ?? '')])),
  }).filter(([, isKept]) => !isKept).map(([text]) => text)
}

for (const vector of process.argv.slice(2).flatMap(one => JSON.parse(readFileSync(one)).vectors)) {
  if (vector.flags.some(flag => LEFT_OUT.includes(flag))) continue
  for (const strategy of vector.strategies.filter(one => one in ASSIGNERS)) {
    const found = await assign(strategy, vector.group)
      .then(answer => faults(vector, answer), error => [`no answer: ${error}`])
    found.forEach(text => console.log(`${vector.id} ${strategy}: ${text}`))
    process.exitCode ||= Number(found.length > 0)
  }
}
