from __future__ import annotations

from kafka_assay.assignors.model import Assignment, group_of
from kafka_assay.reports.audit.group_page import MOST_PROFILES, loads_figure
from kafka_assay.reports.audit.records import GroupPage
from kafka_assay.reports.figures.loads import LoadsFigure
from kafka_assay.reports.render.drawing import draw_svg
from tests.reports.audits import answer, audited_pair


def figure(answers: dict[str, tuple[Assignment, int]]) -> LoadsFigure:
    """Return the loads figure of a group of two members, whose answers are target -> (assignment, moves)."""
    group = group_of({"t": 40}, {"a": ["t"], "b": ["t"]})
    rows = [answer(target, moves=moves) for target, (_, moves) in answers.items()]
    assignments = {target: given for target, (given, _) in answers.items()}
    return loads_figure(GroupPage(answers=audited_pair(0, "pay", *rows), group=group, assignments=assignments))


def shared_answer(first: int, moves: int = 0) -> tuple[Assignment, int]:
    """Return an answer in which a has the `first` partitions, and b the others."""
    return {"a": {"t": list(range(first))}, "b": {"t": list(range(first, 40))}}, moves


def test_equal_answers_share_a_row() -> None:
    """Equal loads for each member and equal moves. The present assignment has its own row."""
    given = figure(
        {
            "today": shared_answer(10),
            "sticky": shared_answer(20, 7),
            "fair": shared_answer(20, 9),
            "optimal": shared_answer(20, 7),
        }
    )

    assert [("today", ()), ("sticky", ("optimal",)), ("fair", ())] == [
        (profile.target, profile.alike) for profile in given.profiles
    ]
    assert "sticky, optimal 20 each" in given.alt


def test_excess_rows_are_counted_and_the_worst_is_last() -> None:
    answers = {"today": shared_answer(10), **{f"rule-{place}": shared_answer(20 + place, place) for place in range(14)}}

    given = figure(answers)

    assert MOST_PROFILES == len(given.profiles)
    assert ("rule-13", 6) == (given.profiles[-1].target, given.left_out)
    assert "6 more answers only in the table" in draw_svg(given)
