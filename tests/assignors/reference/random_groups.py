"""Small random groups, clean and dirty, with racks or old versions of the subscription protocol, from a seed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from kafka_assay.assignors.model import Group, Member, Topic

TOPICS = ("B", "Zz", "t-1", "t0", "t1", "t10", "t2", "topic_9", "x.y")
IDS = ("Ab", "C10", "C2", "m-aa", "m-zz", "zz", "é", "\uffff", "\U0001f600", "0")
SIZES = (1, 1, 2, 3, 3, 5, 8)


def random_groups(random: Random, count: int, *, dirty: bool) -> Iterator[Group]:
    """Yield `count` groups of up to seven members and five topics. Dirty ones have bad claims and subscriptions."""
    for _ in range(count):
        topics = tuple(
            Topic(name=name, partitions=0 if dirty and random.random() < 0.05 else random.choice(SIZES))
            for name in random.sample(TOPICS, random.randint(1, 5))
        )
        ids = random.sample(IDS, random.randint(1, 7))
        subscriptions = _subscriptions(random, [topic.name for topic in topics], len(ids), dirty=dirty)
        owned = _claims(random, topics, subscriptions, dirty=dirty)
        generations: tuple[int | None, ...] = (5, 5, 4, 3, None) if dirty else (5,)
        members = tuple(
            Member(id=member, subscription=tuple(wanted), owned=mine, generation=random.choice(generations))
            for member, wanted, mine in zip(ids, subscriptions, owned, strict=True)
        )
        yield Group(topics=topics, members=members)


def _subscriptions(random: Random, names: list[str], members: int, *, dirty: bool) -> list[list[str]]:
    shape = random.choice(("equal", "any", "any", "nested", "odd one"))
    wanted: list[list[str]] = []
    for place in range(members):
        if shape == "equal" or (shape == "odd one" and place > 0):
            mine = random.sample(names, len(names))
        elif shape == "any":
            mine = [name for name in names if random.random() < 0.6] or [random.choice(names)]
        else:
            mine = names[: random.randint(1, len(names))]
        if dirty and random.random() < 0.15:
            mine = random.choice(([], [*mine, "gone"], [*mine, mine[0]]))
        wanted.append(mine)
    return wanted


def _claims(
    random: Random, topics: tuple[Topic, ...], subscriptions: list[list[str]], *, dirty: bool
) -> list[tuple[tuple[str, tuple[int, ...]], ...]]:
    share = random.choice((0, 0.3, 0.7, 1))
    again = random.choice((0, 0.2, 0.5)) if dirty else 0
    owned: list[dict[str, list[int]]] = [{} for _ in subscriptions]
    for topic in topics:
        for partition in range(topic.partitions):
            able = [
                place for place, mine in enumerate(subscriptions) if topic.name in mine or random.random() < again / 2
            ]
            while able and random.random() < share:
                owned[random.choice(able)].setdefault(topic.name, []).append(partition)
                if random.random() >= again:
                    break
    if dirty and random.random() < 0.2:
        owned[0].setdefault(topics[0].name, []).extend((-1, topics[0].partitions, 2**31))
        owned[-1]["nowhere"] = [0]
    return [tuple((name, tuple(ids)) for name, ids in mine.items()) for mine in owned]


def random_lagging_groups(random: Random, count: int) -> Iterator[Group]:
    """Yield `count` dirty groups with offsets: many equal lags, some missing commits, some unknown offsets."""
    for group in random_groups(random, count, dirty=True):
        most = random.choice((1, 3, 1000))
        topics = tuple(_with_offsets(random, topic, most) for topic in group.topics)
        yield replace(group, topics=topics, auto_offset_reset=random.choice(("latest", "earliest")))


def _with_offsets(random: Random, topic: Topic, most: int) -> Topic:
    if random.random() < 0.1:
        return topic
    ids = range(topic.partitions)
    return replace(
        topic,
        begin_offsets=tuple(random.randint(0, 1) for _ in ids),
        end_offsets=tuple(random.randint(0, most) for _ in ids),
        committed_offsets=tuple(random.choice((0, 0, 1, None)) for _ in ids),
    )


RACKS = ("ra", "rb", "rc", "")


def with_racks(random: Random, group: Group) -> Group:
    """Return the same group with members and replicas on up to four racks, some without any or with an unnamed rack."""
    pool = RACKS[: random.randint(1, len(RACKS))]
    known = random.choice((0.5, 1, 1))
    return replace(
        group,
        topics=tuple(
            replace(
                topic,
                replica_racks=tuple(
                    tuple(random.choices(pool, k=random.choice((0, 1, 1, 2, 3)))) for _ in range(topic.partitions)
                )
                if random.random() < 0.8
                else None,
            )
            for topic in group.topics
        ),
        members=tuple(
            replace(member, rack=random.choice(RACKS) if random.random() < known else None) for member in group.members
        ),
    )


def with_old_versions(random: Random, group: Group) -> Group:
    """Return the same group, with subscription versions 0 to 3."""
    members = tuple(replace(member, metadata_version=random.choice((0, 1, 2, 3, 3))) for member in group.members)
    return replace(group, members=members)


def random_racks(seed: int, count: int) -> Iterator[Group]:
    """Yield `count` random groups with racks, every third with some static members."""
    random = Random(seed)
    for number, group in enumerate(random_groups(random, count, dirty=True)):
        members = [
            replace(member, instance_id=f"i{random.random()}" if number % 3 == 0 and random.random() < 0.5 else None)
            for member in group.members
        ]
        yield with_racks(random, replace(group, members=tuple(members)))
