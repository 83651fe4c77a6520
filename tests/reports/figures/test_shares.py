"""Tests of `kafka_assay.reports.figures.shares`."""

from __future__ import annotations

from kafka_assay.pipeline.audit.grading import Grade
from kafka_assay.reports.figures.shares import LOOKS, SharesFigure
from kafka_assay.reports.render.drawing import draw


def test_every_grade_has_a_look_of_its_own() -> None:
    """Colour and hatch together tell them apart."""
    assert len(Grade) == len(set(LOOKS.values()))


def test_the_key_names_the_grades_that_were_met() -> None:
    """And no others."""
    figure = SharesFigure(title="f", grades=(("today", {Grade.OPTIMAL: 3, Grade.LESS_EVEN: 1}),))

    svg = draw(figure).svg

    assert ">at the optimum<" in svg
    assert f">{Grade.NO_ANSWER}<" not in svg


def test_the_alternative_text_counts() -> None:
    """The same numbers in words."""
    figure = SharesFigure(title="f", grades=(("today", {Grade.OPTIMAL: 1_200, Grade.LESS_EVEN: 1}),))

    assert "Stacked bars: groups by grade. today: 1,200 at the optimum, 1 less even than possible." == figure.alt


def test_no_group_at_all_can_be_drawn() -> None:
    """An audit may have met bad lines only."""
    assert draw(SharesFigure(title="f", grades=(("today", {}),))).png
