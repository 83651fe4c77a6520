from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.reports.chapters import ReportOptions, write_chapters
from kafka_assay.reports.chapters.topology import RECORD, chapter
from kafka_assay.reports.render.blocks import Pictures
from kafka_assay.reports.render.markdown import render_markdown
from studies.quality.topology import build_record
from tests.properties.places import on_hosts

GROUP = on_hosts({"t": 4, "u": 1}, {"a": "h1", "b": "h1", "c": "h2"})


def write_record(directory: Path, **changes: Any) -> Path:
    """Write a record of two assignors into `directory`."""
    document = build_record(GROUP, ["range", "roundrobin"], restarts=2) | changes
    (directory / RECORD).write_text(json.dumps(document), encoding="utf-8")
    return directory


def test_folder_without_a_record_has_no_chapter(tmp_path: Path) -> None:
    assert chapter(tmp_path, ReportOptions()) is None


def test_each_assignor_has_a_row(tmp_path: Path) -> None:
    text = render_markdown(write_chapters(write_record(tmp_path), ReportOptions()))

    assert "2 hosts, 3 members, 2 topics, 5 partitions; 2 restarts under new member ids; seed 0." in text
    assert "| `range` | 1–3 | 0 | 1.60 | 0 | 80% |" in text
    assert "| Jaccard | kept | kept, one gone |" in text


def test_record_without_weights_has_one_table(tmp_path: Path) -> None:
    text = render_markdown(write_chapters(write_record(tmp_path), ReportOptions()))

    assert 1 == text.count("| answer |")


def test_failed_assignor_shows_its_reason(tmp_path: Path) -> None:
    failed = {"target": "exec:mine", "version": "1", "error": "hang: no answer in 2 s"}

    found = chapter(write_record(tmp_path, rows=[failed]), ReportOptions())

    assert found is not None
    assert [()] == [block.pictures for block in found.sections[0].blocks if isinstance(block, Pictures)]
    assert "hang: no answer in 2 s" in render_markdown([found])


@pytest.mark.parametrize("changes", [{"rows": [{}]}, {"group": None}, {"format": "assay-topology/2"}])
def test_damaged_record_is_reported_in_one_line(tmp_path: Path, changes: dict[str, Any]) -> None:
    with pytest.raises(AssayError, match="expected"):
        chapter(write_record(tmp_path, **changes), ReportOptions())
