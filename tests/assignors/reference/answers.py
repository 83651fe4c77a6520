"""Short ways to write groups and answers in tests: `t0-1` is partition 1 of topic t0, as Kafka prints it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from kafka_assay.assignors.model import Assignment, Group, group_of


def partitions(text: str) -> dict[str, list[int]]:
    """`t0-0 t0-2 t1-1` as topic -> ids."""
    topics: dict[str, list[int]] = {}
    for word in text.split():
        topic, _, partition = word.rpartition("-")
        topics.setdefault(topic, []).append(int(partition))
    return topics


def answer(**members: str) -> Assignment:
    """An answer, each member's partitions written as in `partitions`."""
    return {member: partitions(text) for member, text in members.items()}


def question(
    topics: dict[str, int],
    subscriptions: str | Mapping[str, str],
    owned: Assignment | None = None,
    generations: Mapping[str, int] | None = None,
) -> Group:
    """
    A group. `subscriptions` are member -> topics, or the names of members that all subscribe to every topic.

    `owned` is an earlier answer, claimed at generation 1 unless `generations` says otherwise.
    """
    everything = " ".join(topics)
    wanted = dict.fromkeys(subscriptions.split(), everything) if isinstance(subscriptions, str) else subscriptions
    plain = group_of(topics, {member: names.split() for member, names in wanted.items()}, owned, generation=1)
    if generations is None:
        return plain
    return at_generations(plain, generations)


def at_generations(group: Group, generations: Mapping[str, int]) -> Group:
    """The same group, each named member claiming at its own generation."""
    members = (replace(member, generation=generations.get(member.id, member.generation)) for member in group.members)
    return replace(group, members=tuple(members))


def as_sets(assignment: Mapping[str, Mapping[str, list[int]]]) -> dict[str, set[tuple[str, int]]]:
    """Member -> the set of its partitions: how answers are compared with Kafka's."""
    return {
        member: {(topic, partition) for topic, ids in topics.items() for partition in ids}
        for member, topics in assignment.items()
    }


def lagging(lags: Mapping[str, Sequence[int]], subscriptions: str | Mapping[str, str]) -> Group:
    """
    A group as in `question`, whose topics have partitions with these lags: committed at 0, and that far from the end.
    """
    plain = question({topic: len(mine) for topic, mine in lags.items()}, subscriptions)
    topics = (
        replace(topic, end_offsets=tuple(lags[topic.name]), committed_offsets=(0,) * topic.partitions)
        for topic in plain.topics
    )
    return replace(plain, topics=tuple(topics))


def lag_of(lags: Mapping[str, Sequence[int]], assignment: Assignment) -> dict[str, int]:
    """Member -> the lag of all partitions that it has in `assignment`."""
    return {
        member: sum(lags[topic][partition] for topic, ids in topics.items() for partition in ids)
        for member, topics in assignment.items()
    }
