"""Tests of the groups that are timed."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from kafka_assay.assignors.ownership import valid_owners
from kafka_assay.benchmarks.workload import SubscriptionType, TopicSizes, Workload, WorkloadEvent
from kafka_assay.benchmarks.workload_group import build_group

POINT = Workload(member_count=10, partitions_to_member_ratio=5, topic_count=10)


def point_at(event: WorkloadEvent, subscription_type: SubscriptionType = SubscriptionType.HOMOGENEOUS) -> Workload:
    """The small point with another event or subscription type."""
    return Workload(
        member_count=10,
        partitions_to_member_ratio=5,
        topic_count=10,
        event=event,
        subscription_type=subscription_type,
    )


@pytest.mark.parametrize("event", WorkloadEvent)
@pytest.mark.parametrize("subscription_type", SubscriptionType)
def test_point_has_the_stated_members_topics_and_partitions(
    event: WorkloadEvent, subscription_type: SubscriptionType
) -> None:
    group = build_group(point_at(event, subscription_type))

    assert (10, 10, 50) == (len(group.members), len(group.topics), sum(topic.partitions for topic in group.topics))


def test_group_is_a_function_of_point_and_seed() -> None:
    first = build_group(point_at(WorkloadEvent.SCRAMBLED), seed=1)

    assert first == build_group(point_at(WorkloadEvent.SCRAMBLED), seed=1)
    assert first != build_group(point_at(WorkloadEvent.SCRAMBLED), seed=2)


def test_full_has_no_claims() -> None:
    group = build_group(point_at(WorkloadEvent.FULL))

    assert {} == valid_owners(group)


def test_join_one_leaves_only_the_joiner_without_claims() -> None:
    group = build_group(point_at(WorkloadEvent.JOIN_ONE))

    assert 1 == sum(not member.owned for member in group.members)
    assert 50 == len(valid_owners(group))


def test_leave_one_leaves_the_share_of_one_member_unowned() -> None:
    group = build_group(point_at(WorkloadEvent.LEAVE_ONE))

    assert len(valid_owners(group)) in {45, 46}


def test_heterogeneous_subscriptions_are_five_disjoint_sets() -> None:
    group = build_group(point_at(WorkloadEvent.FULL, SubscriptionType.HETEROGENEOUS))

    subscriptions = {member.subscription for member in group.members}

    assert 5 == len(subscriptions)
    assert 10 == sum(map(len, subscriptions))


def test_equal_subscriptions_share_one_tuple() -> None:
    """Groups read from a file do the same."""
    group = build_group(POINT)

    assert 1 == len({id(member.subscription) for member in group.members})


def test_name_says_what_is_unusual() -> None:
    point = replace(POINT, topic_sizes=TopicSizes.SKEWED, racks=True)

    assert ("50x10x10-HOMOGENEOUS-FULL", "50x10x10-HOMOGENEOUS-SKEWED-RACKS-FULL") == (str(POINT), str(point))


def test_racks_are_three_with_two_replicas_of_each_partition() -> None:
    group = build_group(replace(POINT, racks=True))

    assert {"ra", "rb", "rc"} == {member.rack for member in group.members}
    assert all(len(set(pair)) == 2 for topic in group.topics for pair in topic.replica_racks or [()])


def test_chain_links_every_member_with_the_next() -> None:
    group = build_group(point_at(WorkloadEvent.FULL, SubscriptionType.CHAINED))

    links = [set(link) for link in sorted(member.subscription for member in group.members)]

    assert all(len(link) == 2 for link in links[:-1])
    assert all(one & other for one, other in pairwise(links))
