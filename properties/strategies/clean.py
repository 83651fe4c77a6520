"""
The clean group: topics, members with subscriptions of several patterns, and undisputed claims.

All of one member is drawn together, so that shrinking removes whole members.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import cycle
from typing import Literal, TypeAlias, get_args

from kafka_assay.assignors.model import TopicPartition
from kafka_assay.properties.strategies.choices import Choice, Draw, booleans, integers, lists, made, named, weighted
from kafka_assay.properties.strategies.draft import Draft, DraftMember
from kafka_assay.properties.strategies.names import ORDERS, make_different, mixed_names, mixed_topic_names, reorder

Pattern: TypeAlias = Literal["equal", "nested", "chained", "disjoint", "random"]
PATTERNS: tuple[Pattern, ...] = get_args(Pattern)
DRAWN: tuple[Pattern, ...] = ("equal", *PATTERNS)
"""Equal subscriptions are twice as likely, because many laws are defined on them only."""

GENERATIONS = (None, 1, 3, 2, 5, 1000)
"""Generations of a clean group's claims. None is the simplest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupSize:
    """The largest size of a group."""

    topics: tuple[int, int] = (1, 4)
    partitions: tuple[int, int] = (1, 5)
    members: int = 5


TINY = GroupSize(topics=(1, 2), partitions=(1, 2), members=3)
USUAL = GroupSize()
LARGER = GroupSize(topics=(1, 7), partitions=(1, 12), members=10)
BIG = GroupSize(topics=(1, 6), partitions=(1, 20), members=16)
MANY_SMALL_TOPICS = GroupSize(topics=(6, 20), partitions=(1, 1), members=7)

SIZES = (USUAL, USUAL, USUAL, USUAL, LARGER, TINY, BIG)
"""Hypothesis draws one of the first five. The seeded generator draws tiny groups too, and big ones now and then."""
SIZE_WEIGHTS = (12, 12, 12, 12, 20, 28, 4)


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberShape:
    """
    The drawn numbers for one member.

    Its name; its topics (`pick`) and their order (`turn`); what it owned (`wishes`, ordinals among its partitions); and
    whether it took part in the previous assignment.
    """

    name: str
    pick: int
    turn: int
    wishes: tuple[int, ...]
    was_here: bool


_SIZES = named("size", weighted(4, SIZE_WEIGHTS))
_PATTERNS = named("pattern", integers(0, len(DRAWN) - 1))
_PICKS = named("pick", integers(0, 62))
_WISHES = named("wishes", lists(integers(0, 15), most=4))
_WAS_HERE = named("was-here", booleans())
_PLANS = named("plan", integers(0, 3))
_LEFT = integers(0, 2)
_PERHAPS_ALONE = integers(0, 3)
_GENERATIONS = integers(0, len(GENERATIONS) - 1)


@cache
def _partitions(bounds: tuple[int, int]) -> Choice[int]:
    return named("partitions", integers(*bounds))


def _topic(draw: Draw, partitions: tuple[int, int]) -> tuple[int, str]:
    return draw(_partitions(partitions)), mixed_topic_names(draw)


def _shape(draw: Draw) -> MemberShape:
    return MemberShape(
        name=mixed_names(draw),
        pick=draw(_PICKS),
        turn=draw(ORDERS),
        wishes=tuple(draw(_WISHES)),
        was_here=draw(_WAS_HERE),
    )


@cache
def _topics(size: GroupSize) -> Choice[list[tuple[int, str]]]:
    least, most = size.topics
    return named("topics", lists(made(_topic, size.partitions), least=least, most=most))


@cache
def _shapes(least: int, most: int) -> Choice[list[MemberShape]]:
    return named("members", lists(made(_shape), least=least, most=max(least, most)))


