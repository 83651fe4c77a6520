from __future__ import annotations

from kafka_assay.pipeline.audit.grading import Grade
from kafka_assay.reports.figures.shares import LOOKS, SharesFigure
from kafka_assay.reports.render.drawing import draw


def test_each_grade_has_its_own_colour_and_hatch() -> None:
    assert len(Grade) == len(set(LOOKS.values()))


def test_legend_names_only_grades_in_use() -> None:
    figure = SharesFigure(title="f", grades=(("today", {Grade.OPTIMAL: 3, Grade.LESS_EVEN: 1}),))

    svg = draw(figure).svg

    assert ">at the optimum<" in svg
    assert f">{Grade.NO_ANSWER}<" not in svg


def test_alternative_text_states_the_counts() -> None:
    figure = SharesFigure(title="f", grades=(("today", {Grade.OPTIMAL: 1_200, Grade.LESS_EVEN: 1}),))

    assert "Stacked bars: groups by grade. today: 1,200 at the optimum, 1 less balanced than possible." == figure.alt


def test_audit_without_groups_is_drawn() -> None:
    assert draw(SharesFigure(title="f", grades=(("today", {}),))).png
