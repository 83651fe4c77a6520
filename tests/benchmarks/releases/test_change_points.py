"""Tests of the change points, on series whose changes are known."""

from __future__ import annotations

import pytest

from kafka_assay.benchmarks.releases.change_points import ChangePoint, find_change_points

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


def test_step_is_found_between_its_releases() -> None:
    found = find_change_points("ms", series(1, 1, 1, 2, 2, 2, 2))

    (change,) = found
    assert ("3", "4") == (change.last, change.first)
    assert [pytest.approx(1, abs=0.02), pytest.approx(2, abs=0.02)] == [change.before, change.after]


def test_each_change_of_several_is_found() -> None:
    found = find_change_points("ms", series(1, 1, 2, 2, 5, 1, 1))

    assert [("2", "3"), ("4", "5"), ("5", "6")] == releases_of(found)


def test_series_without_a_change_has_no_change_point() -> None:
    assert () == find_change_points("ms", series(*[1.0] * 20))


def test_equal_values_have_no_change_point() -> None:
    """Quality repeats exactly. Rounding errors are no change."""
    assert () == find_change_points("gap", {str(number): [0.1, 0.2, 7.0] for number in range(30)})


def test_change_on_a_tenth_of_the_groups_is_found() -> None:
    """On a single group of 50 it would say nothing about the others."""
    before, after = [0.0] * 50, [*[0.0] * 45, *[1.0] * 5]

    found = find_change_points("gap", {"1": before, "2": before, "3": after, "4": after})

    (change,) = found
    assert ("2", "3") == (change.last, change.first)
    assert [0.0, pytest.approx(0.1)] == [change.before, change.after]


def test_busy_pass_is_no_change() -> None:
    """It meets all releases alike, so the samples are paired."""
    busy = {release: [*samples[:2], samples[2] + 5] for release, samples in series(1, 1, 1, 2, 2, 2).items()}

    assert [("3", "4")] == releases_of(find_change_points("ms", busy))


def test_logarithmic_means_are_geometric() -> None:
    (change,) = find_change_points("ms", {"1": [1.0, 4.0], "2": [1.0, 4.0], "3": [10.0, 40.0]}, logarithmic=True)

    assert [pytest.approx(2), pytest.approx(20)] == [change.before, change.after]


@pytest.mark.parametrize(
    "samples",
    [{}, {"1": [1.0, 1.0]}, {"1": [1.0], "2": [9.0]}, {"1": [1.0, 1.0], "2": [9.0]}, {"1": [], "2": []}],
)
def test_too_few_samples_have_no_change_point(samples: dict[str, list[float]]) -> None:
    assert () == find_change_points("ms", samples)


@pytest.mark.parametrize(
    ("before", "after", "effect"),
    [(1.0, 1.05, "small"), (1.2, 1.0, "medium"), (1.0, 3.0, "large"), (0.0, 0.1, "large"), (3.0, 0.0, "large")],
)
def test_effect_of_a_change(before: float, after: float, effect: str) -> None:
    assert effect == ChangePoint(measure="ms", last="1", first="2", before=before, after=after).effect
