"""
The special features of a group. Input families are named after them; each is decided from the group alone.

The predicates share no code with the strategies, so that the one can check the other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import chain

from kafka_assay.assignors.model import Group

MANY = 6
"""The least number of topics, of one partition each, that count as many small topics."""


def traits(group: Group) -> frozenset[str]:
    """
    The traits of `group`. A clean group has none.

    >>> from kafka_assay.assignors.model import group_of
    >>> sorted(traits(group_of({"t": 1}, {"a": ["t"], "b": []}, {"b": {"t": [7]}})))
    ['empty-subscriptions', 'ghost-claims']
    """
    others = chain(_of_subscriptions(group), _of_members(group), _of_topics(group))
    return _of_claims(group).union(name for name, is_there in others if is_there)


def _of_claims(group: Group) -> frozenset[str]:
    counts = group.partition_counts()
    found: set[str] = set()
    claimants: dict[tuple[str, int], int] = {}
    rightful: dict[tuple[str, int], list[int]] = {}
    ages: set[int] = set()
    for member in group.members:
        generation = member.claimed_generation()
        seen: set[tuple[str, int]] = set()
        for topic, ids in member.owned:
            count, is_foreign = counts.get(topic, 0), topic not in member.subscription
            for partition in ids:
                claim = (topic, partition)
                if claim in seen:
                    found.add("repeated-claims")
                    continue
                seen.add(claim)
                if not 0 <= partition < count:
                    found.add("ghost-claims")
                    continue
                claimants[claim] = claimants.get(claim, 0) + 1
                if is_foreign:
                    found.add("foreign-claims")
                    continue
                rightful.setdefault(claim, []).append(generation)
                ages.add(generation)
    if max(claimants.values(), default=0) > 2:
        found.add("three-claimants")
    if any(len(generations) > 1 and len(set(generations)) < len(generations) for generations in rightful.values()):
        found.add("overlapping-claims")
    if len(ages) > 1:
        found.add("stale-claims")
    return frozenset(found)


def _of_subscriptions(group: Group) -> Iterator[tuple[str, bool]]:
    known = group.partition_counts()
    lists = [member.subscription for member in group.members]
    yield "empty-subscriptions", not all(lists)
    yield "repeated-topics", any(len(set(topics)) < len(topics) for topics in lists)
    yield "missing-topics", not known.keys() >= set().union(*lists)


def _of_members(group: Group) -> Iterator[tuple[str, bool]]:
    instances = [member.instance_id for member in group.members if member.instance_id is not None]
    yield "no-members", not group.members
    yield "static-members", bool(instances)
    yield "repeated-instances", len(set(instances)) < len(instances)
    yield "old-metadata", any(member.metadata_version != 3 for member in group.members)


def _of_topics(group: Group) -> Iterator[tuple[str, bool]]:
    counts = [topic.partitions for topic in group.topics]
    racked = any(member.rack is not None for member in group.members)
    yield "racks", racked or any(topic.replica_racks for topic in group.topics)
    yield "empty-topics", 0 in counts
    yield "many-small-topics", len(counts) >= MANY and set(counts) == {1}


def has_tie_below_newest(group: Group) -> bool:
    """
    Whether two claims on a partition share a generation, and a newer claim on the same partition exists.

    Kafka's own sticky assignor is known to break laws that it promises on this kind of group only.
    """
    claims: dict[tuple[str, int], list[int]] = defaultdict(list)
    for member in group.members:
        generation = member.claimed_generation()
        for claim in {(topic, partition) for topic, ids in member.owned for partition in ids}:
            claims[claim].append(generation)
    return any(
        generations.count(generation) > 1 and generation < max(generations)
        for generations in claims.values()
        for generation in generations
    )


def has_wrong_rack_claim(group: Group) -> bool:
    """Whether a member with a rack claims a partition that has no known replica on that rack."""
    topics = {topic.name: topic for topic in group.topics}
    return any(
        0 <= partition < topics[topic].partitions
        and not any(member.rack in racks for racks in (topics[topic].replica_racks or ())[partition : partition + 1])
        for member in group.members
        if member.rack
        for topic, partition in member.claims()
        if topic in topics
    )
