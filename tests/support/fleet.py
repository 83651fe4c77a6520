"""
A fleet: random consumer groups like those that a company has by the thousand.

Most groups are small services with equal subscriptions. Some members know fewer topics than others, and some groups
share a broker between two applications. Many members have hosts, some racks. Most groups were captured after an event:
a member joined, one left, or a topic grew.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from kafka_assay.assignors.model import Claims, Group, Member, Topic

FEWEST_PARTITIONS, MOST_PARTITIONS = 50, 500
_RACKS = ("rack-a", "rack-b", "rack-c")


def fleet(count: int, seed: int = 0) -> Iterator[Group]:
    """
    `count` groups of 50 to 500 partitions, each a function of its number and the seed.

    >>> [(group.name, len(group.members)) for group in fleet(2)] == [(g.name, len(g.members)) for g in fleet(2)]
    True
    """
    for number in range(count):
        yield _group(number, random.Random(f"{seed} {number}"))


def _group(number: int, draw: random.Random) -> Group:
    racks = draw.random() < 0.2
    topics = _topics(draw, racks=racks)
    members = _members(draw, [topic.name for topic in topics], racks=racks)
    owned = _earlier_claims(draw, topics, members)
    generation = draw.randrange(1, 200)
    with_claims = (
        Member(
            id=member.id,
            subscription=member.subscription,
            owned=owned.get(member.id, ()),
            generation=generation if member.id in owned else None,
            rack=member.rack,
            host=member.host,
            client_id=member.client_id,
        )
        for member in members
    )
    return Group(name=f"service-{number:05d}", topics=tuple(topics), members=tuple(with_claims))


def _topics(draw: random.Random, *, racks: bool) -> list[Topic]:
    partitions = draw.randint(FEWEST_PARTITIONS, MOST_PARTITIONS)
    count = min(draw.choice((1, 2, 3, 5, 8, 13, 20)), partitions)
    cuts = sorted(draw.sample(range(1, partitions), count - 1))
    sizes = [stop - start for start, stop in zip([0, *cuts], [*cuts, partitions], strict=True)]
    offsets = draw.random() < 0.5
    return [_topic(f"topic.{place}", size, draw, racks=racks, offsets=offsets) for place, size in enumerate(sizes)]


def _topic(name: str, size: int, draw: random.Random, *, racks: bool, offsets: bool) -> Topic:
    ends = tuple(draw.randrange(10**9) for _ in range(size)) if offsets else None
    return Topic(
        name=name,
        partitions=size,
        replica_racks=tuple(tuple(draw.sample(_RACKS, 2)) for _ in range(size)) if racks else None,
        begin_offsets=(0,) * size if offsets else None,
        end_offsets=ends,
        committed_offsets=tuple(end - min(end, 1_000) for end in ends) if ends else None,
    )


def _members(draw: random.Random, topics: list[str], *, racks: bool) -> list[Member]:
    count = draw.choice((2, 3, 4, 6, 8, 12, 20, 40))
    kind = draw.choices(("equal", "nested", "two applications"), (70, 20, 10))[0]
    hosts = max(1, count // draw.choice((1, 2, 4)))
    half = max(1, len(topics) // 2)
    members = []
    for place in range(count):
        mine = topics
        if kind == "nested" and place % 3 == 0:
            mine = topics[:half]
        elif kind == "two applications" and len(topics) > 1:
            mine = topics[:half] if place % 2 else topics[half:]
        members.append(
            Member(
                id=f"consumer-{place}-{draw.getrandbits(128):032x}",
                subscription=tuple(mine),
                rack=draw.choice(_RACKS) if racks else None,
                host=f"/10.0.0.{place % hosts}",
                client_id=f"consumer-{place}",
            )
        )
    draw.shuffle(members)
    return members


def _earlier_claims(draw: random.Random, topics: list[Topic], members: list[Member]) -> dict[str, Claims]:
    """
    Claims of an earlier answer, dealt by topic.

    The newest member has none, and those of a member that left are missing.
    """
    present = members[1:] if draw.random() < 0.3 and len(members) > 2 else members
    gone = draw.random() < 0.1
    owned: dict[str, dict[str, list[int]]] = {member.id: {} for member in present}
    for topic in topics:
        takers = [member.id for member in present if topic.name in member.subscription]
        places = len(takers) + gone
        for partition in range(topic.partitions if takers else 0):
            place = partition * places // topic.partitions
            if place < len(takers):
                owned[takers[place]].setdefault(topic.name, []).append(partition)
    return {member: tuple((topic, tuple(ids)) for topic, ids in mine.items()) for member, mine in owned.items()}
