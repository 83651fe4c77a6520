"""Tests of the case of a law: both sides show the same question, or the text says that they were not asked the same."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kafka_assay.assignors.hosted.targets import ReferenceTarget
from kafka_assay.benchmarks.comparison.comparison_record import ComparisonLine, Outcome
from kafka_assay.benchmarks.comparison.smallest_cases import observe_law
from kafka_assay.properties.input_families import CLEAN
from kafka_assay.properties.judging.finding import find_breaks
from kafka_assay.properties.records.case_format import write_case
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.search.counterexample import found_case
from kafka_assay.reports.comparison.case_text import (
    before_after_text,
    case_note,
    comparison_note,
    repeat_command,
)
from tests.reports.comparison.records import (
    ALL_TO_C0,
    BROKEN_LINE,
    MOVES_LINE,
    NONE,
    SAME_LINE,
    SECONDS_LINE,
    case,
    record,
)
from tests.support.mutants.mutant import Mutant
from tests.support.mutants.registry import MUTANT_BY_NAME

C0, C1 = "its own answer becomes the claims, and C0 leaves", "its own answer becomes the claims, and C1 leaves"


def line_of(mutant: Mutant, outcome: Outcome) -> ComparisonLine:
    """The line of the mutant's law. One side is the mutant, the other side the reference that it was made from."""
    law = LAW_BY_ID[mutant.law]
    broken = next(find_breaks(mutant, law, mutant.group, family=CLEAN))
    with closing(ReferenceTarget(mutant.healthy)) as healthy:
        kept = observe_law(healthy, law, CLEAN, broken)
        assert kept is not None
        counterpart = found_case(healthy, law.id, "clean", kept, 0)
    found = found_case(mutant, law.id, "clean", broken, 0)
    return ComparisonLine(measure=f"law:{law.id}", inputs="clean", outcome=outcome, case=found, counterpart=counterpart)


def hand_line(broken: dict[str, object], kept: dict[str, object], **changes: object) -> ComparisonLine:
    """A line with these two cases."""
    (line,) = record(lines=[{**BROKEN_LINE, "case": broken, "counterpart": kept, **changes}]).lines
    return line


def steps(*asked: tuple[str, dict[str, object]]) -> dict[str, Any]:
    """A case where C0 gets all partitions first, with these further questions and answers."""
    made: dict[str, Any] = case(ALL_TO_C0, *(answer for _, answer in asked))
    for step, (why, _) in zip(made["steps"][1:], asked, strict=True):
        step |= {"why": why}
    return made


def test_question_of_the_broken_side_is_taken_from_many() -> None:
    """Records of earlier releases have all questions of the side that keeps the law."""
    broken, kept = steps((C0, NONE)), steps((C0, ALL_TO_C0), (C1, NONE))

    text = before_after_text(hand_line(broken, kept)).splitlines()

    assert [
        "base       C0: t0-0 t0-1   C1: nothing",
        f"           {C0} → C0: t0-0 t0-1   C1: nothing",
        "candidate  C0: t0-0 t0-1   C1: nothing",
        f"           {C0} → C0: nothing   C1: nothing",
    ] == text[3:]


@pytest.mark.parametrize(("outcome", "side"), [("newly-broken", "base"), ("newly-kept", "candidate")])
def test_text_says_what_a_side_was_not_asked(outcome: Outcome, side: str) -> None:
    line = hand_line(steps((C0, NONE)), steps((C1, NONE)), outcome=outcome)

    text = before_after_text(line).splitlines()

    place = text.index(f"{side:<11}C0: t0-0 t0-1   C1: nothing")
    assert f"           not asked: {C0}" == text[place + 1]
    assert not any(C1 in one for one in text)
    assert "not asked" not in before_after_text(replace(line, counterpart=None))


def test_text_says_that_the_claims_differ_where_the_earlier_answers_do() -> None:
    text = before_after_text(line_of(MUTANT_BY_NAME["keeps-the-floor-only"], "newly-broken"))

    assert "note       the earlier answers differ, so the last question differs in its claims" in text
    assert "note" not in before_after_text(line_of(MUTANT_BY_NAME["starts-anew-when-somebody-left"], "newly-broken"))


REPEATS = {**SAME_LINE, "measure": "law:same-question-same-answer"}
ONE = "does not repeat its answers, so the counts may differ if it is asked again."


@pytest.mark.parametrize(
    ("line", "of_base", "of_candidate", "of_comparison"),
    [
        (REPEATS, False, False, ""),
        ({**REPEATS, "outcome": "not-comparable", "base": None, "candidate": None}, False, False, ""),
        (SECONDS_LINE, False, False, ""),
        ({**REPEATS, "outcome": "newly-broken", "candidate": 45}, False, True, f"The candidate {ONE}"),
        ({**REPEATS, "outcome": "newly-kept", "base": 45}, True, False, f"The base {ONE}"),
        ({**MOVES_LINE, "control": 0.0}, True, False, f"The base {ONE}"),
        (
            {**REPEATS, "base": 40, "candidate": 45},
            True,
            True,
            f"The base {ONE} The candidate {ONE}",
        ),
    ],
)
def test_side_that_does_not_repeat_its_answers_is_named(
    line: dict[str, object], *, of_base: bool, of_candidate: bool, of_comparison: str
) -> None:
    """The law shows it of both sides, a control of the base alone. Time always has a control."""
    compared = record(lines=[line])

    assert (of_base, of_candidate) == (bool(case_note(compared, "base")), bool(case_note(compared, "candidate")))
    assert of_comparison == comparison_note(compared)


@pytest.mark.parametrize(
    ("command", "outcome", "words"),
    [
        (
            "assay compare a b --groups 9 --like sticky --call-timeout 5 --seed 0",
            "newly-broken",
            "--like sticky --call-timeout 5 ",
        ),
        ("assay compare --git a..b python:m:N", "newly-broken", ""),
        ("assay compare --git a..b python:m:N", "newly-kept", None),
    ],
)
def test_case_has_a_command_if_its_file_and_its_revision_are_at_hand(
    command: str, outcome: str, words: str | None, tmp_path: Path
) -> None:
    """The revision of the base is not."""
    made = record(lines=[{**BROKEN_LINE, "outcome": outcome}], command=command)
    (line,) = made.lines
    assert line.case is not None

    assert not repeat_command(made, line, tmp_path)
    path = write_case(line.case, tmp_path / "cases")
    said = "" if words is None else f"assay check b {words}--case {path}"
    assert said == repeat_command(made, line, tmp_path)
