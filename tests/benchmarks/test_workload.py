"""Tests of the groups that are timed: their names, and what the names mean in Kafka's own benchmark."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from kafka_assay.assignors.model import Member
from kafka_assay.assignors.ownership import valid_owners
from kafka_assay.benchmarks.workload import (
    SIZES,
    Distribution,
    Rack,
    SubscriptionType,
    Workload,
    WorkloadEvent,
    parse_workload,
    workloads_named,
)
from kafka_assay.benchmarks.workload_group import build_group
from kafka_assay.oracle.solve import solve

EQUAL, SKEWED = Distribution
FULL, STABLE, JOIN_ONE, JOIN_MANY, LEAVE_ONE, LEAVE_MANY, PARTITIONS_ADDED, SCRAMBLED = WorkloadEvent
HOMOGENEOUS, DISJOINT, NESTED, RANDOM_5PCT, RANDOM_HALF, CHAINED = SubscriptionType


def point_of(
    event: WorkloadEvent = FULL,
    subscription_type: SubscriptionType = HOMOGENEOUS,
    members: int = 20,
    topics: int = 40,
) -> Workload:
    """A small workload: 10 partitions for each member."""
    return Workload(
        member_count=members,
        partitions_to_member_ratio=10,
        topic_count=topics,
        event=event,
        subscription_type=subscription_type,
    )


def members_of(workload: Workload) -> list[Member]:
    """The members of the group, in the order of their numbers."""
    return sorted(build_group(workload).members, key=lambda member: member.id)


def topics_of(workload: Workload) -> list[list[int]]:
    """The numbers of the topics of each member."""
    return [[int(topic.removeprefix("topic-")) for topic in one.subscription] for one in members_of(workload)]


@pytest.mark.parametrize("event", WorkloadEvent)
@pytest.mark.parametrize("subscription_type", SubscriptionType)
def test_group_has_the_stated_size(event: WorkloadEvent, subscription_type: SubscriptionType) -> None:
    group = build_group(point_of(event, subscription_type, members=9), seed=3)

    assert (9, 40, 80) == (len(group.members), len(group.topics), sum(topic.partitions for topic in group.topics))


def test_group_is_a_function_of_point_and_seed() -> None:
    first = build_group(point_of(SCRAMBLED), seed=1)

    assert first == build_group(point_of(SCRAMBLED), seed=1)
    assert first != build_group(point_of(SCRAMBLED), seed=2)


@pytest.mark.parametrize("subscription_type", SubscriptionType)
def test_stable_group_is_at_an_optimum(subscription_type: SubscriptionType) -> None:
    answer = solve(build_group(point_of(STABLE, subscription_type)))
    fresh = solve(build_group(point_of(FULL, subscription_type)))

    assert (0, fresh.loads) == (answer.moves, answer.loads)


@pytest.mark.parametrize(
    ("event", "newcomers", "unowned"),
    [
        (FULL, 45, 450),
        (STABLE, 0, 0),
        (JOIN_ONE, 1, 0),
        (JOIN_MANY, 5, 0),
        (LEAVE_ONE, 0, 9),
        (LEAVE_MANY, 0, 45),
        (PARTITIONS_ADDED, 0, 1),
    ],
)
def test_event_changes_one_member_or_a_tenth_rounded_up(event: WorkloadEvent, newcomers: int, unowned: int) -> None:
    owned = [len(member.claims()) for member in members_of(point_of(event, members=45, topics=10))]

    assert (45, newcomers, unowned) == (len(owned), owned.count(0), 450 - sum(owned))


@pytest.mark.parametrize("distribution", Distribution)
@pytest.mark.parametrize("topics", [40, 45])
def test_partitions_added_are_the_last_of_a_tenth_of_the_topics(distribution: Distribution, topics: int) -> None:
    group = build_group(replace(point_of(PARTITIONS_ADDED, topics=topics), distribution=distribution))

    owned = {claim for member in group.members for claim in member.claims()}
    every = 10 if topics == 40 else 9
    expected = [(topic.name, topic.partitions - 1) for topic in group.topics[::every]]
    assert expected == [
        (topic.name, id_) for topic in group.topics for id_ in range(topic.partitions) if (topic.name, id_) not in owned
    ]


@pytest.mark.parametrize(
    ("subscription_type", "shares"),
    [
        (HOMOGENEOUS, [(0, 12)]),
        (DISJOINT, [(0, 2), (2, 4), (4, 7), (7, 9), (9, 12)]),
        (NESTED, [(0, 2), (0, 4), (0, 7), (0, 9), (0, 12)]),
    ],
)
def test_members_of_a_bucket_subscribe_to_their_shares(
    subscription_type: SubscriptionType, shares: list[tuple[int, int]]
) -> None:
    expected = [list(range(*shares[member % len(shares)])) for member in range(20)]
    assert expected == topics_of(point_of(FULL, subscription_type, topics=12))


@pytest.mark.parametrize(
    ("subscription_type", "topics", "size"), [(RANDOM_5PCT, 40, 2), (RANDOM_5PCT, 10, 1), (RANDOM_HALF, 40, 20)]
)
def test_random_members_subscribe_to_their_share_of_topics(
    subscription_type: SubscriptionType, topics: int, size: int
) -> None:
    """The same before any event."""
    read = topics_of(point_of(FULL, subscription_type, topics=topics))

    assert [sorted(set(mine)) for mine in read] == read
    assert {size} == {len(mine) for mine in read}
    assert len(set(map(tuple, read))) > 1
    assert read == topics_of(point_of(SCRAMBLED, subscription_type, topics=topics))


@pytest.mark.parametrize("members", [10, 40, 90])
def test_chain_covers_every_topic_with_overlapping_stretches(members: int) -> None:
    links = topics_of(point_of(FULL, CHAINED, members=members))

    assert set(range(40)) == {topic for link in links for topic in link}
    assert all(link == list(range(link[0], link[-1] + 1)) for link in links)
    assert all(set(one) & set(other) for one, other in pairwise(links))


@pytest.mark.parametrize("subscription_type", SubscriptionType)
def test_scrambled_partitions_belong_to_subscribers(subscription_type: SubscriptionType) -> None:
    group = build_group(point_of(SCRAMBLED, subscription_type))

    read = {topic for member in group.members for topic in member.subscription}
    assert sum(topic.partitions for topic in group.topics if topic.name in read) == len(valid_owners(group))


@pytest.mark.parametrize(
    ("ratio", "expected"),
    [
        # Tiers of 18, 6, 2 and 1 topics need 18 + 12 + 8 + 8 partitions.
        (4, [17, 9, 9, *[5] * 6, *[3] * 7, *[2] * 11]),
        (2, [9, 5, 5, *[3] * 5, 2, *[1] * 18]),
        (1, [1] * 27),
    ],
)
def test_skewed_topics_are_in_tiers(ratio: int, expected: list[int]) -> None:
    """A remainder goes to the first topics. With fewer partitions than the tiers need, the distribution is equal."""
    point = Workload(member_count=27, partitions_to_member_ratio=ratio, topic_count=27, distribution=SKEWED)

    assert expected == [topic.partitions for topic in build_group(point).topics]


def test_only_who_stays_has_claims_and_equal_subscriptions_share_one_tuple() -> None:
    """Groups read from a file do the same. There are three racks, and two replicas of each partition."""
    group = build_group(replace(point_of(JOIN_ONE), rack=Rack.PROVIDED))

    assert {"ra", "rb", "rc"} == {member.rack for member in group.members}
    assert all(len(set(pair)) == 2 for topic in group.topics for pair in topic.replica_racks or [()])
    assert 1 == len({id(member.subscription) for member in group.members})
    assert [None, 1] == sorted({member.generation for member in group.members}, key=str, reverse=True)
    assert 200 == len(valid_owners(group))


@pytest.mark.parametrize(
    ("changes", "name"),
    [
        ({}, "200x20x40-HOMOGENEOUS-FULL"),
        ({"event": LEAVE_ONE, "subscription_type": NESTED}, "200x20x40-HETEROGENEOUS_NESTED-LEAVE_ONE"),
        ({"distribution": SKEWED, "rack": Rack.PROVIDED}, "200x20x40-HOMOGENEOUS-SKEWED-PROVIDED-FULL"),
    ],
)
def test_name_says_what_is_unusual_and_can_be_read(changes: dict[str, object], name: str) -> None:
    point = replace(point_of(), **changes)  # type: ignore[arg-type]

    assert (name, point) == (str(point), parse_workload(name))


@pytest.mark.parametrize(("size", "topics"), list(zip(SIZES, (10, 100, 1_000), strict=True)))
def test_largest_groups_reach_every_property_and_the_others_only_grow(size: str, topics: int) -> None:
    """In the order of the sizes, so that a slow target is detected before the large groups."""
    grid = workloads_named(size)
    largest = [point for point in grid if point.member_count == SIZES[size][-1]]

    assert sorted(dict.fromkeys(grid), key=lambda point: point.size) == grid
    assert {*WorkloadEvent, *SubscriptionType, *Distribution, *Rack} == {one for point in largest for one in point.kind}
    assert {5, 10, 50} == {point.partitions_to_member_ratio for point in largest}
    assert {10, 100, 1_000} == {point.topic_count for point in largest}
    assert (1, 1) == tuple(sum(one in point.kind for point in largest) for one in (SKEWED, Rack.PROVIDED))
    assert [
        point_of(event, members=members, topics=topics) for members in SIZES[size][:-1] for event in (FULL, LEAVE_ONE)
    ] == [point for point in grid if point not in largest]
