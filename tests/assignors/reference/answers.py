"""Short notation for groups and answers in tests: `t0-1` is partition 1 of topic t0."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from kafka_assay.assignors.model import Assignment, Group, group_of


def partitions(text: str) -> dict[str, list[int]]:
    """Parse `t0-0 t0-2 t1-1` into topic -> ids."""
    topics: dict[str, list[int]] = {}
    for word in text.split():
        topic, _, partition = word.rpartition("-")
        topics.setdefault(topic, []).append(int(partition))
    return topics


def answer(**members: str) -> Assignment:
    """Return an answer, each member's partitions written as in `partitions`."""
    return {member: partitions(text) for member, text in members.items()}


def question(
    topics: dict[str, int],
    subscriptions: str | Mapping[str, str],
    owned: Assignment | None = None,
    generations: Mapping[str, int] | None = None,
) -> Group:
    """Return a group whose members subscribe to `subscriptions` and claim `owned`, at generation 1 by default."""
    everything = " ".join(topics)
    wanted = dict.fromkeys(subscriptions.split(), everything) if isinstance(subscriptions, str) else subscriptions
    plain = group_of(topics, {member: names.split() for member, names in wanted.items()}, owned, generation=1)
    if generations is None:
        return plain
    return at_generations(plain, generations)


def at_generations(group: Group, generations: Mapping[str, int]) -> Group:
    """Return the same group with other generations for the named members."""
    members = (replace(member, generation=generations.get(member.id, member.generation)) for member in group.members)
    return replace(group, members=tuple(members))


def as_sets(assignment: Mapping[str, Mapping[str, list[int]]]) -> dict[str, set[tuple[str, int]]]:
    """Return member -> the set of its partitions, to compare answers with Kafka's."""
    return {
        member: {(topic, partition) for topic, ids in topics.items() for partition in ids}
        for member, topics in assignment.items()
    }


def lagging_group(lags: Mapping[str, Sequence[int]], subscriptions: str | Mapping[str, str]) -> Group:
    """Return a group as in `question`, whose partitions have these lags: committed at 0, end at the lag."""
    plain = question({topic: len(mine) for topic, mine in lags.items()}, subscriptions)
    topics = (
        replace(topic, end_offsets=tuple(lags[topic.name]), committed_offsets=(0,) * topic.partitions)
        for topic in plain.topics
    )
    return replace(plain, topics=tuple(topics))


def lag_of(lags: Mapping[str, Sequence[int]], assignment: Assignment) -> dict[str, int]:
    """Return member -> the total lag of its partitions in `assignment`."""
    return {
        member: sum(lags[topic][partition] for topic, ids in topics.items() for partition in ids)
        for member, topics in assignment.items()
    }
