from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kafka_assay.reports.render.html import render_html
from kafka_assay.reports.render.junit import render_junit
from tests.reports.blocks import chapter_in, markdown_in
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


def check_document(*cells: dict[str, Any], target: str = "t") -> dict[str, Any]:
    """A check record with these cells."""
    return {
        "format": "assay-check/1", "target": target, "version": "3.0.12", "like": "roundrobin", "seed": 0,
        "seconds": 1.0, "budget": 9.0, "examples": 9,
        "groups": 9, "interrupted": False, "command": f"assay check {target}", "cells": list(cells),
    }  # fmt: skip


def write_check(directory: Path, *cells: dict[str, Any], target: str = "kafka-python:roundrobin") -> Path:
    """Write it into `directory`."""
    document = check_document(*cells, target=target)
    (directory / f"check-{target.replace(':', '-')}.json").write_text(json.dumps(document))
    return directory


BROKEN = cell("returns-an-answer", "broken")
KEPT = cell("one-owner-each", "kept")


def page_in(folder: Path) -> str:
    """The page about the records in `folder`."""
    return render_html([chapter_in(folder)], {})


def test_broken_targets_come_first(tmp_path: Path) -> None:
    write_check(write_check(tmp_path, KEPT, target="a-kept-one"), BROKEN, KEPT)

    assert ["✗ ", "✓ "] == [line[0] for line in chapter_in(tmp_path).answers]


def test_page_shows_the_smallest_group_and_the_command(tmp_path: Path) -> None:
    text = page_in(write_check(tmp_path, BROKEN))

    assert "BROKEN  returns-an-answer (clean)   1 member, 2 partitions" in text
    assert "&lt;A&gt; subscribes to t0" in text
    assert "assay check t --case c.json" in text


def test_matrix_is_in_the_markdown(tmp_path: Path) -> None:
    """A row per law, a sign per family."""
    assert "| `returns-an-answer` | ✗ |" in markdown_in(write_check(tmp_path, BROKEN, KEPT))


def test_each_cell_is_a_test_case(tmp_path: Path) -> None:
    """Expected failures are skipped, undecided cells are errors."""
    known = cell("newest-claim-wins", "broken", expected="as in Kafka")
    open_cell = cell("settles", "undecided", reason="time was up")

    (suite,) = chapter_in(write_check(tmp_path, KEPT, BROKEN, known, open_cell)).suites

    assert ["passed", "failure", "skipped", "error"] == [case.outcome.word for case in suite.cases]


def test_path_is_in_the_page_and_in_junit(tmp_path: Path) -> None:
    path = {"status": "constructed", "life": None, "histories": 40, "source": None}
    write_check(tmp_path, BROKEN | {"counterexample": BROKEN["counterexample"] | {"path": path}})

    assert "Path to this group: constructed. No history" in page_in(tmp_path)
    ((case,),) = (suite.cases for suite in chapter_in(tmp_path).suites)
    assert (("path", "constructed"),) == case.notes
    assert "failure" == case.outcome.word
    assert "40 histories searched" in case.outcome.proof


def test_known_break_is_in_the_page_and_in_junit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put_in_place(monkeypatch, finding_of(row_of("stand-in-1", alarm_on("one-owner-each", "clean"))))
    cells = (cell("one-owner-each", "broken"), cell("nothing-left-out", "broken"))
    write_check(tmp_path, *cells, target="npm:stand-in@2:x")

    assert "Known: stand-in-1 (finding, 2 to 3): A partition is lost" in page_in(tmp_path)
    text = render_junit(chapter_in(tmp_path).suites)
    assert 1 == text.count('<property name="known" value="stand-in-1" />')
