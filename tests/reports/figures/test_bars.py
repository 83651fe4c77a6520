from __future__ import annotations

from kafka_assay.pipeline.audit.audit_row import Grade
from kafka_assay.reports.figures.bars import LOOKS, GradesFigure
from kafka_assay.reports.render.drawing import draw_svg


def test_each_grade_has_its_own_colour_and_hatch() -> None:
    assert len(Grade) == len(set(LOOKS.values()))


def test_legend_names_only_grades_in_use_and_the_alternative_text_states_the_counts() -> None:
    figure = GradesFigure("f", [("today", {Grade.OPTIMAL: 1_200, Grade.LESS_EVEN: 1})])

    svg = draw_svg(figure)

    assert ">at the optimum<" in svg
    assert f">{Grade.NO_ANSWER}<" not in svg
    assert "Stacked bars: groups by grade. today: 1,200 at the optimum, 1 less balanced than possible." == figure.alt


def test_audit_without_groups_is_drawn() -> None:
    assert ">today<" in draw_svg(GradesFigure("f", [("today", {})]))
