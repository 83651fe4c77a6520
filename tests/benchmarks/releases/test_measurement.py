"""Tests of the summary of measures, from measures that are given."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from kafka_assay.benchmarks.releases.measurement import FEWEST_COMMON, MeasuredRelease, summarize_measures
from kafka_assay.benchmarks.releases.release_measures import MeasurePlan, ReleaseMeasures

GROUPS = 2 * FEWEST_COMMON
PLAN = MeasurePlan(groups=GROUPS, passes=2)
WORKLOAD = str(PLAN.workloads[0])


def measures(
    gaps: Sequence[int | None], seconds: tuple[float, ...] = (1.0, 1.1), memory: tuple[float, ...] = (50.0, 51.0)
) -> ReleaseMeasures:
    """Measures with these gaps, and one move above the fewest wherever the gap is 0."""
    return ReleaseMeasures(
        balance_gap=tuple(gaps),
        needless_moves=tuple(1 if gap == 0 else None for gap in gaps),
        rounds=tuple(None if gap is None else 1 for gap in gaps),
        seconds={WORKLOAD: seconds},
        memory_mib=memory,
        passes=2,
    )


def means_of(releases: dict[str, ReleaseMeasures]) -> dict[str, MeasuredRelease]:
    """The summary of each release."""
    return dict(summarize_measures(PLAN, releases).releases)


def test_releases_are_compared_on_the_groups_that_all_answered() -> None:
    """The first release answers hard groups too. Its mean over them would look like a change."""
    hard: list[int | None] = [0, 0, 0, 8] * (GROUPS // 4)
    easy: list[int | None] = [0, 0, 0, None] * (GROUPS // 4)

    found = summarize_measures(PLAN, {"1": measures(hard), "2": measures(easy)})

    assert [GROUPS, GROUPS * 3 // 4] == [one.answered for one in found.releases.values()]
    assert [0.0, 0.0] == [one.balance_gap for one in found.releases.values()]
    assert (GROUPS * 3 // 4, ()) == (found.compared, found.change_points)


def test_release_that_answers_less_than_half_is_not_compared() -> None:
    few: list[int | None] = [5] * 2 + [None] * (GROUPS - 2)

    found = means_of({"1": measures([4] * GROUPS), "2": measures(few), "3": measures([4] * GROUPS)})

    assert [4.0, None, 4.0] == [one.balance_gap for one in found.values()]


def test_quality_of_few_groups_is_not_given() -> None:
    plan = MeasurePlan(groups=FEWEST_COMMON - 1, passes=2)

    found = summarize_measures(plan, {"1": measures([0] * (FEWEST_COMMON - 1))})

    assert (0, None) == (found.compared, found.releases["1"].balance_gap)


def test_changes_of_all_measures_are_found() -> None:
    old = measures([4] * GROUPS)
    new = measures([0] * GROUPS, seconds=(2.0, 2.1), memory=(90.0, 91.0))

    found = summarize_measures(PLAN, {"1": old, "2": old, "3": new, "4": new})

    assert [("balance_gap", "3"), (f"seconds {WORKLOAD}", "3"), ("memory_mib", "3")] == [
        (change.measure, change.first) for change in found.change_points
    ]


def test_needless_moves_count_where_every_release_has_the_best_balance() -> None:
    best: list[int | None] = [0] * GROUPS
    mixed: list[int | None] = [0, 6] * (GROUPS // 2)

    found = means_of({"1": measures(best), "2": measures(mixed)})

    assert [(0.0, 1.0), (3.0, 1.0)] == [(one.balance_gap, one.needless_moves) for one in found.values()]


def test_release_with_a_missing_pass_has_no_change_of_time() -> None:
    """It is shown all the same."""
    old, cut = measures([0] * GROUPS), measures([0] * GROUPS, seconds=(9.0,))

    found = summarize_measures(PLAN, {"1": old, "2": cut, "3": old})

    assert (9.0,) == found.releases["2"].seconds[WORKLOAD]
    assert () == found.change_points


def test_nothing_measured_is_an_empty_measurement() -> None:
    found = summarize_measures(PLAN, {})

    assert ({}, (), 0) == (found.releases, found.change_points, found.compared)


@pytest.mark.parametrize("name", ["needless_moves", "rounds"])
def test_release_without_a_value_is_not_compared(name: str) -> None:
    found = means_of({"1": measures([0] * GROUPS), "2": measures([None] * GROUPS)})

    assert (1.0, None) == (getattr(found["1"], name), getattr(found["2"], name))
