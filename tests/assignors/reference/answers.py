"""Short notation for groups and answers in tests: `t0-1` is partition 1 of topic t0. And drawn groups."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from kafka_assay.assignors.life import LifeRun
from kafka_assay.assignors.model import Assignment, Group, Member, Topic, group_of
from kafka_assay.properties.strategies.drawn import drawn_example


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
    instances: Mapping[str, str] | None = None,
    version: int = 3,
) -> Group:
    """
    Return a group whose members subscribe to `subscriptions` and claim `owned`.

    A claim has generation 1, or the one in `generations`. `instances` maps members to their instance ids. `version` is
    that of all subscriptions.
    """
    everything = " ".join(topics)
    wanted = dict.fromkeys(subscriptions.split(), everything) if isinstance(subscriptions, str) else subscriptions
    plain = group_of(topics, {member: names.split() for member, names in wanted.items()}, owned, generation=1)
    return plain.with_members(
        tuple(
            replace(
                member,
                generation=(generations or {}).get(member.id, member.generation),
                instance_id=(instances or {}).get(member.id),
                metadata_version=version,
            )
            for member in plain.members
        )
    )


def group_on_racks(topics: Mapping[str, str], **members: str) -> Group:
    """
    Return a group in which every member subscribes to every topic, with racks of one letter.

    A topic lists the racks of each partition's replicas (`a ab -`: none for the last). A member's first letter is its
    rack (`-`: none); its partitions follow.
    """
    return Group(
        topics=tuple(
            Topic(
                name=name,
                partitions=len(racks.split()),
                replica_racks=tuple(tuple(word.replace("-", "")) for word in racks.split()),
            )
            for name, racks in topics.items()
        ),
        members=tuple(
            Member(
                id=name,
                subscription=tuple(topics),
                rack=None if words[:1] == "-" else words[:1],
                owned=tuple((topic, tuple(ids)) for topic, ids in partitions(words[1:]).items()),
                generation=1,
            )
            for name, words in members.items()
        ),
    )


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


def drawn_groups(count: int, *families: str, seed: int = 0) -> Iterator[Group]:
    """Yield `count` groups of each of the input families, as the seeded generator draws them."""
    for family in families:
        for number in range(count):
            example = drawn_example(family, seed, number)
            yield example.life.group if isinstance(example, LifeRun) else example
