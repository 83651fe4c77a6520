"""The rounds of one rebalance under the group protocol of a target, and who stops reading in each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from kafka_assay.assignors.interface import AssignorFailed, Target
from kafka_assay.assignors.life_members import Protocol
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.ownership import valid_owners_by_topic, withhold_moves
from kafka_assay.assignors.registry import OPTIMAL
from kafka_assay.properties.judging.history_cast import protocol_for
from kafka_assay.properties.measures.claims import feed_back
from kafka_assay.properties.measures.flaws import flaw_of
from kafka_assay.properties.trials.trial import NeverSettled

Partition: TypeAlias = tuple[str, int]
"""A topic and a partition of it. A plain tuple takes a fraction of the time of `TopicPartition`, which equals it."""


def protocol_of(target: Target) -> Protocol:
    """The protocol of `target`. The optimum belongs to no client, and counts as `consumer`: only what moves stops."""
    is_optimum = (target.like or target.name).partition(",")[0] == OPTIMAL
    return Protocol.CONSUMER if is_optimum else protocol_for(target)


class Round(NamedTuple):
    """
    One round of a rebalance: the answer, and what it does to readers.

    `owners` are the valid owners before, `readers` the members in the answer. `revoked` are the partitions that a
    member stops reading in this round: all that members own under an eager protocol, otherwise those that their valid
    owner loses. `granted` are those that a member starts to read.
    """

    answer: Assignment
    owners: Mapping[Partition, str]
    readers: Mapping[Partition, str]
    revoked: frozenset[Partition]
    granted: frozenset[Partition]


def run_rounds(target: Target, group: Group) -> tuple[Round, ...]:
    """
    The rounds of a rebalance of `group`, at least one unless the group has no members.

    A cooperative group goes into another round as long as a member has given something up, as the clients do. Raises
    `AssignorFailed` if there is no answer, if the last one breaks a validity law, or if the rounds do not end.
    """
    if not group.members:
        return ()
    protocol = protocol_of(target)
    rounds = tuple(_round(protocol, question, answer) for question, answer in _answers(target, group, protocol))
    last = rounds[-1].answer
    if (flaw := flaw_of(group, last)) is not None:
        raise AssignorFailed("invalid", flaw)
    return rounds


def _answers(target: Target, group: Group, protocol: Protocol) -> Iterator[tuple[Group, Assignment]]:
    """The question and the answer of each round."""
    if protocol is not Protocol.COOPERATIVE:
        yield group, target.assign(group)
        return
    if getattr(target, "answers_with_target", False):
        # A client that plans at once and withholds what moves outside of its assignor (librdkafka).
        plan = target.assign(group)
        granted = withhold_moves(plan, group)
        yield group, granted
        if _gives_up(group, granted):
            yield feed_back(group, granted), plan
        return
    most = 2 * len(group.members) + 2
    for _ in range(most):
        answer = target.assign(group)
        yield group, answer
        if not _gives_up(group, answer):
            return
        group = feed_back(group, answer)
    raise NeverSettled("unsettled", f"no fixed point within {most} rounds")


def _gives_up(group: Group, answer: Assignment) -> bool:
    """Whether some member loses a partition that it claims, so that it joins again."""
    return any(
        set(ids).difference(answer.get(member.id, {}).get(topic, ()))
        for member in group.members
        for topic, ids in member.owned
    )


def _round(protocol: Protocol, group: Group, answer: Assignment) -> Round:
    before, after = owners_of(group), readers_of(answer)
    if protocol is Protocol.EAGER:
        return Round(answer, before, after, frozenset(before), frozenset(after))
    revoked, granted = before.items() - after.items(), after.items() - before.items()
    return Round(answer, before, after, frozenset(one for one, _ in revoked), frozenset(one for one, _ in granted))


def owners_of(group: Group) -> dict[Partition, str]:
    """Partition -> its valid owner, without partitions that have none."""
    return {
        (topic, partition): owner
        for topic, owners in valid_owners_by_topic(group).items()
        for partition, owner in owners.items()
    }


def readers_of(answer: Assignment) -> dict[Partition, str]:
    """Partition -> its member in a valid answer."""
    return {
        (topic, partition): member
        for member, topics in answer.items()
        for topic, ids in topics.items()
        for partition in ids
    }


def count_moved(owners: Mapping[Partition, str], rounds: Sequence[Round]) -> int:
    """The number of partitions that do not stay with these valid `owners` over these rounds."""
    return len(owners.items() - rounds[-1].readers.items())
