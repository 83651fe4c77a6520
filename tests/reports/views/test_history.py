from __future__ import annotations

import json
from pathlib import Path

import pytest

from kafka_assay.reports.history.document import history_document
from kafka_assay.reports.render.html import render_html
from kafka_assay.reports.render.markdown import render_markdown
from tests.reports.blocks import chapter_in
from tests.reports.histories import history_of
from tests.reports.known import alarm_on, finding_of, put_in_place, row_of


def write_history(folder: Path, shape: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write the history of a package of this shape into `folder`."""
    (folder / "history-x.json").write_text(json.dumps(history_document(history_of(shape, monkeypatch))))
    return folder


def test_page_lists_every_release_and_contains_the_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the reason, where a release is not available, which is an error of its test suite and never a pass."""
    found = chapter_in(write_history(tmp_path, "!.x.", monkeypatch))

    text = render_markdown([found])
    for line in ("| `1` | – |", "| `2` | ✓ |", "| `3` | ✗ |", "| `4` | ✓ |", "* – 1: gcc: error"):
        assert line in text
    assert "BROKEN  nothing-left-out: broken since 3, fixed in 4" in text
    ((section,), svg) = found.sections, '<svg width="1pt" viewBox="0 0 1 1"></svg>'
    assert section.anchor.startswith("history-npm")
    assert f'id="{section.anchor}"' in render_html([found], {section.anchor: svg})
    assert ["error", "passed", "failure", "passed"] == [suite.cases[0].outcome.word for suite in found.suites]


def test_known_break_is_a_property_of_its_release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put_in_place(monkeypatch, finding_of(row_of("stand-in-1", alarm_on("nothing-left-out", "clean"))))

    found = chapter_in(write_history(tmp_path, "xxxx", monkeypatch))

    known = (("known", "stand-in-1"),)
    assert [(), known, known, ()] == [suite.cases[0].notes for suite in found.suites]
