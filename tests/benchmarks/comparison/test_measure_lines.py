from __future__ import annotations

import pytest

from kafka_assay.benchmarks.comparison.comparison_record import ComparisonLine
from kafka_assay.benchmarks.comparison.measure_lines import TOLERANCES, measure_lines, seconds_line
from kafka_assay.benchmarks.comparison.paired_cases import PairedCases
from kafka_assay.benchmarks.timed_calls import Sitting
from tests.benchmarks.comparison.sides import results, side

ZEROS = [0.0] * 40


Figures = dict[str, list[float]]


def line_of(measure: str, base: Figures, candidate: Figures, control: Figures | None = None) -> ComparisonLine:
    """The line of a measure of two sides with these figures."""
    pairs = PairedCases(
        side(results(figures=base)),
        side(results(figures=candidate)),
        None if control is None else results(figures=control),
    )
    return next(line for line in measure_lines(pairs, TOLERANCES) if line.measure == measure)


def outcome_of(measure: str, candidate: list[float], control: list[float] | None = None) -> ComparisonLine:
    """The line of a measure that is 0 for every group of the base."""
    return line_of(measure, {measure: ZEROS}, {measure: candidate}, None if control is None else {measure: control})


@pytest.mark.parametrize(
    ("measure", "candidate", "control", "outcome"),
    [
        ("moves", ZEROS, None, "same"),
        ("moves", [1.0, 0.0] * 20, None, "worse"),
        ("moves", [0.04] * 40, None, "worse-within-tolerance"),
        ("moves", [-0.04] * 40, None, "better-within-tolerance"),
        ("moves", [-1.0] * 40, None, "better"),
        ("moves", [1.0, -1.0] * 20, None, "same"),
        ("topic_spread", [3.0] * 40, None, "worse-within-tolerance"),
        # An unmodified copy of a base that does not repeat its answers differs somewhere by chance.
        ("balance_gap", [2.0, *ZEROS[1:]], ZEROS, "same"),
        ("moves", [0.2] * 40, [0.3] * 40, "unstable"),
    ],
)
def test_outcome_follows_from_the_tolerance_and_from_what_the_base_differs_from_itself(
    measure: str, candidate: list[float], control: list[float] | None, outcome: str
) -> None:
    """A topic spread has no limit."""
    line = outcome_of(measure, candidate, control)

    assert (outcome, control and max(control)) == (line.outcome, line.control)


@pytest.mark.parametrize("measure", ["moves", "rounds"])
@pytest.mark.parametrize(
    ("gap", "outcome"),
    [
        ([0.0] * 40, "worse-for-balance"),
        ([0.0] * 20 + [9.0] * 20, "worse"),
        ([9.0] * 40, "worse"),
        ([12.0] * 40, "worse"),
    ],
    ids=["a pure bug fix", "half of them for nothing", "all for nothing", "less even too"],
)
def test_moves_that_rise_only_where_the_balance_improves_are_no_regression(
    measure: str, gap: list[float], outcome: str
) -> None:
    base = {measure: [1.0] * 40, "balance_gap": [9.0] * 40}

    line = line_of(measure, base, {measure: [3.0] * 40, "balance_gap": gap})

    assert (outcome, outcome == "worse") == (line.outcome, line.is_regression)


def test_few_worse_groups_and_no_better_one_are_not_called_the_same() -> None:
    """The interval includes 0, but every group that differs is worse."""
    line = outcome_of("balance_gap", [2.0, *ZEROS[1:]])

    assert line.interval is not None
    assert line.interval[0] <= 0
    assert ("worse-within-tolerance", "medium") == (line.outcome, line.effect)
    assert (1, 0, 40) == (line.worse_groups, line.better_groups, line.groups)


def test_fewer_moves_than_the_best_plan_come_from_less_balance_only_if_measured_on_all_these_groups() -> None:
    even = {"moves": [2.0, 2.0, 2.0], "fewest_moves": [2.0] * 3, "balance_gap": [0.0, 5.0, 0.0]}
    lazy = {"moves": [0.0, 1.0, 2.0], "fewest_moves": [2.0] * 3, "balance_gap": [8.0, 2.0, 0.0]}
    odd = {**lazy, "balance_gap": [8.0, 0.0, 0.0]}

    line = line_of("moves", even, lazy)

    assert ((False, True), (0.0, -1.0)) == (line.less_even, line.above_fewest)
    assert (False, False) == line_of("moves", even, odd).less_even


