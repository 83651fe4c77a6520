"""
Claims: the partitions that members say they owned, and the holder of a partition with several claimants.

The claim rule is separate from the algorithm that assigns the rest, because Kafka changed the two at different times.
This module has the current rule. A rule turns claims into a `Resolution`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from kafka_assay.assignors.model import Member
from kafka_assay.assignors.reference.partitions import NOBODY, PartitionNumbering


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One member's claim at a `generation`: the `numbers` of the partitions, without repeats and in the given order."""

    numbers: list[int]
    generation: int


class Resolution(NamedTuple):
    """
    The holders after claims are compared: `held[i]` are the numbers that the i-th member holds.

    `disputed` partitions were claimed twice at one generation. The equal path gives none of them to its holder.
    The general path ignores disputes.
    """

    held: list[list[int]]
    disputed: set[int]


def sticky_claims(members: Sequence[Member], numbering: PartitionNumbering) -> list[Claim]:
    """
    The claims in the members' sticky user data, which contains ownership and generation at every metadata version.

    Claims on missing partitions or on topics without subscribers are left out. (Kafka's classes throw on some of them,
    or assign them.) A partition that one member names twice counts once.

    >>> from kafka_assay.assignors.model import group_of
    >>> from kafka_assay.assignors.reference.partitions import number_partitions
    >>> group = group_of({"t": 3}, {"a": ["t"]}, {"a": {"t": [2, -1, 2, 7], "gone": [0]}}, generation=4)
    >>> sticky_claims(group.members, number_partitions({"t": 3}, ["t"]))
    [Claim(numbers=[2], generation=4)]
    """
    spans = numbering.spans
    claims = []
    for member in members:
        numbers: dict[int, None] = {}
        for topic, ids in member.owned:
            span = spans.get(topic)
            if span is None:
                continue
            start, count = span.start, len(span)
            for partition in ids:
                if 0 <= partition < count:
                    numbers[start + partition] = None
        claims.append(Claim(numbers=list(numbers), generation=member.claimed_generation()))
    return claims


def resolve_by_newest(claims: Sequence[Claim]) -> Resolution:
    """
    Resolve claims by the current rule: the newest generation holds.

    Source: KAFKA-14639 (Kafka 3.4.1 and 3.5.0, and later). Members come in order. The first claimant of a partition
    holds it and is remembered. A later claimant with a newer generation takes the partition over and is remembered
    instead. One with an older generation is ignored. One with the same generation is remembered, but then neither of
    the two holds the partition, which stays disputed. The order matters only with three or more claimants.

    >>> resolve_by_newest([Claim(numbers=[0, 1], generation=4), Claim(numbers=[1], generation=5)])
    Resolution(held=[[0], [1]], disputed=set())
    >>> resolve_by_newest([Claim(numbers=[0, 1], generation=5), Claim(numbers=[1], generation=5)])
    Resolution(held=[[0], []], disputed={1})
    """
    remembered: dict[int, int] = {}
    holder: dict[int, int] = {}
    disputed: set[int] = set()
    for place, claim in enumerate(claims):
        generation = claim.generation
        for number in claim.numbers:
            other = remembered.setdefault(number, place)
            if other == place:
                holder[number] = place
                continue
            theirs = claims[other].generation
            if generation >= theirs:
                remembered[number] = place
                holder[number] = place if generation > theirs else NOBODY
            if generation == theirs:
                disputed.add(number)
    held = [[number for number in claim.numbers if holder[number] == place] for place, claim in enumerate(claims)]
    return Resolution(held=held, disputed=disputed)


def holdings_of_valid_owners(claims: Sequence[Claim]) -> list[list[int]]:
    """
    The partitions that each member holds as the only claimant with the newest generation.

    This is the rule of the laws, not a rule of Kafka's. It serves sources that do not say which claims count. A
    partition with tied claims has no holder, and an older claim does not replace them.

    >>> old, new = Claim(numbers=[0, 1], generation=4), Claim(numbers=[1, 2], generation=5)
    >>> holdings_of_valid_owners([old, old, new, Claim(numbers=[2], generation=5)])
    [[], [], [1], []]
    """
    best: dict[int, tuple[int, int]] = {}
    for place, claim in enumerate(claims):
        mine = claim.generation, place
        for number in claim.numbers:
            generation, _ = best.setdefault(number, mine)
            if claim.generation > generation:
                best[number] = mine
            elif claim.generation == generation and best[number] != mine:
                best[number] = generation, NOBODY
    return [[number for number in claim.numbers if best[number][1] == place] for place, claim in enumerate(claims)]


def outdated_owners(claims: Sequence[Claim], order: Sequence[int]) -> dict[int, int]:
    """
    Partition -> the member with the newest claim among those older than the newest generation of all.

    Source: KIP-341 (Kafka 2.3 and later), as the current code reads it. Among members with the same generation the
    first in `order` (places, by member id) counts; Kafka takes the first in hash order. The member may have dropped the
    topic from its subscription.

    >>> outdated_owners([Claim(numbers=[0, 3], generation=1), Claim(numbers=[0], generation=2)], [0, 1])
    {0: 0, 3: 0}
    """
    # Kafka counts from -1, which means "not known", so generations below it are outdated from the start.
    newest = max((-1, *(claim.generation for claim in claims)))
    older = [place for place in order if claims[place].generation < newest]
    older.sort(key=lambda place: -claims[place].generation)
    owners: dict[int, int] = {}
    for place in older:
        for number in claims[place].numbers:
            owners.setdefault(number, place)
    return owners
