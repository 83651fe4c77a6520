// Put vectors to kafkajs: `node kafkajs_vectors.mjs FILE...` in a project that has kafkajs. Exit code 1: there are faults.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const { AssignerProtocol, PartitionAssigners } = createRequire(`${process.cwd()}/`)('kafkajs')
const ASSIGNERS = { roundrobin: PartitionAssigners.roundRobin }
const CANNOT_EXPRESS = ['missing-topics'] // the leader's metadata request fails first; such vectors are left out

const pairs = topics => Object.entries(topics ?? {}).flatMap(([topic, ids]) => ids.map(id => `${topic} ${id}`))
const without = (all, ...others) => [...new Set(all)].filter(one => !others.some(other => other.includes(one)))
const broken = (expected, isBroken) =>
  Object.entries(expected ?? {}).some(([member, topics]) => isBroken(member, pairs(topics)))

// kafkajs gives the leader its own topics only. Members send theirs, without claims.
async function assign(strategy, group, counts) {
  const partitions = topic => Array.from({ length: counts.get(topic) ?? 0 }, (_, partitionId) => ({ partitionId }))
  const assigner = ASSIGNERS[strategy]({ cluster: { findTopicPartitionMetadata: partitions } })
  const topics = group.members.length ? [...new Set(group.members[0].subscription)] : []
  const metadata = member => assigner.protocol({ topics: [...new Set(member.subscription)] }).metadata
  const members = group.members.map(member => ({ memberId: member.id, memberMetadata: metadata(member) }))
  const plan = members.length ? await assigner.assign({ members, topics }) : []
  const decoded = one => pairs(AssignerProtocol.MemberAssignment.decode(one.memberAssignment).assignment)
  return new Map(plan.map(one => [one.memberId, decoded(one)]))
}

function faults(group, expect, answer, counts) {
  const every = [...answer.values()].flat()
  const given = member => answer.get(member) ?? []
  const all = topic => Array.from({ length: counts.get(topic) ?? 0 }, (_, id) => `${topic} ${id}`)
  const reads = new Map(group.members.map(member => [member.id, member.subscription.flatMap(all)]))
  const leftOut = without([...reads.values()].flat(), every, pairs(expect.may_wait))
  const squares = [...answer.values()].reduce((sum, ids) => sum + ids.length ** 2, 0)
  const owners = Object.entries(expect.owners ?? {})
  const moves = owners.reduce((sum, [member, topics]) => sum + without(pairs(topics), given(member)).length, 0)
  return Object.entries({
    'a member is missing, or a stranger is there': String([...answer.keys()].sort()) !== String([...reads.keys()].sort()),
    'a member gets what it does not read': [...answer].some(([one, ids]) => without(ids, reads.get(one) ?? []).length),
    'a partition is given twice': new Set(every).size < every.length,
    [`left out: ${leftOut}`]: leftOut.length,
    'the loads are not even': squares !== (expect.sum_of_squares ?? squares),
    [`${moves} moves, but ${expect.most_moves} are enough`]: moves > (expect.most_moves ?? moves),
    'what must stay moves': broken(expect.stays, (member, its) => without(its, given(member)).length),
    'it is granted while another member owns it': broken(expect.never, (member, its) => its.some(one => given(member).includes(one))),
  }).filter(([, isWrong]) => isWrong).map(([text]) => text)
}

for (const vector of process.argv.slice(2).flatMap(file => JSON.parse(readFileSync(file, 'utf8')).vectors)) {
  const counts = new Map(Object.entries(vector.group.topics).map(([name, topic]) => [name, topic.partitions ?? topic]))
  const asked = vector.flags.some(flag => CANNOT_EXPRESS.includes(flag)) ? [] : vector.strategies
  for (const strategy of asked.filter(one => one in ASSIGNERS)) {
    const found = await assign(strategy, vector.group, counts)
      .then(answer => faults(vector.group, vector.expect, answer, counts), error => [`no answer: ${error}`])
    found.forEach(text => console.log(`${vector.id} ${strategy}: ${text}`))
    process.exitCode ||= Number(found.length > 0)
  }
}
