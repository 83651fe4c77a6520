from __future__ import annotations

from dataclasses import replace

import pytest

from kafka_assay.benchmarks.comparison.comparison_record import ComparisonLine, ExpectedReason
from kafka_assay.benchmarks.comparison.paired_cases import PairedCases, law_lines
from tests.benchmarks.comparison.sides import LAW, results, side


def line_of(base: str, candidate: str, control: str | None = None) -> ComparisonLine:
    """The line of the law with these marks."""
    again = None if control is None else results(control)
    (line,) = law_lines(PairedCases(side(results(base)), side(results(candidate)), again))
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
        ("kkkk", "kkhk", "newly-broken"),
        ("hkkk", "kkkk", "newly-kept"),
        ("hkkk", "hkkk", "same"),
    ],
)
def test_outcome_follows_from_the_pairs_on_which_one_side_breaks_the_law(
    base: str, candidate: str, outcome: str
) -> None:
    """Pairs in one direction count from the first; in both, an exact sign test decides. A hang counts as a break."""
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

    changed = [line for line in law_lines(PairedCases(base, candidate)) if line.outcome != "same"]

    assert [("newly-broken", "small")] == [(line.outcome, line.effect) for line in changed]


@pytest.mark.parametrize(
    ("base", "candidate", "outcome", "undecided", "groups"),
    [
        (".kk", "bkk", "same", False, 2),
        ("kku", "kkk", "not-comparable", True, 2),
        ("kku", "kku", "same", False, 2),
        ("kku", "kbk", "newly-broken", False, 2),
        ("uu", "uu", "not-comparable", True, 0),
        ("k.", ".k", "not-comparable", True, 0),
    ],
)
def test_pairs_without_two_verdicts_do_not_count(
    base: str, candidate: str, outcome: str, undecided: bool, groups: int
) -> None:
    """
    A pair that is undecided on one side makes an unchanged law undecided, and hides no break.

    On both sides it changes nothing: otherwise an assignor that fails on one group could never equal itself.
    """
    line = line_of(base, candidate)

    reason = "no group has a verdict on both sides" if not groups else "could not be judged on one side for some groups"
    assert (outcome, undecided, groups) == (line.outcome, line.undecided, line.groups)
    assert (reason if undecided else None) == line.reason


def test_law_that_one_side_does_not_promise_is_not_compared() -> None:
    (line,) = law_lines(PairedCases(side(results("kk")), side(results(".."), laws=())))

    assert ("not-comparable", False) == (line.outcome, line.undecided)
    assert "the candidate does not promise it" == line.reason


@pytest.mark.parametrize(("marks", "expected", "regression"), [("kxk", "by design", False), ("kxb", None, True)])
def test_one_undeclared_break_is_a_regression(marks: str, expected: str | None, regression: bool) -> None:
    """Declared failures have their reason."""
    declared = ExpectedReason(law=LAW, inputs="clean", reason="by design")

    (line,) = law_lines(PairedCases(side(results("kkk")), side(results(marks), expected=[declared])))

    assert ("newly-broken", expected, regression) == (line.outcome, line.expected, line.is_regression)


@pytest.mark.parametrize(("every", "outcome"), [(9, "newly-broken"), (50, "unstable")])
def test_base_that_varies_excuses_only_what_is_uncertain_over_all_families(every: int, outcome: str) -> None:
    families = "clean", "racks", "large", "static-members"
    marks = "".join("k" if place % every else "b" for place in range(160))
    base, candidate = (replace(side(results(one)), families=families) for one in ("k" * 160, marks))

    lines = list(law_lines(PairedCases(base, candidate, results("k" * 160))))

    assert {outcome} == {line.outcome for line in lines if line.worse_groups}
    assert any(line.p is not None and line.p > 0.05 / 4 for line in lines), "one family is not certain alone"


def test_many_breaks_after_a_base_that_varies_count_and_few_are_unstable() -> None:
    few = line_of("kkkkkkkk", "kkkbkkkk", control="kbkkkkkk")

    assert ("unstable", 1.0) == (few.outcome, few.control)
    assert "newly-broken" == line_of("k" * 20, "b" * 20, control="b" + "k" * 19).outcome
