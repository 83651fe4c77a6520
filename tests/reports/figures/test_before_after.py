from __future__ import annotations

from typing import Any

from kafka_assay.benchmarks.comparison.comparison_record import ComparisonLine
from kafka_assay.reports.figures.explanation_content import NARROW, before_after_pictures
from kafka_assay.reports.figures.explanation_drawing import WIDTH, ExplanationFigure, PartitionMark
from kafka_assay.reports.render.blocks import Picture
from kafka_assay.reports.render.drawing import draw_svg
from tests.reports.comparison.records import ALL_TO_C0, BROKEN_LINE, NONE, case, record
from tests.reports.comparison.test_case_text import C0, C1, hand_line, line_of, steps
from tests.support.mutants.registry import MUTANT_BY_NAME


def first_question(candidate: dict[str, object], **changes: object) -> ComparisonLine:
    """A line whose law has no further question; the base gives all to C0."""
    return hand_line(case(candidate), case(ALL_TO_C0), **changes)


def figure_of(picture: Picture) -> ExplanationFigure:
    """The figure of the picture."""
    assert isinstance(picture.drawing, ExplanationFigure)
    return picture.drawing


def without_an_answer(*answers: dict[str, object]) -> dict[str, Any]:
    """A case whose last question has no answer."""
    crash: dict[str, Any] = case(*answers)
    crash["steps"][-1] |= {"assignment": None, "error": {"type": "KeyError", "message": "'t0'"}}
    return crash


def test_both_answers_to_one_question_are_in_one_picture() -> None:
    """The names of the sides stand over their columns."""
    (picture,) = before_after_pictures(first_question(NONE), "compare")

    figure = figure_of(picture)
    assert ["C0", "C1", "", "C0", "C1"] == [column.label for column in figure.columns]
    assert [2, 0, 0, 0, 0] == [len(column.cells) for column in figure.columns]
    assert {PartitionMark.LEAVES} == {cell.mark for cell in figure.columns[0].cells}
    assert "stable-group-moves-nothing: kept by the base, broken by the candidate" == figure.title
    assert "Left: base. Right: candidate. Hatched: another owner, or none, on the right." == picture.reading
    assert [("base", 0, 2), ("candidate", 3, 5)] == [(one.heading, one.start, one.end) for one in figure.spans]
    assert figure.alt.endswith("Partitions per member: base: C0 2, C1 0; candidate: C0 0, C1 0.")
    svg = draw_svg(picture.drawing)
    assert (">base</text>" in svg, ">candidate</text>" in svg) == (True, True)


def test_side_without_an_answer_has_words_and_no_bars() -> None:
    line = hand_line(without_an_answer(NONE), case(ALL_TO_C0))

    (picture,) = before_after_pictures(line, "compare")

    right = figure_of(picture).columns[3:]
    assert [("", ()), ("", ()), ("", ())] == [(column.label, column.cells) for column in right]
    assert ["", "no answer:\nKeyError", ""] == [column.note for column in right]
    assert "Left: base. Right: candidate." == picture.reading
    assert "candidate: no answer: KeyError." in picture.drawing.alt
    assert ">no answer:</text>" in draw_svg(picture.drawing).replace("</tspan>", "")


def test_member_that_the_answer_leaves_out_has_no_number() -> None:
    (picture,) = before_after_pictures(first_question({"C0": {"t0": [0, 1]}}), "compare")

    assert ["", "", "", "", "–"] == [column.note for column in figure_of(picture).columns]
    assert "Left: base. Right: candidate. –: missing from the answer." == picture.reading
    assert picture.drawing.alt.endswith("candidate: C0 2, C1 –.")
    assert ">–</text>" in draw_svg(picture.drawing)


def test_further_question_gives_each_side_a_picture() -> None:
    """Whose move between its two answers breaks the law. The member that left has no column on the right."""
    line = line_of(MUTANT_BY_NAME["keeps-the-floor-only"], "newly-broken")

    base, candidate = before_after_pictures(line, "compare")

    assert ("compare-base", "compare-candidate") == (base.name, candidate.name)
    assert "leave-only-takes-from-leaver: kept by the base" == base.drawing.title
    assert "leave-only-takes-from-leaver: broken by the candidate" == candidate.drawing.title
    assert ["answer", "next answer"] == [span.heading for span in figure_of(candidate).spans]
    assert candidate.reading.startswith("Left: an answer of the candidate. Right: its next one.")
    assert candidate.reading.endswith("Question on the right: its own answer becomes the claims, and a leaves.")
    for picture in (base, candidate):
        figure = figure_of(picture)
        left, right = ([one.label for one in figure.columns[span.start : span.end]] for span in figure.spans)
        assert ["a"] == [label for label in left if label not in right]


def test_only_the_broken_side_has_a_picture_where_the_questions_differ() -> None:
    """Without the other side's answer there is none."""
    (line,) = record(lines=[{**BROKEN_LINE, "counterpart": None}]).lines
    assert () == before_after_pictures(line, "compare")

    (picture,) = before_after_pictures(hand_line(steps((C0, NONE)), steps((C1, ALL_TO_C0))), "compare")

    assert "stable-group-moves-nothing: broken by the candidate" == picture.drawing.title
    assert [2, 0, 0, 0, 0] == [len(column.cells) for column in figure_of(picture).columns]


def test_picture_of_a_small_group_fits_a_phone() -> None:
    (small,) = before_after_pictures(first_question(NONE), "compare")
    members = [{"id": f"C{number}", "subscription": ["t0"]} for number in range(6)]
    broken, kept = case(NONE), case(ALL_TO_C0)
    for one in (broken, kept):
        for step in one["steps"]:  # type: ignore[attr-defined]
            step["group"] = {**step["group"], "members": members}

    (large,) = before_after_pictures(hand_line(broken, kept), "compare")

    assert [NARROW, WIDTH] == [one.drawing.frame.width for one in (small, large)]  # type: ignore[union-attr]
