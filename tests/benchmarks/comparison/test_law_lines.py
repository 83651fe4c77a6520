from __future__ import annotations

from dataclasses import replace

import pytest

from kafka_assay.benchmarks.comparison.comparison import PairedSides
from kafka_assay.benchmarks.comparison.comparison_record import ComparisonLine
from kafka_assay.benchmarks.comparison.side_record import ExpectedReason
from tests.benchmarks.comparison.sides import LAW, results, side


def line_of(base: str, candidate: str, control: str | None = None) -> ComparisonLine:
    """The line of the law with these marks."""
    (line,) = PairedSides(
        side(results(base)), side(results(candidate)), None if control is None else results(control)
    ).law_lines()
    return line


@pytest.mark.parametrize(
    ("base", "candidate", "outcome"),
    [
        ("kkkk", "kkkk", "same"),
        ("kkkk", "kkbk", "newly-broken"),
        ("kbkb", "kkkk", "newly-kept"),
        ("bkkk", "bkbk", "worse"),
        ("bkbk", "bkkk", "better"),
        ("bkkkk", "kbkkk", "same"),
        ("bbkkkkkkkkkk", "bkbbbbbbbbbb", "worse"),
        ("bkkk", "bkkk", "same"),
    ],
)
def test_outcome_follows_from_the_pairs_on_which_one_side_breaks_the_law(
    base: str, candidate: str, outcome: str
) -> None:
    """Pairs in one direction count from the first; in both directions an exact sign test decides."""
    assert outcome == line_of(base, candidate).outcome


def test_line_counts_pairs() -> None:
    line = line_of("bkbkkkkk", "bbkbbkkk")

    assert (2, 4, 8) == (line.base, line.candidate, line.groups)
    assert (3, 1, 0.625) == (line.worse_groups, line.better_groups, line.p)


def test_effect_is_a_share_of_the_groups_of_all_families() -> None:
    """One of 120 groups is a small effect, although it is one of about 60 of its family."""
    base, candidate = (
        replace(side(results(marks)), families=("clean", "racks")) for marks in ("k" * 120, "b" + "k" * 119)
    )

    changed = [line for line in PairedSides(base, candidate).law_lines() if line.outcome != "same"]

    assert [("newly-broken", "small")] == [(line.outcome, line.effect) for line in changed]


def test_pair_without_a_verdict_on_one_side_does_not_count() -> None:
    """The candidate's break on the first group may be as old as the base."""
    line = line_of(".kk", "bkk")

    assert ("same", 2, 0) == (line.outcome, line.groups, line.candidate)


def test_undecided_pair_makes_an_unchanged_law_undecided() -> None:
    line = line_of("kku", "kkk")

    assert ("not-comparable", True) == (line.outcome, line.undecided)
    assert "could not be judged on one side for some groups" == line.reason


def test_pair_that_is_undecided_on_both_sides_leaves_the_law_unchanged() -> None:
    """Otherwise an assignor that fails on one group could never equal itself."""
    line = line_of("kku", "kku")

    assert ("same", False, 2) == (line.outcome, line.undecided, line.groups)


def test_law_that_is_undecided_on_every_group_is_undecided() -> None:
    line = line_of("uu", "uu")

    assert (True, "no group has a verdict on both sides") == (line.undecided, line.reason)


def test_undecided_pair_hides_no_break() -> None:
    assert "newly-broken" == line_of("kku", "kbk").outcome


def test_law_with_verdicts_on_different_groups_only_is_undecided() -> None:
    line = line_of("k.", ".k")

    assert (True, "no group has a verdict on both sides") == (line.undecided, line.reason)


def test_law_that_one_side_does_not_promise_is_not_compared() -> None:
    (line,) = PairedSides(side(results("kk")), side(results(".."), laws=())).law_lines()

    assert ("not-comparable", False) == (line.outcome, line.undecided)
    assert "the candidate does not promise it" == line.reason


def test_declared_failures_have_their_reason() -> None:
    declared = ExpectedReason(law=LAW, inputs="clean", reason="by design")

    (line,) = PairedSides(side(results("kkk")), side(results("kxk"), expected=[declared])).law_lines()

    assert ("newly-broken", "by design", False) == (line.outcome, line.expected, line.is_regression)


def test_one_undeclared_break_is_a_regression() -> None:
    declared = ExpectedReason(law=LAW, inputs="clean", reason="by design")

    (line,) = PairedSides(side(results("kkk")), side(results("kxb"), expected=[declared])).law_lines()

    assert (None, True) == (line.expected, line.is_regression)


def test_few_breaks_after_a_base_that_varies_are_unstable() -> None:
    line = line_of("kkkkkkkk", "kkkbkkkk", control="kbkkkkkk")

    assert ("unstable", 1.0) == (line.outcome, line.control)


def test_many_breaks_after_a_base_that_varies_count() -> None:
    line = line_of("k" * 20, "b" * 20, control="b" + "k" * 19)

    assert "newly-broken" == line.outcome


@pytest.mark.parametrize(
    ("base", "candidate", "outcome"),
    [
        ("kkkk", "kkhk", "newly-broken"),
        ("hkkk", "kkkk", "newly-kept"),
        ("hkkk", "hkkk", "same"),
    ],
)
def test_hang_counts_as_a_break(base: str, candidate: str, outcome: str) -> None:
    """The target has hung with more time too, before it was recorded."""
    assert outcome == line_of(base, candidate).outcome
