from __future__ import annotations

from typing import TYPE_CHECKING

from kafka_assay.reports.figures.releases import HistoryFigure, LawStrip, history_figure
from kafka_assay.reports.render.drawing import draw_svg
from tests.reports.histories import history_of

if TYPE_CHECKING:
    import pytest


def test_rows_are_laws_and_columns_are_releases(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each cell has its sign, also without faults: unavailable and undecided releases are still shown."""
    found = history_figure(history_of("!.x.", monkeypatch))

    (row,) = found.laws
    assert (("1", "2", "3", "4"), ("–", "✓", "✗", "✓")) == (found.releases, row.signs)
    assert ("nothing-left-out", "broken since 3, fixed in 4") == (row.law, row.clause)
    (whole,) = history_figure(history_of(".!h", monkeypatch)).laws
    assert ("all laws", ("✓", "–", "?")) == (whole.law, whole.signs)


def test_title_is_the_finding_and_the_alternative_text_names_each_law(monkeypatch: pytest.MonkeyPatch) -> None:
    found = history_figure(history_of(".x", monkeypatch))

    assert "npm:stand-in@..:x: BROKEN: 1 law, still broken in the newest release (2)" == found.title
    assert "nothing-left-out: broken since 2, still broken in 2" in found.alt


def figure(releases: int) -> HistoryFigure:
    """Return a figure with one law that breaks in the middle."""
    signs = ("✓",) * (releases // 2) + ("✗",) * (releases - releases // 2)
    names = tuple(f"1.{number}.0" for number in range(releases))
    return HistoryFigure(title="f", releases=names, laws=(LawStrip("settles", signs, "came in 2"),))


def test_many_releases_fit_into_one_picture() -> None:
    """Narrow columns have no signs, and only some names, the newest among them."""
    few, many = draw_svg(figure(12)), draw_svg(figure(120))

    assert ("✗" in few, "✗" in many) == (True, False)
    assert "1.0.0" in few
    assert "1.119.0" in many
    assert many.count(">1.") < 120
