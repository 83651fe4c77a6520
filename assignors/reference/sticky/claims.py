"""
Claims: what members say they owned before, and who holds a partition that several of them claim.

Which claims count is a rule of its own, apart from the algorithm that then shares out the rest: Kafka changed the two
at different times. Here is today's rule; a rule takes claims and gives a `Resolution`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from kafka_assay.assignors.model import Member
from kafka_assay.assignors.reference.numbering import Numbering
from kafka_assay.assignors.reference.ownership_state import NOBODY


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One member's claim: the `numbers` of the partitions, each once and in the order given, at a `generation`."""

    numbers: list[int]
    generation: int


class Resolution(NamedTuple):
    """
    Who holds what once claims are compared: `held[i]` are the numbers that the i-th member holds.

    `disputed` partitions were claimed twice at one generation. The constrained path gives none of them to its holder;
    the general path does not ask.
    """

    held: list[list[int]]
    disputed: set[int]


def sticky_claims(members: Sequence[Member], numbering: Numbering) -> list[Claim]:
    """
    The claims that the members' sticky user data carries: at every metadata version, ownership and generation.

    Claims on partitions that do not exist or that nobody subscribes to are gone (Kafka's classes throw on some of
    them, or give them out), and a partition that one member names twice counts once.

    >>> from kafka_assay.assignors.model import group_of
    >>> from kafka_assay.assignors.reference.numbering import number_partitions
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
    Resolve claims by today's rule: the newest generation holds.

    Source: KAFKA-14639 (Kafka 3.4.1 and 3.5.0 on). Members come in their order. The first claimant of a partition
    holds it and is remembered. A later claimant of a newer generation takes it over and is remembered instead; one of
    an older generation is ignored; one of the same generation is remembered, but neither of the two holds the
    partition, which from then on is disputed. Order matters only from three claimants on.

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
    What each member holds beyond dispute: where it alone claims a partition at the newest generation of all
    claimants.

    No rule of Kafka's, but what the laws go by: for sources that leave open which claims count. Tied claims leave a
    partition to nobody, and an older one does not inherit.

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
    Partition -> the member that claims it at the newest of the generations that are older than the newest seen at all.

    Source: KIP-341 (Kafka 2.3 on), as today's code reads it. Of members with the same generation the first in `order`
    (places, by member id) counts; Kafka takes the first in hash order. Whether the member still subscribes to the topic
    is not asked here.

    >>> outdated_owners([Claim(numbers=[0, 3], generation=1), Claim(numbers=[0], generation=2)], [0, 1])
    {0: 0, 3: 0}
    """
    # Kafka counts from -1, which is what "not known" means: generations below it are outdated from the start.
    newest = max((-1, *(claim.generation for claim in claims)))
    older = [place for place in order if claims[place].generation < newest]
    older.sort(key=lambda place: -claims[place].generation)
    owners: dict[int, int] = {}
    for place in older:
        for number in claims[place].numbers:
            owners.setdefault(number, place)
    return owners
