"""Tests of reading lines from files and splitting them into pieces of work."""

from __future__ import annotations

from pathlib import Path

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.pipeline.audit.group_lines import (
    MOST_BYTES,
    MOST_LINES,
    GroupLine,
    lines_in,
    read_lines,
    split_into_pieces,
)


def test_lines_are_counted_over_all_files(tmp_path: Path) -> None:
    """A `.json` is one line whatever it contains, a `.jsonl` has one line for each non-empty line."""
    one, many = tmp_path / "one.json", tmp_path / "many.JSONL"
    one.write_bytes(b"{\n}\xff")
    many.write_bytes(b"a\n\n  \nb")

    found = list(read_lines([str(one), str(many)]))

    expected = [
        GroupLine(0, str(one), None, b"{\n}\xff"),
        GroupLine(1, str(many), 1, b"a"),
        GroupLine(2, str(many), 4, b"b"),
    ]
    assert expected == found


def test_file_deleted_before_reading_is_named(tmp_path: Path) -> None:
    with pytest.raises(AssayError, match=r"gone\.json: cannot be read: No such file"):
        list(read_lines([str(tmp_path / "gone.json")]))


def test_pieces_have_the_given_number_of_lines_in_order() -> None:
    lines = [GroupLine(index, "f.jsonl", index + 1, b"{}") for index in range(MOST_LINES + 1)]

    pieces = list(split_into_pieces(lines))

    assert [MOST_LINES, 1] == [piece.num_rows for piece in pieces]
    assert lines == [line for piece in pieces for line in lines_in(piece)]


def test_huge_group_ends_its_piece() -> None:
    """So one task does not get all the large groups."""
    sizes = [1, MOST_BYTES, 1]

    pieces = split_into_pieces(GroupLine(0, "f.json", None, b" " * size) for size in sizes)

    assert [2, 1] == [piece.num_rows for piece in pieces]
