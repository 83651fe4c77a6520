from __future__ import annotations

from kafka_assay.reports.figures.before_after import before_after_figures
from kafka_assay.reports.figures.explanation_drawing import PartitionMark
from kafka_assay.reports.render.drawing import draw
from studies.mutants.registry import MUTANT_BY_NAME
from tests.reports.comparison.records import ALL_TO_C0, BROKEN_LINE, NONE, case, record
from tests.reports.comparison.test_both_sides import C0, C1, hand_line, line_of, steps


def test_both_answers_are_in_one_picture() -> None:
    (line,) = record(lines=[BROKEN_LINE]).lines

    (figure,) = before_after_figures(line)

    assert ["C0", "C1", "", "C0", "C1"] == [column.label for column in figure.columns]
    assert [2, 0, 0, 0, 0] == [len(column.cells) for column in figure.columns]
    assert {PartitionMark.LEAVES} == {cell.mark for cell in figure.columns[0].cells}
    assert "stable-group-moves-nothing: kept before, broken after" == figure.title
    assert "<svg" in draw(figure).svg


def test_newly_kept_law_has_the_case_on_the_left() -> None:
    kept = {**BROKEN_LINE, "outcome": "newly-kept", "case": case(NONE), "counterpart": case(ALL_TO_C0)}
    (line,) = record(lines=[kept]).lines

    (figure,) = before_after_figures(line)

    assert [0, 0, 0, 2, 0] == [len(column.cells) for column in figure.columns]
    assert "stable-group-moves-nothing: broken before, kept after" == figure.title


def test_missing_answer_is_drawn_as_a_fault() -> None:
    crash = case(NONE)
    crash["steps"][0] |= {"assignment": None, "error": {"type": "KeyError", "message": "'t0'"}}  # type: ignore[index]
    (line,) = record(lines=[{**BROKEN_LINE, "case": crash}]).lines

    (figure,) = before_after_figures(line)

    assert "no answer" == figure.columns[-1].label
    assert [("KeyError", PartitionMark.FAULTY)] == [(cell.name, cell.mark) for cell in figure.columns[-1].cells]


def test_line_without_the_other_answer_has_no_picture() -> None:
    (line,) = record(lines=[{**BROKEN_LINE, "counterpart": None}]).lines

    assert () == before_after_figures(line)


def test_last_answers_that_differ_are_drawn() -> None:
    """The order of members does not matter if both answers to the second question are the same."""
    one, other = case(ALL_TO_C0, NONE), case(NONE, NONE)
    (line,) = record(lines=[{**BROKEN_LINE, "case": other, "counterpart": one}]).lines

    (figure,) = before_after_figures(line)

    assert [2, 0, 0, 0, 0] == [len(column.cells) for column in figure.columns]


def test_picture_names_the_question() -> None:
    (figure,) = before_after_figures(line_of(MUTANT_BY_NAME["starts-anew-when-somebody-left"], "newly-broken"))

    assert figure.caption.endswith("\nQuestion: its own answer becomes the claims, and a leaves.")
    assert {"a"}.isdisjoint(column.label for column in figure.columns)


def test_each_side_has_a_picture_where_the_earlier_answers_differ() -> None:
    """What moved on one side says nothing about the other side."""
    before, after = before_after_figures(line_of(MUTANT_BY_NAME["keeps-the-floor-only"], "newly-kept"))

    assert "leave-only-takes-from-leaver, base: broken" == before.title
    assert "leave-only-takes-from-leaver, candidate: kept" == after.title
    assert "\nQuestion on the right: its own answer becomes the claims, and a leaves." in before.caption
    leaves = [[cell.mark is PartitionMark.LEAVES for cell in column.cells] for column in after.columns[:3]]
    assert [[True, True], [False, False], [False, False]] == leaves


def test_only_the_broken_side_has_a_picture_where_the_questions_differ() -> None:
    (figure,) = before_after_figures(hand_line(steps((C0, NONE)), steps((C1, ALL_TO_C0))))

    assert "stable-group-moves-nothing, candidate: broken" == figure.title
    assert [2, 0, 0, 0, 0] == [len(column.cells) for column in figure.columns]
