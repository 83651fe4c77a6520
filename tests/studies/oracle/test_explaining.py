from __future__ import annotations

import pytest

from kafka_assay.benchmarks.workload import SubscriptionType, Workload, WorkloadEvent
from studies.oracle.explaining import HEAD, row


@pytest.mark.parametrize("kind", SubscriptionType)
def test_table_has_a_row_per_kind_of_subscription(kind: SubscriptionType) -> None:
    workload = Workload(
        member_count=5,
        partitions_to_member_ratio=4,
        topic_count=5,
        subscription_type=kind,
        event=WorkloadEvent.SCRAMBLED,
    )

    line = row(workload, None, 0)

    assert HEAD.splitlines()[0].count("|") == line.count("|")
    assert line.startswith(f"| {kind} | 20 |")
