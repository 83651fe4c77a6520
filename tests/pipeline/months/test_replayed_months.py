from __future__ import annotations

from dataclasses import replace

import pytest

from kafka_assay.assignors.hosted.targets import ReferenceTarget, TargetText
from kafka_assay.assignors.interface import AssignorFailed, CannotBeAsked
from kafka_assay.pipeline.months.drawn_month import Rates
from kafka_assay.pipeline.months.replayed_months import MonthPlan, replay_months
from kafka_assay.pipeline.replay.replayed_life import Timing

SMALL = Rates(deploys=2, scale_outs=1, most_members=6, unequal=0.5)


def plan_of(*targets: str, months: int = 3, rates: Rates = SMALL) -> MonthPlan:
    return MonthPlan(targets=tuple(TargetText(text=target) for target in targets), numbers=range(months), rates=rates)


def test_all_targets_and_the_optimum_live_through_the_same_months() -> None:
    """Eager and cooperative members of the same rule move the same partitions."""
    rates = Rates(deploys=2, static=0, most_members=6)

    rows = replay_months(plan_of("sticky", "cooperative-sticky", rates=rates), "loop")

    assert ["sticky", "cooperative-sticky", "optimal"] * 3 == [row.target for row in rows]
    assert [0, 0, 0, 1, 1, 1, 2, 2, 2] == [row.month for row in rows]
    for eager, cooperative, optimum in zip(rows[::3], rows[1::3], rows[2::3], strict=True):
        assert eager.members == cooperative.members == optimum.members
        assert eager.events == cooperative.events == optimum.events
        assert eager.rebalances == cooperative.rebalances


def test_eager_members_stop_more_in_a_rolling_restart_than_cooperative_ones() -> None:
    """An eager group stops as a whole, twice for each member."""
    rates = Rates(
        deploys=3, scale_outs=0, crashes=0, growths=0, static=0, quarter=0, most_members=6, least_partitions=2
    )

    rows = replay_months(plan_of("sticky", "cooperative-sticky", months=4, rates=rates), "loop")

    for eager, cooperative, _ in zip(rows[::3], rows[1::3], rows[2::3], strict=True):
        assert eager.stopped_partition_seconds is not None
        assert cooperative.stopped_partition_seconds is not None
        assert eager.events == 0 or eager.stopped_partition_seconds > cooperative.stopped_partition_seconds
        assert eager.stopped_partition_seconds == 3.0 * eager.partitions * (eager.rebalances or 0)


@pytest.mark.parametrize(
    ("failure", "refused", "error"),
    [
        (CannotBeAsked("it knows no racks"), "cannot express this group: it knows no racks", None),
        (AssignorFailed("crash", "it crashed"), None, "crash: it crashed"),
    ],
)
def test_target_that_fails_or_cannot_be_asked_says_why(
    failure: AssignorFailed, refused: str | None, error: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise failure

    monkeypatch.setattr(ReferenceTarget, "assign", fail)

    for row in replay_months(plan_of("range", months=1), "loop"):
        assert (refused, error, None) == (row.refused, row.error, row.rebalances)


def test_month_in_which_an_answer_breaks_a_law_is_priced_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ReferenceTarget, "assign", lambda _, group: {member.id: {} for member in group.members})

    row, _ = replay_months(plan_of("range", months=1), "loop")

    assert row.error is not None
    assert row.error.startswith("an answer breaks ")
    assert (0, True) == (row.moved, (row.stopped_partition_seconds or 0) > 0)


def test_static_members_that_restart_slowly_cost_rebalances() -> None:
    """Their session ends before they are back."""
    rates = Rates(deploys=3, scale_outs=0, crashes=0, growths=0, static=1, most_members=4)

    quick, slow = (
        replay_months(replace(plan_of("sticky", months=2, rates=rates), timing=Timing(restart=restart)), "loop")
        for restart in (30.0, 60.0)
    )

    assert {0} == {row.rebalances for row in quick}
    assert all(row.rebalances for row in slow if row.events)


@pytest.mark.integration
@pytest.mark.usefixtures("share_spark")
def test_spark_and_processes_give_the_rows_of_the_loop() -> None:
    plan = plan_of("sticky", "kafka-python:sticky")

    assert replay_months(plan, "loop") == replay_months(plan, "local[2]") == replay_months(plan, "processes")
