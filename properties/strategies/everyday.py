"""
Everyday groups: small and middling consumer groups after an ordinary event.

A group has 2 to 20 members and up to 60 partitions, both spread evenly over their logarithms, in up to 8 topics. At
these sizes an operator can count wasted moves by hand, and every implementation answers at once. Half of the groups
have equal subscriptions, half do not, because assignors treat the two by different rules. The members of before owned a
complete plan: two thirds of the plans are even, one third are those of a range assignor. All claims are undisputed and
of one generation.

They are the family `everyday`, and, numbered, the sample on which quality is measured. Hypothesis does
not choose their parts: its draws depend on each other, and intervals need independent samples.
"""

from __future__ import annotations

import random
from operator import itemgetter
from typing import TypeAlias

from kafka_assay.assignors.model import Claims, Group, Member, Topic

FEWEST_MEMBERS, MOST_MEMBERS = 2, 20
MOST_PARTITIONS, MOST_TOPICS = 60, 8

HAPPENINGS = {"joins": 3, "leaves": 3, "grows": 2, "deploy": 1, "nothing": 1}
"""
The last event and its frequency.

A member joins; one leaves; a topic gets more partitions (or is new); up to a quarter of the members are replaced; or
the members only rejoin.
"""

KINDS = {"equal": 3, "nested": 1, "apart": 1, "chosen": 1}
"""
The kinds of subscription and their frequency.

All members are equal; each has the first topics of the list; two applications have topics of their own; each topic is
chosen with probability one half.
"""

Plan: TypeAlias = "dict[str, dict[str, list[int]]]"


def draw_everyday(draw: random.Random) -> Group:
    """
    A random everyday group.

    >>> group = draw_everyday(random.Random(7))
    >>> 2 <= len(group.members) <= 20, sum(topic.partitions for topic in group.topics) <= 60
    (True, True)
    """
    happened = draw.choices(list(HAPPENINGS), list(HAPPENINGS.values()))[0]
    size = round(FEWEST_MEMBERS * (MOST_MEMBERS / FEWEST_MEMBERS) ** draw.random())
    exchanged = max(1, round(draw.random() * size / 4))
    come = {"joins": 1, "deploy": exchanged}.get(happened, 0)
    gone = {"leaves": 1, "deploy": exchanged}.get(happened, 0)
    kind = draw.choices(list(KINDS), list(KINDS.values()))[0]
    counts = _topics(draw, size, 1 if kind == "equal" else 2)
    reads = _subscriptions(draw, size + gone, list(counts), kind)
    ids = list(reads)
    before = dict(counts)
    if happened == "grows":
        grown = draw.choice(list(counts))
        before[grown] = draw.randrange(counts[grown])
    owned = _claims(_plan(draw, before, {member: reads[member] for member in ids[come:]}))
    generation = draw.randrange(1, 200)
    members = [
        Member(
            id=member,
            subscription=reads[member],
            owned=owned.get(member, ()),
            generation=None if place < come else generation,
        )
        for place, member in enumerate(ids[:size])
    ]
    draw.shuffle(members)
    subscribed = {topic for member in members for topic in member.subscription}
    topics = tuple(Topic(name=name, partitions=count) for name, count in counts.items() if name in subscribed)
    return Group(topics=topics, members=tuple(members))


def _topics(draw: random.Random, members: int, fewest_topics: int) -> dict[str, int]:
    """Topic -> partitions: at least half as many partitions as members, so some groups have idle members."""
    fewest = max(2, members // 2)
    partitions = round(fewest * (MOST_PARTITIONS / fewest) ** draw.random())
    topics = draw.randint(fewest_topics, min(MOST_TOPICS, partitions))
    cuts = sorted(draw.sample(range(1, partitions), topics - 1))
    names = [f"t{place}" for place in range(topics)]
    draw.shuffle(names)
    return {name: stop - start for name, start, stop in zip(names, [0, *cuts], [*cuts, partitions], strict=True)}


def _subscriptions(draw: random.Random, members: int, topics: list[str], kind: str) -> dict[str, tuple[str, ...]]:
    """Member -> its topics, at least one."""
    reads: dict[str, tuple[str, ...]] = {}
    half = len(topics) // 2
    while len(reads) < members:
        mine = topics
        match kind:
            case "nested":
                mine = topics[: draw.randint(1, len(topics))]
            case "apart":
                mine = draw.choice((topics[:half], topics[half:]))
            case "chosen":
                mine = [topic for topic in topics if draw.random() < 0.5] or [draw.choice(topics)]
        # Random ids, so that a new member may sort anywhere among the others.
        reads[f"consumer-{draw.getrandbits(32):08x}"] = tuple(mine)
    return reads


def _plan(draw: random.Random, counts: dict[str, int], reads: dict[str, tuple[str, ...]]) -> Plan:
    """The owners before the event: every partition of `counts` that had a subscriber."""
    takers = {topic: [member for member, mine in reads.items() if topic in mine] for topic in counts}
    return _deal_by_topic(counts, takers) if draw.random() < 1 / 3 else _deal_evenly(draw, counts, takers)


def _deal_evenly(draw: random.Random, counts: dict[str, int], takers: dict[str, list[str]]) -> Plan:
    """Deal partitions to random members with the least, topics with the fewest subscribers first."""
    plan: Plan = {}
    load: dict[str, int] = {}
    partitions = [
        (len(takers[topic]), draw.random(), topic, p) for topic, count in counts.items() for p in range(count)
    ]
    for readers, _, topic, partition in sorted(partitions):
        if readers:
            least = min((load.get(member, 0), draw.random(), member) for member in takers[topic])
            load[least[2]] = least[0] + 1
            plan.setdefault(least[2], {}).setdefault(topic, []).append(partition)
    return plan


def _deal_by_topic(counts: dict[str, int], takers: dict[str, list[str]]) -> Plan:
    """Deal each topic in blocks to its subscribers, sorted by id. The first ones get one more."""
    plan: Plan = {}
    for topic, count in counts.items():
        readers = sorted(takers[topic])
        start = 0
        for place, member in enumerate(readers):
            stop = start + count // len(readers) + (place < count % len(readers))
            if start < stop:
                plan.setdefault(member, {})[topic] = list(range(start, stop))
            start = stop
    return plan


def _claims(plan: Plan) -> dict[str, Claims]:
    return {
        member: tuple((topic, tuple(sorted(ids))) for topic, ids in sorted(mine.items(), key=itemgetter(0)))
        for member, mine in plan.items()
    }
