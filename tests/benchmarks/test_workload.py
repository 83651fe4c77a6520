"""Tests of the groups that are timed."""

from __future__ import annotations

import pytest

from kafka_assay.assignors.ownership import valid_owners
from kafka_assay.benchmarks.workload import SubscriptionType, Workload, WorkloadEvent, small_grid
from kafka_assay.benchmarks.workload_group import build_group

POINT = Workload(member_count=10, partitions_to_member_ratio=5, topic_count=10)


def at(event: WorkloadEvent, subscription_type: SubscriptionType = SubscriptionType.HOMOGENEOUS) -> Workload:
    """The small point with another event or kind of subscription."""
    return Workload(
        member_count=10,
        partitions_to_member_ratio=5,
        topic_count=10,
        event=event,
        subscription_type=subscription_type,
    )


@pytest.mark.parametrize("event", WorkloadEvent)
@pytest.mark.parametrize("subscription_type", SubscriptionType)
def test_a_point_has_the_members_and_partitions_that_it_names(
    event: WorkloadEvent, subscription_type: SubscriptionType
) -> None:
    """Whatever the event, the group is asked with 10 members, 10 topics and 50 partitions."""
    group = build_group(at(event, subscription_type))

    assert (10, 10, 50) == (len(group.members), len(group.topics), sum(topic.partitions for topic in group.topics))


def test_a_group_is_a_function_of_point_and_seed() -> None:
    """The same point and seed give the same group, another seed another one."""
    first = build_group(at(WorkloadEvent.SCRAMBLED), seed=1)

    assert first == build_group(at(WorkloadEvent.SCRAMBLED), seed=1)
    assert first != build_group(at(WorkloadEvent.SCRAMBLED), seed=2)


def test_a_fresh_start_has_no_claims() -> None:
    """FULL: nobody owned anything."""
    group = build_group(at(WorkloadEvent.FULL))

    assert {} == valid_owners(group)


def test_the_joiner_has_no_claims_and_the_others_own_everything() -> None:
    """JOIN_ONE: exactly one member owns nothing, and every partition has a valid owner."""
    group = build_group(at(WorkloadEvent.JOIN_ONE))

    assert 1 == sum(not member.owned for member in group.members)
    assert 50 == len(valid_owners(group))


def test_the_leaver_takes_its_share_of_claims_along() -> None:
    """LEAVE_ONE: the partitions of the eleventh member have no valid owner."""
    group = build_group(at(WorkloadEvent.LEAVE_ONE))

    assert len(valid_owners(group)) in {45, 46}


def test_buckets_are_disjoint() -> None:
    """HETEROGENEOUS: five different subscriptions, no topic in two of them."""
    group = build_group(at(WorkloadEvent.FULL, SubscriptionType.HETEROGENEOUS))

    subscriptions = {member.subscription for member in group.members}

    assert 5 == len(subscriptions)
    assert 10 == sum(map(len, subscriptions))


def test_equal_subscriptions_are_one_object() -> None:
    """Members that subscribe alike share the tuple, as groups read from a file do."""
    group = build_group(POINT)

    assert 1 == len({id(member.subscription) for member in group.members})


def test_the_small_grid_grows() -> None:
    """The grid goes from small to large, so that a slow contestant is known before the large points."""
    sizes = [workload.member_count for workload in small_grid()]

    assert sizes == sorted(sizes)
