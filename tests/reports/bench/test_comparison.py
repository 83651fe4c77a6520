from __future__ import annotations

import json
from pathlib import Path

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.benchmarks.comparison_record import Comparison
from kafka_assay.reports.bench.comparison import comparison_markdown
from kafka_assay.reports.bench.comparison_document import FORMAT, comparison_document
from kafka_assay.reports.chapters import ReportOptions, comparison
from kafka_assay.reports.render.documents import read_record

EMPTY: dict[str, object] = {
    "base": None,
    "candidate": None,
    "interval": None,
    "case": None,
    "expected": None,
    "reason": None,
    "undecided": False,
}

GROUP = {
    "format": "assay-group/1",
    "topics": {"t0": 2},
    "members": [{"id": "C0", "subscription": ["t0"]}, {"id": "C1", "subscription": []}],
}


def document() -> dict[str, object]:
    """Return a record with one law newly broken, one kept, and the three measures."""
    figures = {"base": 0.25, "candidate": 0.56, "interval": [0.27, 0.35], "worse_groups": 412, "better_groups": 3}
    return {
        "base": {"target": "sticky@main", "version": ""},
        "candidate": {"target": "sticky@my-branch", "version": ""},
        "seed": 7,
        "groups": 2000,
        "verdict": "regressed",
        "command": "assay compare a b",
        "lines": [
            {**EMPTY, "measure": "law:one-owner-each", "inputs": "clean", "outcome": "same", "base": 0, "candidate": 0},
            {
                **EMPTY,
                "measure": "law:stable-group-moves-nothing",
                "inputs": "clean",
                "outcome": "newly-broken",
                "base": 0,
                "candidate": 3,
                "case": {
                    "format": "assay-case/1",
                    "inputs": "clean",
                    "law": "stable-group-moves-nothing",
                    "explanation": "t0-1 moved from C0 to C1.",
                    "steps": [
                        {"group": GROUP, "assignment": {"C0": {"t0": [0, 1]}, "C1": {}}, "error": None, "why": None},
                        {"group": GROUP, "assignment": {"C0": {}, "C1": {}}, "error": None, "why": "asked again"},
                    ],
                },
            },
            {
                **EMPTY,
                "measure": "law:locally-balanced",
                "inputs": "clean",
                "outcome": "not-comparable",
                "reason": "the base does not promise it",
            },
            {**EMPTY, **figures, "measure": "moves", "inputs": None, "outcome": "worse"},
            {
                **EMPTY,
                "measure": "seconds",
                "inputs": None,
                "outcome": "better",
                "base": 0.002,
                "candidate": 0.0014,
                "ratio": 0.71,
                "interval": [-0.32, -0.26],
            },
        ],
    }


def record(**changes: object) -> Comparison:
    return read_record(Comparison, document() | changes)


def test_first_line_names_both_sides_and_the_verdict() -> None:
    first = comparison_markdown(record()).splitlines()[0]

    assert "## `sticky@main` → `sticky@my-branch`: **REGRESSED**" == first


def test_whole_report_has_the_expected_text() -> None:
    commands = {("stable-group-moves-nothing", "clean"): "assay check b --case c.json"}

    text = comparison_markdown(record(), commands)

    assert text.splitlines()[2:] == [
        "2000 groups, paired, seed 7. 1 cell (law × inputs) kept by both, 1 newly broken, 1 not comparable.",
        "",
        "| measure | base | candidate | difference (95 %) | groups worse / better | |",
        "|---|---:|---:|---:|---:|---|",
        "| moves per rebalance | 0.250 | 0.560 | +0.270 .. +0.350 | 412 / 3 | − WORSE |",
        "| time of one call | 2.000 ms | 1.400 ms | ×0.71 (0.68 .. 0.74) | | + better |",
        "",
        "| law | inputs | broken: base | candidate | |",
        "|---|---|---:|---:|---|",
        "| stable-group-moves-nothing | clean | 0 | 3 | ✗ NEWLY BROKEN |",
        "",
        "Not compared: locally-balanced (the base does not promise it).",
        "",
        "**stable-group-moves-nothing** (clean), the smallest group found: t0-1 moved from C0 to C1.",
        "",
        "```text",
        "topics   t0: 2",
        "members  C0 subscribes to t0",
        "         C1 subscribes to nothing",
        "answer   C0: t0-0 t0-1   C1: nothing",
        "then     asked again: C0: nothing   C1: nothing",
        "```",
        "",
        "Repeat: `assay check b --case c.json`",
        "",
        "Repeat: `assay compare a b`",
    ]


def test_interrupted_comparison_is_marked() -> None:
    text = comparison_markdown(record(interrupted=True))

    assert "\nInterrupted: only the finished families are compared.\n" in text


def test_page_shows_the_smallest_group_of_a_newly_broken_law(tmp_path: Path) -> None:
    (tmp_path / "compare.json").write_text(json.dumps(document() | {"format": FORMAT}))

    chapter = comparison.chapter(tmp_path, ReportOptions())

    assert chapter is not None
    page = repr(chapter.sections[0].blocks)
    assert "stable-group-moves-nothing, clean: the smallest group found" in page
    assert "t0-1 moved from C0 to C1." in page
    assert "members  C0 subscribes to t0" in page


def test_record_is_written_as_it_was_read() -> None:
    """Measures that only some lines have stay in those lines."""
    written = json.loads(json.dumps(comparison_document(record())))

    assert record() == read_record(Comparison, written)
    keys = [list(line) for line in written["lines"]]
    assert ["measure", "inputs", "outcome", *EMPTY] == keys[0]
    assert ["worse_groups", "better_groups"] == keys[3][len(keys[0]) :]
    assert ["ratio"] == keys[4][len(keys[0]) :]


def test_damaged_interval_is_reported_with_its_place(tmp_path: Path) -> None:
    lines = [{**EMPTY, "measure": "moves", "inputs": None, "outcome": "worse", "interval": [1]}]
    (tmp_path / "compare.json").write_text(json.dumps(document() | {"format": FORMAT, "lines": lines}))

    with pytest.raises(AssayError, match=r"compare\.json: lines\[0\]\.interval: list \[1\]: expected a list of 2"):
        comparison.chapter(tmp_path, ReportOptions())
