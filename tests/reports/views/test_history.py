from __future__ import annotations

import json
from pathlib import Path

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.reports.history.document import history_document
from kafka_assay.reports.render.html import render_html
from kafka_assay.reports.render.junit import Errored, Failed, Passed
from kafka_assay.reports.render.markdown import render_markdown
from kafka_assay.reports.views import ReportOptions
from kafka_assay.reports.views.history import chapter
from tests.reports.histories import history_of
from tests.reports.known import alarm_on, finding_of, put_in_place, row_of


@pytest.fixture
def history_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with the history of four releases: one not available, one that leaves a partition out."""
    (tmp_path / "history-x.json").write_text(json.dumps(history_document(history_of("!.x.", monkeypatch))))
    return tmp_path


def test_folder_without_a_history_has_no_chapter(tmp_path: Path) -> None:
    assert chapter(tmp_path, ReportOptions()) is None


def test_page_lists_every_release(history_folder: Path) -> None:
    """With the reason, where a release is not available."""
    found = chapter(history_folder, ReportOptions())

    assert found is not None
    text = render_markdown([found])
    for line in ("| `1` | – |", "| `2` | ✓ |", "| `3` | ✗ |", "| `4` | ✓ |", "* – 1: gcc: error"):
        assert line in text
    assert "BROKEN  nothing-left-out: broken since 3, fixed in 4" in text


def test_page_contains_the_picture(history_folder: Path) -> None:
    found = chapter(history_folder, ReportOptions())

    assert found is not None
    (section,) = found.sections
    assert section.anchor.startswith("history-npm")
    assert f'id="{section.anchor}"' in render_html(
        [found], {section.anchor: '<svg width="1pt" viewBox="0 0 1 1"></svg>'}
    )


def test_each_release_is_a_test_suite(history_folder: Path) -> None:
    """An unavailable release is an error, never a pass."""
    found = chapter(history_folder, ReportOptions())

    assert found is not None
    assert [Errored, Passed, Failed, Passed] == [type(suite.cases[0].outcome) for suite in found.suites]


@pytest.mark.parametrize("text", ["{", "[]", '{"format": "assay-history/2"}', '{"format": "assay-history/1"}'])
def test_damaged_record_is_reported_in_one_line(tmp_path: Path, text: str) -> None:
    (tmp_path / "history-x.json").write_text(text)

    with pytest.raises(AssayError, match="expected"):
        chapter(tmp_path, ReportOptions())


def test_known_break_is_a_property_of_its_release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put_in_place(monkeypatch, finding_of(row_of("stand-in-1", alarm_on("nothing-left-out", "clean"))))
    (tmp_path / "history-x.json").write_text(json.dumps(history_document(history_of("xxxx", monkeypatch))))

    found = chapter(tmp_path, ReportOptions())

    assert found is not None
    assert [(), (("known", "stand-in-1"),), (("known", "stand-in-1"),), ()] == [
        suite.cases[0].notes for suite in found.suites
    ]
