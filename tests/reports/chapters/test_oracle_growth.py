from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.reports.chapters import ReportOptions, write_chapters
from kafka_assay.reports.chapters.oracle_growth import FORMAT, RECORD, chapter
from kafka_assay.reports.render.markdown import render_markdown

SERIES = {
    "subscriptions": "NESTED",
    "event": "FULL",
    "partitions": [1_000, 2_000],
    "seconds": [0.0105, 0.05],
    "exponent": 1.3,
    "check_seconds": [0.1, 0.2],
    "check_exponent": 1.0,
}


def write_record(directory: Path, **changes: Any) -> Path:
    """Write a record of one series into `directory`."""
    machine = {"processor": "some", "cores": 2, "python": "CPython 3"}
    document = {"format": FORMAT, "command": "a command", "seed": 0, "machine": machine, "wanted": 1.15}
    (directory / RECORD).write_text(json.dumps(document | {"series": [SERIES]} | changes), encoding="utf-8")
    return directory


def test_folder_without_a_record_has_no_chapter(tmp_path: Path) -> None:
    assert chapter(tmp_path, ReportOptions()) is None


def test_each_series_is_a_row_with_its_exponents(tmp_path: Path) -> None:
    """Milliseconds at each size, and how answer and check grow with the size."""
    text = render_markdown(write_chapters(write_record(tmp_path), ReportOptions()))

    assert "| `NESTED` | `FULL` | 10.5 | 50.0 | 1.30 | 1.00 |" in text
    assert "1 of 1 above 1.15" in text


@pytest.mark.parametrize("changes", [{"series": [{}]}, {"series": []}, {"format": "assay-oracle-growth/2"}])
def test_damaged_record_is_reported_in_one_line(tmp_path: Path, changes: dict[str, Any]) -> None:
    with pytest.raises(AssayError, match="expected"):
        chapter(write_record(tmp_path, **changes), ReportOptions())
