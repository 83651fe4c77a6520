from __future__ import annotations

import json
from pathlib import Path

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.benchmarks.comparison.comparison_record import Comparison
from kafka_assay.properties.records.typed_record import read_record
from kafka_assay.reports.comparison.document import FORMAT, comparison_document
from kafka_assay.reports.render.blocks import Tone
from kafka_assay.reports.views import ReportOptions, comparison
from kafka_assay.reports.views.comparison import changes_of, lines_of
from tests.reports.comparison.records import (
    BROKEN_LINE,
    EMPTY,
    LESS_EVEN_LINE,
    MOVES_LINE,
    TWO_TIMED_LINE,
    UNSHARED_LINE,
    document,
    record,
)


def test_record_is_written_as_it_was_read() -> None:
    """Measures that only some lines have stay in those lines."""
    written = json.loads(json.dumps(comparison_document(record())))

    assert record() == read_record(Comparison, written)
    keys = [list(line) for line in written["lines"]]
    assert sorted(["measure", "inputs", "outcome", *EMPTY]) == sorted(keys[0])
    assert {"groups", "worse_groups", "better_groups", "above_fewest"} == set(keys[3]) - set(keys[0])
    assert {"ratio"} == set(keys[4]) - set(keys[0])


def test_page_shows_the_smallest_group_of_both_sides(tmp_path: Path) -> None:
    (tmp_path / "compare.json").write_text(json.dumps(document() | {"format": FORMAT}))

    chapter = comparison.chapter(tmp_path, ReportOptions())

    assert chapter is not None
    page = repr(chapter.sections[0].blocks)
    assert "stable-group-moves-nothing, clean: newly broken" in page
    assert "t0-1 moved from C0 to C1." in page
    assert "members    C0 subscribes to t0" in page
    assert "Left: an answer of the candidate. Right: its next one." in page


def test_table_of_the_page_has_a_row_for_each_timed_group() -> None:
    rows = [[cell.line for cell in row] for row in changes_of(record(lines=[TWO_TIMED_LINE]))[0].rows]

    assert [
        ("time of one call (geometric mean of 2 groups)", "2 ms", "1.4 ms", "×0.71 (0.68 .. 0.74)"),
        ("time on small", "1 ms", "0.5 ms", "×0.50 (0.48 .. 0.52)"),
        ("time on large", "4 ms", "3.92 ms", "×0.98 (0.97 .. 0.99)"),
    ] == [(*row[0], *row[3], *row[4], *row[5]) for row in rows]


def test_table_of_the_page_qualifies_fewer_moves() -> None:
    (row,) = changes_of(record(lines=[LESS_EVEN_LINE]))[0].rows

    assert (
        "+ better, but less even: on the 415 groups whose moves differ the balance gap was 1.500 and is now 4.250",
    ) == row[1].line
    assert Tone.UNSURE is row[1].tone
    assert ("0.250 (0.190 fewer than the best plan, because it is less even than that plan)",) == row[4].line


ELSEWHERE = {**BROKEN_LINE, "inputs": "racks", "outcome": "same", "base": 7, "candidate": 7, "worse_groups": 0}


def test_row_of_a_law_has_the_counts_of_its_families_and_of_all() -> None:
    (row,) = changes_of(record(lines=[BROKEN_LINE, ELSEWHERE]))[0].rows

    assert ["clean", "0 of 400 (all families: 7 of 800)", "3 of 400 (all families: 10 of 800)", "+3", "3 / 0"] == [
        str(*cell.line) for cell in row[2:7]
    ]


def test_row_of_one_family_has_its_own_counts() -> None:
    unjudged = {**UNSHARED_LINE, "groups": None}

    rows = lines_of(record(lines=[BROKEN_LINE, unjudged]))[0].rows

    assert ["clean", "0 of 400", "3 of 400", "+3", "3 / 0", "small"] == [str(*cell.line) for cell in rows[0][2:]]
    assert ["-", "-", "-", ""] == [str(*cell.line) for cell in rows[1][3:7]]


def test_tolerance_of_a_row_is_written_and_read() -> None:
    lines = [{**MOVES_LINE, "tolerance": 0.05}]

    written = json.loads(json.dumps(comparison_document(record(lines=lines))))

    assert 0.05 == written["lines"][0]["tolerance"]
    assert record(lines=lines) == read_record(Comparison, written)


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
