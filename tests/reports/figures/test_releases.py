"""Tests of `kafka_assay.reports.figures.releases`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafka_assay.reports.figures.releases import ReleaseRow, ReleasesFigure, releases_figure
from kafka_assay.reports.render.drawing import draw
from tests.reports.histories import history_of

if TYPE_CHECKING:
    import pytest


def test_a_row_is_a_law_and_a_column_a_release(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the sign of each, and the same in a clause."""
    found = releases_figure(history_of("!.x.", monkeypatch))

    (row,) = found.rows
    assert (("1", "2", "3", "4"), ("–", "✓", "✗", "✓")) == (found.releases, row.signs)
    assert ("nothing-left-out", "came in 3, gone in 4") == (row.law, row.clause)


def test_the_title_is_the_finding_and_the_clauses_are_read_aloud(monkeypatch: pytest.MonkeyPatch) -> None:
    """For those who cannot see it."""
    found = releases_figure(history_of(".x", monkeypatch))

    assert "npm:stand-in@..:x: BROKEN: 1 law, and still in 2" == found.title
    assert "nothing-left-out: came in 2, still in 2" in found.alt


def test_where_nothing_is_broken_one_row_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """What could not be had, and what stayed open, shows all the same."""
    (row,) = releases_figure(history_of(".!h", monkeypatch)).rows

    assert ("all laws", ("✓", "–", "?")) == (row.law, row.signs)


def figure(releases: int) -> ReleasesFigure:
    """One law that comes in the middle."""
    signs = ("✓",) * (releases // 2) + ("✗",) * (releases - releases // 2)
    names = tuple(f"1.{number}.0" for number in range(releases))
    return ReleasesFigure(title="f", releases=names, rows=(ReleaseRow(law="settles", signs=signs, clause="came in 2"),))


def test_many_releases_are_still_one_picture() -> None:
    """Narrow columns hold no signs, and not each has its name; the newest always has."""
    few, many = draw(figure(12)), draw(figure(120))

    assert ("✗" in few.svg, "✗" in many.svg) == (True, False)
    assert "1.0.0" in few.svg
    assert "1.119.0" in many.svg
    assert many.svg.count(">1.") < 120
