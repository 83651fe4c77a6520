"""Tests of records that a run goes on with."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

import pytest

from kafka_assay.assignors.errors import AssayError
from studies.records import append_line, header, read_lines, read_record, resume_lines, resume_record

FIRST = header("assay-some/1", Namespace(command="python -m studies some", seed=0))


def test_a_line_that_was_cut_short_makes_room_for_the_next(tmp_path: Path) -> None:
    """Whoever only reads leaves the file alone."""
    path = tmp_path / "new" / "record.jsonl"
    append_line(path, {"one": 1})
    with path.open("a", encoding="utf-8") as sink:
        sink.write('{"two"')

    read, before = read_lines(path), path.read_text("utf-8")
    resumed = resume_lines(path)
    append_line(path, {"two": 2})

    assert [{"one": 1}] == read == resumed
    assert '{"one":1}\n{"two"' == before
    assert [{"one": 1}, {"two": 2}] == read_lines(path)


def test_without_a_file_there_are_no_lines(tmp_path: Path) -> None:
    """And none is made."""
    assert [] == resume_lines(tmp_path / "none.jsonl")
    assert [] == list(tmp_path.iterdir())


def test_a_record_is_begun_once(tmp_path: Path) -> None:
    """The header stays that of the first run."""
    path = tmp_path / "record.jsonl"

    assert [] == resume_record(path, FIRST, same=("seed",))
    append_line(path, {"one": 1})
    assert [{"one": 1}] == resume_record(path, FIRST | {"command": "another"}, same=("seed",))
    assert FIRST == read_record(path, "assay-some/1")[0]


def test_what_has_to_be_the_same_is_named(tmp_path: Path) -> None:
    """Numbers of another seed do not stand beside ours; those of another command may."""
    path = tmp_path / "record.jsonl"
    resume_record(path, FIRST, same=("seed",))

    with pytest.raises(AssayError, match="begun with seed 0: expected 1, or another --out"):
        resume_record(path, FIRST | {"seed": 1}, same=("seed",))
    with pytest.raises(AssayError, match="expected a record that begins with assay-other/1"):
        read_record(path, "assay-other/1")
