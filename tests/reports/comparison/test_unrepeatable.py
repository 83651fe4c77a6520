"""Tests of the notes beside the commands that repeat a case or a comparison."""

from __future__ import annotations

from pathlib import Path

import pytest

from kafka_assay.properties.records.case_format import write_case
from kafka_assay.reports.comparison.case_text import case_note, comparison_note
from kafka_assay.reports.views.comparison import comparison_comment
from tests.reports.comparison.records import BROKEN_LINE, MOVES_LINE, SAME_LINE, SECONDS_LINE, record

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
            "Base and candidate do not repeat their answers, so the counts may differ if they are asked again.",
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


def comment_with_case(folder: Path, *lines: dict[str, object]) -> tuple[str, Path]:
    """The comment on these lines, and the file of the last one's case."""
    made = record(lines=list(lines))
    case = made.lines[-1].case
    assert case is not None
    path = write_case(case, folder / "cases")
    return comparison_comment(made, folder), path


def test_commands_that_repeat_have_the_note(tmp_path: Path) -> None:
    broken = {**REPEATS, "outcome": "newly-broken", "candidate": 45}

    text, path = comment_with_case(tmp_path, broken, BROKEN_LINE)

    why = "The candidate does not repeat its answers, so"
    assert [
        f"Repeat: `assay check b --case {path}` ({why} this case may keep the law next time.)",
        f"Repeat: `assay compare a b` ({why} the counts may differ if it is asked again.)",
    ] == [line for line in text.splitlines() if line.startswith("Repeat: ")]


def test_case_of_the_base_has_the_note_about_the_base(tmp_path: Path) -> None:
    """A law that is newly kept has a case of the base, which repeats its answers here."""
    unsteady = {**REPEATS, "outcome": "newly-broken", "candidate": 45}
    kept = {**BROKEN_LINE, "outcome": "newly-kept", "base": 3, "candidate": 0}

    text, path = comment_with_case(tmp_path, unsteady, kept)

    assert f"Repeat: `assay check b --case {path}`\n" in text
