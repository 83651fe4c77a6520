from __future__ import annotations

from kafka_assay.benchmarks.workload import SubscriptionType, Workload, WorkloadEvent
from kafka_assay.benchmarks.workload_group import build_group
from studies.oracle.optimal_at_size import check_at, shuffle_member_names

POINT = Workload(
    member_count=6,
    partitions_to_member_ratio=5,
    topic_count=10,
    subscription_type=SubscriptionType.RANDOM_HALF,
    event=WorkloadEvent.SCRAMBLED,
)


def test_all_applicable_laws_are_checked_and_kept() -> None:
    asked = check_at(POINT)

    assert (13, (), (), True) == (asked.kept, asked.broken, asked.undecided, asked.same_renamed)


def test_renaming_keeps_the_claims() -> None:
    group = build_group(POINT)

    other = shuffle_member_names(group)

    assert [(one.subscription, one.owned) for one in group.members] == [
        (one.subscription, one.owned) for one in other.members
    ]
    assert group.member_ids() != other.member_ids()
    assert sorted(group.member_ids()) == sorted(other.member_ids())
