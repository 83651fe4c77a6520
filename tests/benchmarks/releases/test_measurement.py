"""Tests of the summary of measures, from measures that are given."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from kafka_assay.benchmarks.releases.measurement import (
    FEWEST_COMMON,
    ChangePoint,
    MeasurePlan,
    ReleaseMeasures,
    find_change_points,
    summarize_measures,
)

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


BEST: list[int | None] = [0] * GROUPS
UNEVEN: list[int | None] = [4] * GROUPS
FEW: list[int | None] = [5] * 2 + [None] * (GROUPS - 2)
HARD: list[int | None] = [0, 0, 0, 8] * (GROUPS // 4)
EASY: list[int | None] = [0, 0, 0, None] * (GROUPS // 4)


@pytest.mark.parametrize(
    ("gaps", "compared", "means"),
    [
        # Its mean over the hard groups would look like a change of the first release.
        ([HARD, EASY], GROUPS * 3 // 4, [(0.0, 1.0, 1.0), (0.0, 1.0, 1.0)]),
        # One that answers less than half is not compared.
        ([UNEVEN, FEW, UNEVEN], GROUPS, [(4.0, None, 1.0), (None, None, None), (4.0, None, 1.0)]),
        ([BEST, [None] * GROUPS], GROUPS, [(0.0, 1.0, 1.0), (None, None, None)]),
        # Needless moves count where every release has the best balance.
        ([BEST, [0, 6] * (GROUPS // 2)], GROUPS, [(0.0, 1.0, 1.0), (3.0, 1.0, 1.0)]),
    ],
)
def test_releases_are_compared_on_the_groups_that_all_answered(
    gaps: list[list[int | None]], compared: int, means: list[tuple[float | None, ...]]
) -> None:
    found = summarize_measures(PLAN, {str(place): measures(mine) for place, mine in enumerate(gaps)})

    releases = list(found.releases.values())
    assert (compared, means) == (
        found.compared,
        [(one.balance_gap, one.needless_moves, one.rounds) for one in releases],
    )
    assert [GROUPS - mine.count(None) for mine in gaps] == [one.answered for one in releases]


def test_quality_of_few_groups_is_not_given_and_nothing_measured_is_empty() -> None:
    plan = MeasurePlan(groups=FEWEST_COMMON - 1, passes=2)

    found, nothing = summarize_measures(plan, {"1": measures([0] * (FEWEST_COMMON - 1))}), summarize_measures(PLAN, {})

    assert (0, None) == (found.compared, found.releases["1"].balance_gap)
    assert ({}, (), 0) == (nothing.releases, nothing.change_points, nothing.compared)


def test_changes_of_all_measures_are_found() -> None:
    old = measures([4] * GROUPS)
    new = measures([0] * GROUPS, seconds=(2.0, 2.1), memory=(90.0, 91.0))

    found = summarize_measures(PLAN, {"1": old, "2": old, "3": new, "4": new})

    assert [("balance_gap", "3"), (f"seconds {WORKLOAD}", "3"), ("memory_mib", "3")] == [
        (change.measure, change.first) for change in found.change_points
    ]


def test_release_with_a_missing_pass_has_no_change_of_time() -> None:
    """It is shown all the same."""
    old, cut = measures([0] * GROUPS), measures([0] * GROUPS, seconds=(9.0,))

    found = summarize_measures(PLAN, {"1": old, "2": cut, "3": old})

    assert (9.0,) == found.releases["2"].seconds[WORKLOAD]
    assert () == found.change_points


WOBBLE = (0.00, 0.03, -0.02, 0.01, -0.03, 0.02)


def series(*levels: float) -> dict[str, list[float]]:
    """Releases `1`, `2`, ... with three samples each, which wobble around the release's level."""
    return {
        str(place + 1): [level + WOBBLE[(place * 2 + number * 5) % 6] for number in range(3)]
        for place, level in enumerate(levels)
    }


def releases_of(found: tuple[ChangePoint, ...]) -> list[tuple[str, str]]:
    """The releases on both sides of each change."""
    return [(change.last, change.first) for change in found]


@pytest.mark.parametrize(
    ("levels", "changes"),
    [
        ((1, 1, 1, 2, 2, 2, 2), [("3", "4")]),
        ((1, 1, 2, 2, 5, 1, 1), [("2", "3"), ("4", "5"), ("5", "6")]),
        ((1,) * 20, []),
    ],
)
def test_each_step_is_found_between_its_releases(levels: tuple[int, ...], changes: list[tuple[str, str]]) -> None:
    found = find_change_points("ms", series(*levels))

    assert changes == releases_of(found)
    assert all(change.before == pytest.approx(levels[int(change.last) - 1], abs=0.02) for change in found)
    assert all(change.after == pytest.approx(levels[int(change.first) - 1], abs=0.02) for change in found)


def test_change_on_a_tenth_of_the_groups_is_found() -> None:
    """On a single group of 50 it would say nothing about the others."""
    before, after = [0.0] * 50, [*[0.0] * 45, *[1.0] * 5]

    found = find_change_points("gap", {"1": before, "2": before, "3": after, "4": after})

    (change,) = found
    assert ("2", "3") == (change.last, change.first)
    assert [0.0, pytest.approx(0.1)] == [change.before, change.after]


BUSY = {release: [*samples[:2], samples[2] + 5] for release, samples in series(1, 1, 1, 2, 2, 2).items()}
"""A busy pass meets all releases alike, so the samples are paired."""
EXACT = {str(number): [0.1, 0.2, 7.0] for number in range(30)}
"""Quality repeats exactly. Rounding errors are no change."""


@pytest.mark.parametrize(
    ("samples", "changes"),
    [
        (BUSY, [("3", "4")]),
        (EXACT, []),
        ({}, []),
        ({"1": [1.0, 1.0]}, []),
        ({"1": [1.0], "2": [9.0]}, []),
        ({"1": [1.0, 1.0], "2": [9.0]}, []),
        ({"1": [], "2": []}, []),
    ],
)
def test_busy_pass_equal_values_and_few_samples_are_no_change(
    samples: dict[str, list[float]], changes: list[tuple[str, str]]
) -> None:
    assert changes == releases_of(find_change_points("ms", samples))


def test_logarithmic_means_are_geometric() -> None:
    (change,) = find_change_points("ms", {"1": [1.0, 4.0], "2": [1.0, 4.0], "3": [10.0, 40.0]}, logarithmic=True)

    assert [pytest.approx(2), pytest.approx(20)] == [change.before, change.after]


@pytest.mark.parametrize(
    ("before", "after", "effect"),
    [(1.0, 1.05, "small"), (1.2, 1.0, "medium"), (1.0, 3.0, "large"), (0.0, 0.1, "large"), (3.0, 0.0, "large")],
)
def test_effect_of_a_change(before: float, after: float, effect: str) -> None:
    assert effect == ChangePoint(measure="ms", last="1", first="2", before=before, after=after).effect
