"""
Large groups: up to 200 members and 2,000 partitions, after an ordinary event.

Some faults need size: long chains of members that share topics two by two, topics of very different sizes, or shares
that a rounding error spoils. A group has 10 to 200 members and at most 2,000 partitions, both spread evenly over their
logarithms, so most groups are middling. All claims are undisputed and of one generation.
"""

from __future__ import annotations

from heapq import heapify, heapreplace
from random import Random
from typing import TypeAlias

from kafka_assay.assignors.model import Group, Member, Topic

FEWEST_MEMBERS, MOST_MEMBERS = 10, 200
MOST_PARTITIONS, MOST_TOPICS = 2_000, 40

KINDS = {"equal": 4, "chain": 4, "windows": 2, "nested": 1, "few": 2, "apart": 1, "odd-one": 2}
"""
The kinds of subscription and their frequency.

All members are equal; each shares a topic with the next one; each has a few neighbouring topics; each has the first
topics of the list; each has one to three random topics; several applications have topics of their own; all members are
equal but one, which lacks a topic.
"""

SIZES = {"even": 2, "cuts": 3, "ragged": 3, "giant": 1}
"""
The sizes of topics and their frequency.

All are about equal; random cuts; each is about half as large as another; one topic has most partitions.
"""

PLANS = {"even": 4, "blocks": 3, "first": 2, "scattered": 1, "none": 2}
"""
Who owned the partitions, and the frequency.

An even plan; blocks of each topic, as range deals them; the first subscriber of each topic; random subscribers; nobody.
"""

HAPPENINGS = {"join": 3, "leave": 3, "grow": 2, "deploy": 1, "nothing": 2}
"""The last event and its frequency: members join, members leave, topics grow, both of the first two, or none."""

Owners: TypeAlias = "dict[str, dict[str, list[int]]]"


def draw_large(draw: Random) -> Group:
    """
    A random large group.

    >>> group = draw_large(Random(7))
    >>> 10 <= len(group.members) <= 200, sum(topic.partitions for topic in group.topics) <= 2_000
    (True, True)
    """
    size = _spread(draw, FEWEST_MEMBERS, MOST_MEMBERS)
    partitions = _spread(draw, max(FEWEST_MEMBERS, size // 2), MOST_PARTITIONS)
    happened = _choose(draw, HAPPENINGS)
    some = _spread(draw, 1, max(1, size // 4))
    joined = some if happened in ("join", "deploy") else 0
    left = some if happened in ("leave", "deploy") else 0
    kind = _choose(draw, KINDS)
    most = min(partitions, size if kind == "chain" else MOST_TOPICS)
    counts = _topics(draw, partitions, _spread(draw, 1, most) if kind != "chain" else draw.randint(1, most))
    subscriptions = _subscriptions(draw, size + left, list(counts), kind)
    ids = list(subscriptions)
    draw.shuffle(ids)
    stayed = {member: subscriptions[member] for member in ids[joined:]}
    before = _counts_before(draw, counts) if happened == "grow" else counts
    owned = _owners(draw, before, stayed)
    generation = draw.randrange(1, 200)
    members = tuple(
        Member(
            id=member,
            subscription=subscriptions[member],
            owned=tuple((topic, tuple(ids)) for topic, ids in owned.get(member, {}).items()),
            generation=generation if member in stayed else None,
        )
        for member in ids[:size]
    )
    subscribed = {topic for member in members for topic in member.subscription}
    topics = tuple(Topic(name=name, partitions=count) for name, count in counts.items() if name in subscribed)
    return Group(topics=topics, members=members)


def _spread(draw: Random, least: int, most: int) -> int:
    """A number from `least` to `most`, spread evenly over its logarithm."""
    return min(most, int(least * (most / least) ** draw.random() + 0.5))


def _choose(draw: Random, weights: dict[str, int]) -> str:
    return draw.choices(list(weights), list(weights.values()))[0]


def _topics(draw: Random, partitions: int, topics: int) -> dict[str, int]:
    """Topic -> its partitions, at least one; in all about `partitions`, never more."""
    match _choose(draw, SIZES):
        case "even":
            shares = [1.0] * topics
        case "cuts":
            shares = [draw.expovariate(1) for _ in range(topics)]
        case "ragged":
            shares = [2.0**-place for place in range(topics)]
            draw.shuffle(shares)
        case _:
            shares = [1.0] * topics
            shares[draw.randrange(topics)] = 10.0 * topics
    whole = sum(shares)
    spare = partitions - topics
    return {f"t{place}": 1 + int(spare * share / whole) for place, share in enumerate(shares)}


def _subscriptions(draw: Random, members: int, topics: list[str], kind: str) -> dict[str, tuple[str, ...]]:
    """Member -> its topics, at least one."""
    count = len(topics)
    width = draw.randint(2, max(2, count // 3))
    applications = min(count, draw.randint(2, 5))
    odd = draw.randrange(members)
    found: dict[str, tuple[str, ...]] = {}
    # Random ids: the order of ids is not the order along a chain.
    names = [f"c{number:03d}" for number in draw.sample(range(1_000), members)]
    for place, name in enumerate(names):
        # Places along the list of topics: the first member is at its start, the last at its end.
        start = place * (count - 1) // max(1, members - 1)
        match kind:
            case "chain":
                mine = topics[max(0, start - 1) : start + 1] if place else topics[:1]
            case "windows":
                mine = topics[start : start + width]
            case "nested":
                mine = topics[: draw.randint(1, count)]
            case "few":
                mine = draw.sample(topics, min(count, draw.randint(1, 3)))
            case "apart":
                mine = topics[place % applications :: applications]
            case "odd-one":
                mine = topics[1:] if place == odd and count > 1 else topics
            case _:
                mine = topics
        found[name] = tuple(mine)
    return found


def _counts_before(draw: Random, counts: dict[str, int]) -> dict[str, int]:
    """The partitions of each topic before some topics grew."""
    share = draw.random()
    return {topic: draw.randrange(count) if draw.random() < share else count for topic, count in counts.items()}


def _owners(draw: Random, counts: dict[str, int], subscriptions: dict[str, tuple[str, ...]]) -> Owners:
    """Member -> topic -> the partitions that it owned. Topics without a subscriber had no owner."""
    subscribers: dict[str, list[str]] = {topic: [] for topic in counts}
    for member, mine in subscriptions.items():
        for topic in mine:
            subscribers[topic].append(member)
    plan = _choose(draw, PLANS)
    found: Owners = {}
    load = dict.fromkeys(subscriptions, 0)
    for topic, there in subscribers.items() if plan != "none" else ():
        if there:
            for partition, owner in enumerate(_deal_topic(draw, counts[topic], there, load, plan)):
                load[owner] += 1
                found.setdefault(owner, {}).setdefault(topic, []).append(partition)
    return found


def _deal_topic(draw: Random, count: int, there: list[str], load: dict[str, int], plan: str) -> list[str]:
    """The owner of each of `count` partitions of a topic with these subscribers, who own `load` partitions so far."""
    match plan:
        case "even":
            return _deal_evenly(count, there, load)
        case "blocks":
            ordered = sorted(there)
            return [ordered[partition * len(ordered) // count] for partition in range(count)]
        case "first":
            return there[:1] * count
        case _:
            return draw.choices(there, k=count)


def _deal_evenly(count: int, there: list[str], load: dict[str, int]) -> list[str]:
    waiting = [(load[member], place) for place, member in enumerate(there)]
    heapify(waiting)
    dealt = []
    for _ in range(count):
        least, place = waiting[0]
        heapreplace(waiting, (least + 1, place))
        dealt.append(there[place])
    return dealt
