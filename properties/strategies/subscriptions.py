"""Subscription patterns: equal, nested, chained, disjoint and random; and the three kinds of bad subscription."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

from kafka_assay.properties.strategies.choices import Draw, booleans, integers, sets
from kafka_assay.properties.strategies.draft import Draft, DraftMember
from kafka_assay.properties.strategies.names import make_different

Pattern: TypeAlias = Literal["equal", "nested", "chained", "disjoint", "random"]
PATTERNS: tuple[Pattern, ...] = get_args(Pattern)
DRAWN: tuple[Pattern, ...] = ("equal", *PATTERNS)
"""Equal subscriptions are twice as likely, because many laws are defined on them only."""


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


def some_members(draw: Draw, draft: Draft) -> list[DraftMember]:
    """Draw one member, a few, or all, in member order."""
    count = len(draft.members)
    if draw(booleans()):
        return list(draft.members)
    chosen = draw(sets(count, most=3))
    return [draft.members[index] for index in sorted(chosen)]


def empty_subscriptions(draw: Draw, draft: Draft) -> None:
    """Some members subscribe to nothing and claim nothing."""
    for member in some_members(draw, draft):
        member.subscription.clear()
        member.claims.clear()


def missing_topics(draw: Draw, draft: Draft) -> None:
    """Some members subscribe to a topic that does not exist, alone or with others."""
    name = make_different("", "gone", draft.topics, mark="_")
    for member in some_members(draw, draft):
        where = draw(integers(0, 2))
        if where == 2:
            member.subscription.clear()
            member.claims.clear()
        member.subscription.insert(0 if where == 1 else len(member.subscription), name)


def repeated_topics(draw: Draw, draft: Draft) -> None:
    """Some members name a topic twice in their subscription."""
    for member in some_members(draw, draft):
        if not member.subscription:
            member.subscription.append(next(iter(draft.topics)))
        again = member.subscription[draw(integers(0, len(member.subscription) - 1))]
        member.subscription.insert(0 if draw(booleans()) else len(member.subscription), again)
