"""Small changes to a group or an answer, used by the mutants."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from kafka_assay.assignors.model import Assignment, Group, Member, TopicPartition
from kafka_assay.assignors.ownership import loads, valid_owners
from kafka_assay.properties.measures.subscriptions import has_equal_subscriptions, subscribers


def withhold_claimed(readable: Group, plan: Assignment) -> Assignment:
    """`plan` without the partitions that another member must revoke first."""
    claimed = {member.id: set(member.claims()) for member in readable.members}
    everything, owners = set().union(*claimed.values()), valid_owners(readable)

    def may_have(member: str, partition: TopicPartition) -> bool:
        mine = partition in claimed[member] or partition not in everything
        return mine and owners.get(partition, member) == member

    return {
        member: {
            topic: [one for one in ids if may_have(member, TopicPartition(topic, one))] for topic, ids in topics.items()
        }
        for member, topics in plan.items()
    }


def deal(group: Group, choose: Callable[[TopicPartition, list[str], Assignment], str]) -> Assignment:
    """The answer in which `choose` names the owner of each partition, from its readers and the answer so far."""
    answer: Assignment = {member.id: {} for member in group.members}
    for topic, members in subscribers(group).items():
        for partition in range(group.partition_counts()[topic]):
            owner = choose(TopicPartition(topic, partition), members, answer)
            answer[owner].setdefault(topic, []).append(partition)
    return answer


def copy_answer(answer: Assignment) -> Assignment:
    """A copy of `answer` that can be changed."""
    return {member: {topic: list(ids) for topic, ids in topics.items()} for member, topics in answer.items()}


def without_partitions(answer: Assignment, is_left_out: Callable[[str, int], bool]) -> Assignment:
    """`answer` without the partitions for which `is_left_out` is true, by topic and number."""
    return {
        member: {topic: [one for one in ids if not is_left_out(topic, one)] for topic, ids in topics.items()}
        for member, topics in answer.items()
    }


def give_as_well(answer: Assignment, member: str, topic: str, partition: int) -> None:
    """Give `member` a partition that another member already has. Changes `answer`."""
    handed_out = any(partition in topics.get(topic, []) for topics in answer.values())
    if handed_out and partition not in answer[member].get(topic, []):
        answer[member].setdefault(topic, []).append(partition)


def hand_over(answer: Assignment, giver: str, taker: str, topic: str, partition: int) -> Assignment:
    """`answer` after one hand-over."""
    changed = copy_answer(answer)
    changed[giver][topic].remove(partition)
    changed[taker].setdefault(topic, []).append(partition)
    return changed


def hand_over_one(group: Group, answer: Assignment, *, apart: int) -> Assignment:
    """`answer` after one hand-over to a member with exactly `apart` fewer (or, if negative, more) partitions."""
    counts = loads(group, answer)
    for topic, members in subscribers(group).items():
        for giver in members:
            for taker in members:
                ids = answer.get(giver, {}).get(topic, [])
                if giver != taker and ids and counts[giver] - counts[taker] == apart:
                    return hand_over(answer, giver, taker, topic, ids[-1])
    return answer


def swap_partitions(answer: Assignment, first: str, second: str) -> Assignment:
    """`answer` after two members exchanged one partition each, of the first topic that both have."""
    for topic, ids in answer.get(first, {}).items():
        theirs = answer.get(second, {}).get(topic, [])
        if ids and theirs:
            mine, other = ids[0], theirs[0]
            return hand_over(hand_over(answer, first, second, topic, mine), second, first, topic, other)
    return answer


def swap_first_two(group: Group, answer: Assignment) -> Assignment:
    """`answer` after the first two members exchanged a partition."""
    ids = group.member_ids()
    return swap_partitions(answer, ids[0], ids[1]) if len(ids) > 1 else answer


def rotate_shares(group: Group, answer: Assignment, by: int) -> Assignment:
    """`answer` with whole shares rotated among the members, if subscriptions are equal."""
    if not has_equal_subscriptions(group):
        return answer
    names = group.member_ids()
    turn = by % len(names)
    return dict(zip(names, [answer[name] for name in names[turn:] + names[:turn]], strict=True))


def load_extremes(group: Group, answer: Assignment) -> tuple[str, str]:
    """The least and the most loaded member."""
    counts = loads(group, answer)
    return min(counts, key=counts.__getitem__), max(counts, key=counts.__getitem__)


def change_members(group: Group, change: Callable[[Member], Member]) -> Group:
    """`group` with every member changed by `change`."""
    return replace(group, members=tuple(change(member) for member in group.members))


def without_claims(member: Member) -> Member:
    """`member` without claims."""
    return replace(member, owned=(), generation=None)
