from __future__ import annotations

import json
from pathlib import Path

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.benchmarks.comparison.comparison_record import Comparison
from kafka_assay.reports.chapters import ReportOptions, comparison
from kafka_assay.reports.comparison.document import FORMAT, comparison_document
from kafka_assay.reports.render.documents import read_record
from tests.reports.comparison.records import EMPTY, document, record


def test_record_is_written_as_it_was_read() -> None:
    """Measures that only some lines have stay in those lines."""
    written = json.loads(json.dumps(comparison_document(record())))

    assert record() == read_record(Comparison, written)
    keys = [list(line) for line in written["lines"]]
    assert sorted(["measure", "inputs", "outcome", *EMPTY]) == sorted(keys[0])
    assert {"groups", "worse_groups", "better_groups", "above_fewest"} == set(keys[3]) - set(keys[0])
    assert {"ratio"} == set(keys[4]) - set(keys[0])


def test_page_shows_the_smallest_group_before_and_after(tmp_path: Path) -> None:
    (tmp_path / "compare.json").write_text(json.dumps(document() | {"format": FORMAT}))

    chapter = comparison.chapter(tmp_path, ReportOptions())

    assert chapter is not None
    page = repr(chapter.sections[0].blocks)
    assert "stable-group-moves-nothing, clean: newly broken" in page
    assert "t0-1 moved from C0 to C1." in page
    assert "members    C0 subscribes to t0" in page
    assert "kept before, broken after" in page


def test_page_has_a_test_suite(tmp_path: Path) -> None:
    (tmp_path / "compare.json").write_text(json.dumps(document() | {"format": FORMAT}))

    chapter = comparison.chapter(tmp_path, ReportOptions())

    assert chapter is not None
    assert ["sticky@main → sticky@my-branch"] == [suite.name for suite in chapter.suites]


def test_damaged_interval_is_reported_with_its_place(tmp_path: Path) -> None:
    lines = [{**EMPTY, "measure": "moves", "inputs": None, "outcome": "worse", "interval": [1]}]
    (tmp_path / "compare.json").write_text(json.dumps(document() | {"format": FORMAT, "lines": lines}))

    with pytest.raises(AssayError, match=r"compare\.json: lines\[0\]\.interval: list \[1\]: expected a list of 2"):
        comparison.chapter(tmp_path, ReportOptions())
