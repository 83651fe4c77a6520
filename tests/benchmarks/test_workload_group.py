"""Tests of the points of the grid as arrays."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from kafka_assay.assignors.numbering import NOBODY
from kafka_assay.benchmarks.workload import SubscriptionType, TopicSizes, Workload, WorkloadEvent
from kafka_assay.benchmarks.workload_group import build_group, columns_at
from kafka_assay.oracle.columns import Columns, columns_of
from kafka_assay.oracle.solve import solve


def point_at(
    event: WorkloadEvent, subscription_type: SubscriptionType = SubscriptionType.HOMOGENEOUS, members: int = 20
) -> Workload:
    """A small point: 5 partitions for each member, 40 topics."""
    return Workload(
        member_count=members,
        partitions_to_member_ratio=5,
        topic_count=40,
        event=event,
        subscription_type=subscription_type,
    )


def owned_counts(columns: Columns) -> list[int]:
    """How many partitions each member owned."""
    return list(np.bincount(columns.owner[columns.owner != NOBODY], minlength=columns.members))


def topics_of(columns: Columns, member: int) -> list[int]:
    """The topics of one member."""
    return list(columns.topics[columns.start[member] : columns.start[member + 1]])


@pytest.mark.parametrize("event", WorkloadEvent)
@pytest.mark.parametrize("subscription_type", SubscriptionType)
def test_arrays_and_objects_describe_the_same_group(event: WorkloadEvent, subscription_type: SubscriptionType) -> None:
    """Only topics without subscribers may differ."""
    workload = point_at(event, subscription_type, members=9)
    columns = columns_at(workload, seed=3)

    named = columns_of(build_group(workload, seed=3))

    read = np.unique(columns.topics)
    partitions = np.isin(np.repeat(np.arange(40), columns.partitions), read)
    assert columns.partitions[read].tolist() == named.columns.partitions.tolist()
    assert columns.start.tolist() == named.columns.start.tolist()
    assert np.searchsorted(read, columns.topics).tolist() == named.columns.topics.tolist()
    assert columns.owner[partitions].tolist() == named.columns.owner.tolist()


@pytest.mark.parametrize("subscription_type", SubscriptionType)
def test_stable_group_is_at_an_optimum(subscription_type: SubscriptionType) -> None:
    answer = solve(build_group(point_at(WorkloadEvent.STABLE, subscription_type)))
    fresh = solve(build_group(point_at(WorkloadEvent.FULL, subscription_type)))

    assert (0, fresh.loads) == (answer.moves, answer.loads)


@pytest.mark.parametrize("subscription_type", SubscriptionType)
def test_scrambled_partitions_belong_to_subscribers(subscription_type: SubscriptionType) -> None:
    columns = columns_at(point_at(WorkloadEvent.SCRAMBLED, subscription_type))

    topic_of = np.repeat(np.arange(40), columns.partitions).tolist()
    assert all(t in topics_of(columns, m) for t, m in zip(topic_of, columns.owner, strict=True) if m != NOBODY)
    assert set(range(40)) - set(columns.topics) == {topic_of[p] for p in np.flatnonzero(columns.owner == NOBODY)}


def test_subscriptions_do_not_depend_on_the_event() -> None:
    full, scrambled = (
        columns_at(point_at(event, SubscriptionType.RANDOM_HALF))
        for event in (WorkloadEvent.FULL, WorkloadEvent.SCRAMBLED)
    )

    assert full.topics.tolist() == scrambled.topics.tolist()


def test_nested_members_subscribe_to_one_to_five_fifths_of_the_topics() -> None:
    columns = columns_at(point_at(WorkloadEvent.FULL, SubscriptionType.NESTED))

    sizes = sorted(len(topics_of(columns, member)) for member in range(20))
    assert [8] * 4 + [16] * 4 + [24] * 4 + [32] * 4 + [40] * 4 == sizes
    assert all(topics_of(columns, member) == list(range(len(topics_of(columns, member)))) for member in range(20))


@pytest.mark.parametrize(
    ("subscription_type", "topics", "size"),
    [
        (SubscriptionType.RANDOM_5PCT, 40, 2),
        (SubscriptionType.RANDOM_5PCT, 10, 1),
        (SubscriptionType.RANDOM_HALF, 40, 20),
    ],
)
def test_random_members_subscribe_to_their_share_of_topics(
    subscription_type: SubscriptionType, topics: int, size: int
) -> None:
    workload = Workload(
        member_count=20, partitions_to_member_ratio=5, topic_count=topics, subscription_type=subscription_type
    )
    columns = columns_at(workload)

    read = [tuple(topics_of(columns, member)) for member in range(20)]
    assert [sorted(set(mine)) for mine in read] == [list(mine) for mine in read]
    assert {size} == {len(mine) for mine in read}
    assert len(set(read)) > 1


def test_leave_many_removes_a_tenth_of_the_members() -> None:
    columns = columns_at(point_at(WorkloadEvent.LEAVE_MANY, members=200))

    orphans = 1_000 - sum(owned_counts(columns))
    assert 200 == columns.members
    assert 22 * 4 <= orphans <= 22 * 5


def test_partitions_added_grows_a_tenth_of_the_topics() -> None:
    columns = columns_at(point_at(WorkloadEvent.PARTITIONS_ADDED, members=200))

    new = (columns.owner == NOBODY).reshape(40, 25)
    assert 4 == np.count_nonzero(new.any(axis=1))
    assert {(13, 12)} == {(int(row.sum()), int(row.argmax())) for row in new if row.any()}


def test_partitions_added_creates_topics_of_one_partition() -> None:
    columns = columns_at(point_at(WorkloadEvent.PARTITIONS_ADDED, members=8))

    assert 4 == np.count_nonzero(columns.owner == NOBODY)


@pytest.mark.parametrize("event", WorkloadEvent)
def test_skewed_topics_keep_the_number_of_partitions(event: WorkloadEvent) -> None:
    columns = columns_at(replace(point_at(event), topic_sizes=TopicSizes.SKEWED))

    assert (40, 80) == (len(columns.partitions), columns.partitions.sum())
    assert 1 == columns.partitions.min()
    assert columns.partitions.max() > 5 * columns.partitions.min()


def test_partitions_added_to_skewed_topics_are_the_last_of_each() -> None:
    columns = columns_at(replace(point_at(WorkloadEvent.PARTITIONS_ADDED), topic_sizes=TopicSizes.SKEWED))

    topics = np.split(columns.owner, np.cumsum(columns.partitions)[:-1])
    grown = [topic.tolist() for topic in topics if NOBODY in topic]
    assert 4 == len(grown)
    assert all(owners[len(owners) // 2 :] == [NOBODY] * (len(owners) - len(owners) // 2) for owners in grown)


@pytest.mark.parametrize("members", [10, 40, 90])
def test_chain_covers_every_topic_with_overlapping_stretches(members: int) -> None:
    columns = columns_at(point_at(WorkloadEvent.FULL, SubscriptionType.CHAINED, members=members))

    links = sorted(topics_of(columns, member) for member in range(members))

    assert set(range(40)) == {topic for link in links for topic in link}
    assert all(link == list(range(link[0], link[-1] + 1)) for link in links)
    assert all(set(one) & set(other) for one, other in pairwise(links))