def test_balance_gap_beside_the_moves_is_that_of_the_groups_whose_moves_differ() -> None:
    base = {"moves": [2.0, 2.0, 2.0], "balance_gap": [0.0, 4.0, 50.0]}
    candidate = {"moves": [1.0, 0.0, 2.0], "balance_gap": [6.0, 8.0, 0.0]}

    assert (2.0, 7.0) == line_of("moves", base, candidate).gap_where_moves_differ
    assert line_of("moves", base, base).gap_where_moves_differ is None


def test_means_are_those_of_a_rebalance_and_leave_out_lives_that_ended_elsewhere() -> None:
    base = {"moves": [4.0, 0.0, 4.0], "rebalances": [4.0, 1.0, 3.0]}
    candidate = {"moves": [8.0, 0.0, 9.0], "rebalances": [4.0, 1.0, 1.0]}

    line = line_of("moves", base, candidate)

    assert (2, 0.5, 1.0) == (line.groups, line.base, line.candidate)


def test_measure_of_fewer_than_two_groups_is_not_compared() -> None:
    pairs = PairedCases(side(results("kk")), side(results("kk")))

    assert {"both answered fewer than two groups"} == {line.reason for line in measure_lines(pairs, TOLERANCES)}


def sitting(candidate: float, control: float = 1.0) -> Sitting:
    """Twelve blocks: the base takes a second, the others these seconds, with a little noise."""
    noise = [1.0, 1.001] * 6
    return Sitting(tuple(noise), tuple(candidate * one for one in noise[::-1]), tuple(control * one for one in noise))


@pytest.mark.parametrize(
    ("sittings", "outcome", "control"),
    [
        ([sitting(1.0)], "same", 0.0),
        ([sitting(1.2), sitting(1.3)], "worse", 0.0),
        ([sitting(1.03), sitting(1.02)], "worse-within-tolerance", 0.0),
        ([sitting(0.5), sitting(0.5)], "better", 0.0),
        ([sitting(1.2), sitting(1.0)], "unstable: new processes do not show it again", 0.0),
        ([sitting(1.2), sitting(0.8)], "unstable: new processes do not show it again", 0.0),
        ([sitting(1.2, control=1.25), sitting(1.2)], "unstable: the base may differ from itself as much", 0.25),
        ([sitting(1.2, control=0.8), sitting(1.2)], "unstable: the base may differ from itself as much", 0.25),
    ],
)
def test_time_counts_if_new_processes_show_it_again_and_the_control_does_not(
    sittings: list[Sitting], outcome: str, control: float
) -> None:
    line = seconds_line(sittings, ("w",), 0.05)

    assert pytest.approx(control, abs=0.002) == line.control
    assert line.timed_groups is None
    assert outcome == (f"{line.outcome}: {line.reason}" if line.outcome == "unstable" else line.outcome)


TWO_GROUPS = Sitting((0.001,) * 6 + (0.1,) * 6, (0.004,) * 6 + (0.1,) * 6, (0.001,) * 6 + (0.1,) * 6)


def test_each_timed_group_has_its_own_seconds_and_factor() -> None:
    line = seconds_line([TWO_GROUPS, TWO_GROUPS], ("small", "large"), 0.05)

    assert pytest.approx((0.01, 0.02, 2.0)) == (line.base or 0, line.candidate, line.ratio)
    small, large = line.timed_groups or ()
    assert ("small", "large") == (small.name, large.name)
    assert pytest.approx((0.001, 0.004, 4.0, 3.0, 3.0)) == (small.base, small.candidate, small.ratio, *small.interval)
    assert pytest.approx((0.1, 0.1, 1.0, 0.0, 0.0)) == (large.base, large.candidate, large.ratio, *large.interval)


def test_line_has_its_tolerance_and_none_if_there_is_no_limit() -> None:
    figures = results(figures={"moves": [1.0, 2.0], "topic_spread": [1.0, 2.0]})

    lines = measure_lines(PairedCases(side(figures), side(figures)), TOLERANCES)

    assert {"balance_gap": 0.0, "moves": 0.05, "rounds": 0.05, "topic_spread": None} == {
        line.measure: line.tolerance for line in lines
    }
    assert 0.07 == seconds_line([sitting(1.0)], ("w",), 0.07).tolerance
