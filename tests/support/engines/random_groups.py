"""
Random groups for the engines: few partitions or many, equal, unequal and chained subscriptions, clean and dirty claims.
"""

from __future__ import annotations

from random import Random

from kafka_assay.assignors.model import Assignment, Claims, Group, Member, Topic, group_of
from kafka_assay.assignors.ownership import unassigned_partitions
from kafka_assay.properties.strategies.large import draw_large
from tests.support.engines.every_group import MEMBERS, PARTITIONS, TOPICS
from tests.support.engines.every_plan import count_plans

FEWEST_WAYS = 64
"""Groups with fewer assignments than this are too easy."""

LEAST, MOST = 100, 1000
"""The least and most assignable partitions of a middling group."""

NAMES = ("m", "a", "C10", "C2", "ä", "zz")


def random_group(seed: int, *, members: int = 4, topics: int = 3, partitions: int = 3) -> Group:
    """
    A group with at most this many members, topics, and partitions in each topic.

    Claims may overlap, be stale or foreign, or be on missing partitions. A subscription may repeat a topic or name a
    missing one. Members and topics are in any order.
    """
    rng = Random(seed)
    made = [Topic(name=f"t{number}", partitions=rng.randint(0, partitions)) for number in range(rng.randint(0, topics))]
    names = [topic.name for topic in made] + ["gone"]
    shared, share = [name for name in names if rng.random() < 0.7], rng.choice([0.3, 0.6, 0.9])
    greed = rng.choice([0.1, 0.3, 0.8])
    group = [
        Member(
            id=f"{rng.choice(NAMES)}{number}",
            subscription=_subscription(rng, names, shared, share),
            owned=_claims(rng, made, greed),
            generation=rng.choice([None, 1, 2, 2, 3]),
        )
        for number in range(rng.randint(0, members))
    ]
    rng.shuffle(made)
    return Group(topics=tuple(made), members=tuple(group))


def _subscription(rng: Random, names: list[str], shared: list[str], share: float) -> tuple[str, ...]:
    mine = list(shared) if share > 0.8 else [name for name in names if rng.random() < share]
    if mine and rng.random() < 0.1:
        mine.append(rng.choice(mine))
    rng.shuffle(mine)
    return tuple(mine)


def _claims(rng: Random, topics: list[Topic], greed: float) -> Claims:
    claims = []
    for topic in topics:
        ids = [partition for partition in range(topic.partitions) if rng.random() < greed]
        if rng.random() < 0.1:
            ids.append(rng.choice([-1, 99]))
        claims.append((topic.name, tuple(ids)))
    return tuple(claims)


def random_ownership(seed: int, topics: dict[str, int], members: dict[str, list[str]]) -> Group:
    """A group in which a subscriber owns every partition that has one."""
    rng = Random(seed)
    owned: dict[str, dict[str, list[int]]] = {member: {} for member in members}
    for topic, count in topics.items():
        if subscribers := [member for member, subscription in members.items() if topic in subscription]:
            for partition in range(count):
                owned[rng.choice(subscribers)].setdefault(topic, []).append(partition)
    return group_of(topics, members, owned, generation=1)


def random_answer(seed: int, group: Group) -> Assignment:
    """A random valid answer to `group`."""
    rng = Random(seed)
    answer: Assignment = {member.id: {} for member in group.members}
    for topic, partition in unassigned_partitions(group, {}):
        taker = rng.choice([member.id for member in group.members if topic in member.subscription])
        answer[taker].setdefault(topic, []).append(partition)
    return answer


def larger_group(seed: int) -> Group:
    """A group as `random_group` draws it, with more members, topics or partitions than any enumerated group."""
    rng = Random(seed)
    while True:
        group = random_group(rng.randrange(2**31), members=7, topics=5, partitions=5)
        partitions = sum(topic.partitions for topic in group.topics)
        enumerated = len(group.members) <= MEMBERS and len(group.topics) <= TOPICS and partitions <= PARTITIONS
        if not enumerated and count_plans(group) >= FEWEST_WAYS:
            return group


def middling_group(seed: int) -> Group:
    """A group of the family `large` with 100 to 1,000 partitions to assign."""
    rng = Random(seed)
    while not LEAST <= len(unassigned_partitions(group := draw_large(rng), {})) <= MOST:
        pass
    return group
