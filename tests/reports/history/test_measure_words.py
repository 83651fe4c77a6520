"""Tests of the words for measures, from a measurement that is given."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from kafka_assay.benchmarks.releases.measurement import ChangePoint
from kafka_assay.reports.figures.releases import history_figure
from kafka_assay.reports.history.document import history_document, history_from_json
from kafka_assay.reports.history.measures import changes_in_words
from kafka_assay.reports.render.blocks import Table
from kafka_assay.reports.render.drawing import draw_svg
from kafka_assay.reports.views.history import history_blocks
from tests.reports.blocks import cells_of, titles_of
from tests.reports.histories import history_of, measurement_of

if TYPE_CHECKING:
    from kafka_assay.reports.history.history_record import HistoryRecord


@pytest.fixture
def measured_history(monkeypatch: pytest.MonkeyPatch) -> HistoryRecord:
    """Return a history of four releases: the second is not available, the third is slower and larger."""
    return replace(history_of(".!x.", monkeypatch), measurement=measurement_of({"1": 1.0, "3": 4.0, "4": 4.0}))


def test_table_has_a_row_for_each_measured_release(measured_history: HistoryRecord) -> None:
    tables = [block for block in history_blocks(measured_history) if isinstance(block, Table)]

    *_, table = tables
    assert ["release", "answered", "balance gap", "ms, equal subscriptions", "peak MiB"] == titles_of(table)
    assert [
        ["1", "40", "0.5", "1000", "10"],
        ["3", "40", "0.5", "4000", "40"],
        ["4", "40", "0.5", "4000", "40"],
    ] == cells_of(table)


def test_medium_and_large_changes_are_told_and_small_ones_counted(measured_history: HistoryRecord) -> None:
    assert measured_history.measurement is not None
    assert [
        "ms, equal subscriptions: 1000 until 1, 4000 from 3 on (large: 4 times as much).",
        "peak MiB: 10 until 1, 40 from 3 on (large: 4 times as much).",
        "1 small change (below 10 %).",
    ] == changes_in_words(measured_history.measurement)


def test_measurement_without_changes_says_so() -> None:
    assert ["No change was found."] == changes_in_words(measurement_of({"1": 1.0, "2": 1.0}))


@pytest.mark.parametrize(
    ("after", "told"), [(0.0, "0 from 2 on (large)."), (0.01, "0.01 from 2 on (large: 200 times less).")]
)
def test_decrease_by_far_is_no_percentage(after: float, told: str) -> None:
    gone = ChangePoint(measure="balance_gap", last="1", first="2", before=2.0, after=after)

    (line,) = changes_in_words(replace(measurement_of({"1": 1.0}), change_points=(gone,)))

    assert f"balance gap: 2 until 1, {told}" == line


def test_panels_have_a_column_for_each_release_of_the_range(measured_history: HistoryRecord) -> None:
    """None where a release was not measured. Small changes are left out. The notes of a panel say where it changed."""
    figure = history_figure(measured_history)

    drawn, measures = draw_svg(figure), figure.measures
    _, time, _ = measures
    assert (1.0, None, 4.0, 4.0) == time.values
    assert ([], ["3"], ["3"]) == tuple([change.first for change in one.changes] for one in measures)
    assert all(note in drawn for note in ("4: 40", "3: 10 → 40", "3: 1000 → 4000"))


def test_measurement_survives_the_record(measured_history: HistoryRecord) -> None:
    document = json.loads(json.dumps(history_document(measured_history)))

    assert measured_history.measurement == history_from_json(document).measurement
    assert ["large", "large", "small"] == [one["effect"] for one in document["measurement"]["change_points"]]
