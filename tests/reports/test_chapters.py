"""Tests of how the records in a folder become chapters, whatever they are about."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from assay.verbs.replay_ import write_replays
from kafka_assay.assignors.errors import AssayError
from kafka_assay.benchmarks.bench.bench_record import FORMAT as BENCH
from kafka_assay.benchmarks.bench.bench_record import bench_document
from kafka_assay.reports.comparison.document import FORMAT as COMPARISON
from kafka_assay.reports.views import ReportOptions, write_chapters
from tests.reports.comparison import records
from tests.reports.replays import replay_of
from tests.reports.views.test_bench import record_of, timed_point
from tests.reports.views.test_check import cell, check_document

LIFE = "kip-54-cost"
RECORDS = {
    "bench.json": BENCH,
    "check-x.json": "assay-check/1",
    "compare.json": COMPARISON,
    "history-x.json": "assay-history/1",
    "months.json": "assay-months/1",
    f"replay-{LIFE}.json": "assay-replay/1",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a valid replay, which consists of two files."""
    write_replays([replay_of(LIFE, "sticky")], tmp_path)
    return tmp_path


def test_folder_without_records_has_no_chapters(tmp_path: Path) -> None:
    assert [] == write_chapters(tmp_path, ReportOptions())


@pytest.mark.parametrize("text", ["{", "[]", "another version", "no keys"])
@pytest.mark.parametrize("name", RECORDS)
def test_damaged_record_is_reported_in_one_line(name: str, text: str, folder: Path) -> None:
    found = {"another version": RECORDS[name].replace("/1", "/2"), "no keys": RECORDS[name]}.get(text)
    (folder / name).write_text(json.dumps({"format": found}) if found else text)

    with pytest.raises(AssayError, match=rf"^{folder / name}: .*expected[^\n]*$"):
        write_chapters(folder, ReportOptions())


def bench_of(broken: object) -> dict[str, object]:
    """A benchmark whose second point has this value."""
    document = bench_document(record_of(timed_point("a"), timed_point("b")))
    document["points"][1]["broken"] = broken
    return document


def comparison_of(interval: object) -> dict[str, object]:
    """A comparison with a line that has this interval."""
    line = {"measure": "moves", "inputs": None, "outcome": "worse", "interval": interval}
    return {"format": COMPARISON, **records.document(lines=[line])}


KEPT = cell("one-owner-each", "kept")


@pytest.mark.parametrize(
    ("name", "document", "place"),
    [
        ("bench.json", bench_of("one-owner-each"), r"points\[1\]\.broken: .*expected a list"),
        ("compare.json", comparison_of([1]), r"lines\[0\]\.interval: list \[1\]: expected a list of 2"),
        (
            "check-t.json",
            check_document(KEPT | {"examples": "many"}),
            r"cells\[0\]\.examples: 'many': expected a value of the type int",
        ),
        ("check-t.json", check_document(KEPT) | {"cannot_be_asked": 5}, "cannot_be_asked: 5: expected a list"),
        ("check-t.json", check_document(KEPT | {"verdict": "fine"}), r"cells\[0\]\.verdict: 'fine'"),
        ("check-t.json", check_document(KEPT | {"verdict": "broken"}), r"cells\[0\]\.counterexample"),
    ],
)
def test_damaged_value_is_reported_with_its_place(
    name: str, document: dict[str, object], place: str, tmp_path: Path
) -> None:
    (tmp_path / name).write_text(json.dumps(document))

    with pytest.raises(AssayError, match=f"{name}: {place}"):
        write_chapters(tmp_path, ReportOptions())


def test_damaged_replay_is_reported_with_its_place(folder: Path) -> None:
    record = folder / f"replay-{LIFE}.json"
    document = json.loads(record.read_text())
    record.write_text(json.dumps(document | {"optimum": document["optimum"] | {"protocol": "x"}}))

    with pytest.raises(AssayError, match=r"optimum\.protocol"):
        write_chapters(folder, ReportOptions())


def test_missing_readers_of_a_replay_are_reported(folder: Path) -> None:
    (folder / f"readers-{LIFE}.parquet").unlink()

    with pytest.raises(AssayError, match=f"readers-{LIFE}.parquet"):
        write_chapters(folder, ReportOptions())
