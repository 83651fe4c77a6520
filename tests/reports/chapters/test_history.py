"""Tests of `kafka_assay.reports.chapters.history`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.reports.chapters import ReportOptions
from kafka_assay.reports.chapters.history import chapter
from kafka_assay.reports.history.document import history_document
from kafka_assay.reports.render.html import render_html
from kafka_assay.reports.render.junit import Errored, Failed, Passed
from kafka_assay.reports.render.markdown import render_markdown
from tests.reports.histories import history_of


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the history of four releases: one cannot be had, one leaves something out."""
    (tmp_path / "history-x.json").write_text(json.dumps(history_document(history_of("!.x.", monkeypatch))))
    return tmp_path


def test_without_a_history_there_is_no_chapter(tmp_path: Path) -> None:
    """Other records may be there."""
    assert chapter(tmp_path, ReportOptions()) is None


def test_no_release_is_missing_on_the_page(written: Path) -> None:
    """A row for each, with the reason where it could not be asked; and the group that shows the fault."""
    found = chapter(written, ReportOptions())

    assert found is not None
    text = render_markdown([found])
    for line in ("| `1` | – | gcc: error |", "| `2` | ✓ |  |", "| `3` | ✗ |  |", "| `4` | ✓ |  |"):
        assert line in text
    assert "BROKEN  nothing-left-out: came in 3, gone in 4" in text


def test_the_picture_stands_on_the_page(written: Path) -> None:
    """Under the name of its section."""
    found = chapter(written, ReportOptions())

    assert found is not None
    (section,) = found.sections
    assert section.anchor.startswith("history-npm")
    assert f'id="{section.anchor}"' in render_html(
        [found], {section.anchor: '<svg width="1pt" viewBox="0 0 1 1"></svg>'}
    )


def test_each_release_is_a_suite(written: Path) -> None:
    """One that could not be asked is an error, never a pass."""
    found = chapter(written, ReportOptions())

    assert found is not None
    assert [Errored, Passed, Failed, Passed] == [type(suite.cases[0].outcome) for suite in found.suites]


@pytest.mark.parametrize("text", ["{", "[]", '{"format": "assay-history/2"}', '{"format": "assay-history/1"}'])
def test_a_damaged_record_is_one_line(tmp_path: Path, text: str) -> None:
    """It is named, and so is what was expected."""
    (tmp_path / "history-x.json").write_text(text)

    with pytest.raises(AssayError, match="expected"):
        chapter(tmp_path, ReportOptions())
