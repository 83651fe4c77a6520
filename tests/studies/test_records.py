from __future__ import annotations

from argparse import Namespace
from pathlib import Path

import pytest

from kafka_assay.assignors.errors import AssayError
from studies.records import append_line, header, read_lines, read_record, resume_lines, resume_record

FIRST = header("assay-some/1", Namespace(command="python -m studies some", seed=0))


def test_truncated_line_is_replaced_by_the_next(tmp_path: Path) -> None:
    """Reading alone does not change the file."""
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


def test_header_is_written_once(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"

    assert [] == resume_record(path, FIRST, same=("seed",))
    append_line(path, {"one": 1})
    assert [{"one": 1}] == resume_record(path, FIRST | {"command": "another"}, same=("seed",))
    assert FIRST == read_record(path, "assay-some/1")[0]


def test_record_with_another_header_value_is_rejected(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    resume_record(path, FIRST, same=("seed",))

    with pytest.raises(AssayError, match="begun with seed 0: expected 1, or another --out"):
        resume_record(path, FIRST | {"seed": 1}, same=("seed",))
    with pytest.raises(AssayError, match="expected a record that begins with assay-other/1"):
        read_record(path, "assay-other/1")
