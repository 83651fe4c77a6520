from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.benchmarks.quality_record import FORMAT, RECORD
from kafka_assay.reports.chapters import ReportOptions, write_chapters
from kafka_assay.reports.chapters.quality import chapter
from kafka_assay.reports.render.markdown import render_markdown

EQUAL = {"asked": 60, "even": 60, "moves": 90, "needed": 90}
UNEQUAL = {
    "asked": 40, "silent": {"crash": 1}, "invalid": {"nothing-left-out": 2}, "uneven": 17, "excess": 34,
    "excess_squares": 68, "most_excess": 2, "even": 20, "moves": 60, "needed": 40, "wasteful": 20,
    "wasted_squares": 20, "most_wasted": 1,
}  # fmt: skip
LINE = {"target": "sticky", "version": "1", "first": 0, "groups": 100, "seconds": 1.0}


def write_record(directory: Path, *lines: dict[str, Any]) -> Path:
    """Write a record of these lines into `directory`."""
    first = {"format": FORMAT, "command": "a command", "seed": 5, "machine": {}, "versions": {}}
    (directory / RECORD).write_text("".join(json.dumps(line) + "\n" for line in (first, *lines)), encoding="utf-8")
    return directory


def test_folder_without_a_record_has_no_chapter(tmp_path: Path) -> None:
    """A record with only a header counts as none."""
    assert chapter(tmp_path, ReportOptions()) is None
    assert chapter(write_record(tmp_path), ReportOptions()) is None


def test_target_has_a_row_per_kind_of_subscription(tmp_path: Path) -> None:
    """Several stretches are summed up."""
    more = {**LINE, "first": 100, "target": "sticky"}
    text = render_markdown(
        write_chapters(
            write_record(
                tmp_path, {**LINE, "equal": EQUAL, "unequal": UNEQUAL}, {**more, "equal": EQUAL, "unequal": {}}
            ),
            ReportOptions(),
        )
    )

    assert "# Sticky\n" in text
    assert "| `sticky` | equal | 120 | 0 | 0 | 0 (to 3.1) | - | 0 | 0 (to 3.1) | 0 | 0 | 1.50 |" in text
    assert "| `sticky` | unequal | 40 | 1 | 2 | 46 (31 to 62) | 2 | 2 | 100 (from 83.9) | 1 | 1 | 2.00 |" in text


def test_damaged_record_is_reported_in_one_line(tmp_path: Path) -> None:
    for wrong in ({**LINE, "equal": EQUAL}, {**LINE, "equal": {"eaten": 1}, "unequal": {}}):
        with pytest.raises(AssayError, match="expected a record of `python -m studies quality`"):
            chapter(write_record(tmp_path, wrong), ReportOptions())
    (tmp_path / RECORD).write_text('{"format": "other"}\n')
    with pytest.raises(AssayError, match="expected a record that begins with assay-quality/1"):
        chapter(tmp_path, ReportOptions())