def subscription(pattern: Pattern, topics: list[str], position: int, pick: int) -> list[str]:
    """
    The topics of the member at `position`, at least one. `pick` is its drawn number.

    >>> [subscription("chained", ["t0", "t1", "t2"], position, 0) for position in range(3)]
    [['t0', 't1'], ['t1', 't2'], ['t2', 't0']]
    """
    count = len(topics)
    match pattern:
        case "equal":
            return list(topics)
        case "nested":
            return topics[: 1 + pick % count]
        case "chained":
            return list(dict.fromkeys((topics[position % count], topics[(position + 1) % count])))
        case "disjoint":
            buckets = min(count, 3)
            return topics[pick % buckets :: buckets]
        case "random":
            bits = 1 + pick % (2 ** min(count, 6) - 1)
            return [topic for index, topic in enumerate(topics) if bits >> index % 6 & 1]


def clean_draft(draw: Draw, *, least_members: int = 1, size: GroupSize | None = None) -> Draft:
    """
    Draw a clean group.

    Every member subscribes to an existing topic, no claim is disputed, and all claims have one generation.
    """
    if size is None:
        size = SIZES[draw(_SIZES)]
    topics: dict[str, int] = {}
    for position, (count, name) in enumerate(draw(_topics(size))):
        topics[make_different(name, f"t{position}", topics, mark="_")] = count
    names = reorder(list(topics), draw(ORDERS))
    pattern = DRAWN[draw(_PATTERNS)]
    # A single member shows few faults, so most groups have at least two.
    least = least_members if draw(_PERHAPS_ALONE) == 0 else max(2, least_members)
    shapes = draw(_shapes(least, size.members))
    members: list[DraftMember] = []
    taken: set[str] = set()
    there = list(topics)
    for position, shape in enumerate(shapes):
        mine = reorder(subscription(pattern, there, position, shape.pick), shape.turn)
        members.append(DraftMember(name=make_different(shape.name, f"C{position}", taken), subscription=mine))
        taken.add(members[-1].name)
    draft = Draft(topics={name: topics[name] for name in names}, members=members)
    draft.generation = GENERATIONS[draw(_GENERATIONS)]
    _give_claims(draw, draft, shapes)
    start = draw(integers(0, len(members) - 1))
    draft.members = members[start:] + members[:start]
    return draft


def _give_claims(draw: Draw, draft: Draft, shapes: list[MemberShape]) -> None:
    """
    Give the members what they owned: first each one's wishes, then the rest by a plausible plan.

    The plan deals partitions among the members that took part and some that have left since.
    """
    free = dict.fromkeys(partitions_of(draft, list(draft.topics)))
    for member, shape in zip(draft.members, shapes, strict=True):
        if shape.wishes:
            mine = partitions_of(draft, member.subscription)
            for wish in shape.wishes:
                claim = mine[wish % len(mine)]
                if claim in free:
                    draft.claim(member, claim)
                    del free[claim]
    here = [member for member, shape in zip(draft.members, shapes, strict=True) if shape.was_here]
    plan = draw(_PLANS)
    if here and plan == 1:
        _deal(draft, list(free), [*here, *[None] * draw(_LEFT)])
    elif here and plan == 2:
        _deal(draft, list(free), [here[0]])
    elif here and plan == 3:
        _deal_blocks(draft, list(free), here)
    for member, shape in zip(draft.members, shapes, strict=True):
        if shape.turn % 2:
            member.claims.reverse()


def _deal(draft: Draft, free: list[TopicPartition], hands: list[DraftMember | None]) -> None:
    circle = cycle(hands)
    for claim in free:
        for _ in hands:
            hand = next(circle)
            if hand is None or claim.topic in hand.subscription:
                break
        else:
            continue
        if hand is not None:
            draft.give(hand, claim)


def _deal_blocks(draft: Draft, free: list[TopicPartition], here: list[DraftMember]) -> None:
    for claim in free:
        mine = [member for member in here if claim.topic in member.subscription]
        if mine:
            draft.give(mine[claim.partition * len(mine) // draft.topics[claim.topic]], claim)


def partitions_of(draft: Draft, topics: list[str]) -> list[TopicPartition]:
    """All existing partitions of `topics`, in order."""
    return [claim for topic in topics for claim in _partitions_of_topic(topic, draft.topics.get(topic, 0))]


@lru_cache(maxsize=4096)
def _partitions_of_topic(topic: str, count: int) -> tuple[TopicPartition, ...]:
    """The same topics occur in many groups."""
    return tuple([TopicPartition(topic, partition) for partition in range(count)])
