from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.reports.render.html import render_html
from kafka_assay.reports.render.junit import Errored, Failed, Passed, Skipped, render_junit
from kafka_assay.reports.render.markdown import render_markdown
from kafka_assay.reports.views import ReportOptions, write_chapters
from kafka_assay.reports.views.check import chapter
from tests.reports.known import alarm_on, finding_of, put_in_place, row_of

GROUP = {"format": "assay-group/1", "topics": {"t0": 2}, "members": [{"id": "<A>", "subscription": ["t0"]}]}


def cell(law: str, verdict: str, **others: Any) -> dict[str, Any]:
    """Return a cell of the matrix, in the family `clean` by default."""
    step = {"group": GROUP, "instance": None, "assignment": None, "error": {"type": "KeyError", "message": "x"},
            "why": None, "event": None}  # fmt: skip
    case = {"format": "assay-case/1", "law": law, "inputs": "clean", "steps": [step], "facts": {},
            "explanation": "It gave no answer."}  # fmt: skip
    plain = {"law": law, "inputs": "clean", "verdict": verdict, "expected": None, "examples": 5, "reason": None,
             "counterexample": case if verdict == "broken" else None}  # fmt: skip
    return plain | {"replay": "assay check t --case c.json"} | others


def write_record(directory: Path, *cells: dict[str, Any], target: str = "kafka-python:roundrobin") -> Path:
    """Write a check record with these cells."""
    document = {
        "format": "assay-check/1", "target": target, "version": "3.0.12", "like": "roundrobin", "seed": 0,
        "seconds": 1.0, "budget": 9.0, "examples": 9,
        "groups": 9, "interrupted": False, "command": f"assay check {target}", "cells": list(cells),
    }  # fmt: skip
    (directory / f"check-{target.replace(':', '-')}.json").write_text(json.dumps(document))
    return directory


BROKEN = cell("returns-an-answer", "broken")
KEPT = cell("one-owner-each", "kept")


def test_folder_without_a_check_has_no_chapter(tmp_path: Path) -> None:
    assert chapter(tmp_path, ReportOptions()) is None


def test_path_is_in_the_page_and_in_junit(tmp_path: Path) -> None:
    path = {"status": "constructed", "life": None, "histories": 40, "source": None}
    broken = BROKEN | {"counterexample": BROKEN["counterexample"] | {"path": path}}

    found = write_chapters(write_record(tmp_path, broken), ReportOptions())

    assert "Path to this group: constructed. No history" in render_html(found, {})
    [case] = [case for one in found for suite in one.suites for case in suite.cases]
    assert (("path", "constructed"),) == case.notes
    assert isinstance(case.outcome, Failed)
    assert "40 histories searched" in case.outcome.proof


def test_broken_targets_come_first(tmp_path: Path) -> None:
    write_record(write_record(tmp_path, KEPT, target="a-kept-one"), BROKEN, KEPT)

    found = chapter(tmp_path, ReportOptions())

    assert found is not None
    assert ["✗ ", "✓ "] == [line[0] for line in found.answers]


def test_page_shows_the_smallest_group_and_the_command(tmp_path: Path) -> None:
    text = render_html(write_chapters(write_record(tmp_path, BROKEN), ReportOptions()), {})

    assert "BROKEN  returns-an-answer (clean)   1 member, 2 partitions" in text
    assert "&lt;A&gt; subscribes to t0" in text
    assert "assay check t --case c.json" in text


def test_matrix_is_in_the_markdown(tmp_path: Path) -> None:
    """A row per law, a sign per family."""
    text = render_markdown(write_chapters(write_record(tmp_path, BROKEN, KEPT), ReportOptions()))

    assert "| `returns-an-answer` | ✗ |" in text


def test_each_cell_is_a_test_case(tmp_path: Path) -> None:
    """Expected failures are skipped, undecided cells are errors."""
    known = cell("newest-claim-wins", "broken", expected="as in Kafka")
    open_cell = cell("settles", "undecided", reason="time was up")

    found = chapter(write_record(tmp_path, KEPT, BROKEN, known, open_cell), ReportOptions())

    assert found is not None
    assert [Passed, Failed, Skipped, Errored] == [type(case.outcome) for case in found.suites[0].cases]


@pytest.mark.parametrize(
    ("damage", "place"),
    [
        ({"examples": "many"}, r"cells\[0\]\.examples: 'many': expected a value of the type int"),
        ({"verdict": "fine"}, r"cells\[0\]\.verdict: 'fine'"),
        ({"verdict": "broken"}, r"cells\[0\]\.counterexample"),
    ],
)
def test_damaged_cell_is_reported_with_file_and_value(tmp_path: Path, damage: dict[str, str], place: str) -> None:
    with pytest.raises(AssayError, match=rf"check-t\.json: {place}"):
        chapter(write_record(tmp_path, KEPT | damage, target="t"), ReportOptions())


@pytest.mark.parametrize("text", ["{", "[]", '{"format": "assay-check/2"}', '{"format": "assay-check/1"}'])
def test_damaged_record_is_reported_in_one_line(tmp_path: Path, text: str) -> None:
    (tmp_path / "check-x.json").write_text(text)

    with pytest.raises(AssayError, match="expected"):
        chapter(tmp_path, ReportOptions())


def test_known_break_is_in_the_page_and_in_junit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put_in_place(monkeypatch, finding_of(row_of("stand-in-1", alarm_on("one-owner-each", "clean"))))
    cells = (cell("one-owner-each", "broken"), cell("nothing-left-out", "broken"))

    found = write_chapters(write_record(tmp_path, *cells, target="npm:stand-in@2:x"), ReportOptions())

    assert "Known: stand-in-1 (finding, 2 to 3): A partition is lost" in render_html(found, {})
    text = render_junit([suite for one in found for suite in one.suites])
    assert 1 == text.count('<property name="known" value="stand-in-1" />')
