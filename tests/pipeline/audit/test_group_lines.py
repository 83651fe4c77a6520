"""Lines out of files, and pieces of work out of lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.pipeline.audit.group_lines import MOST_BYTES, MOST_LINES, Line, lines_in, lines_of, pieces_of

if TYPE_CHECKING:
    from pathlib import Path


def test_lines_are_counted_over_all_files(tmp_path: Path) -> None:
    """A `.json` is one line whatever it holds, a `.jsonl` as many as are not empty; bytes stay as they are."""
    one, many = tmp_path / "one.json", tmp_path / "many.JSONL"
    one.write_bytes(b"{\n}\xff")
    many.write_bytes(b"a\n\n  \nb")

    found = list(lines_of([str(one), str(many)]))

    expected = [Line(0, str(one), None, b"{\n}\xff"), Line(1, str(many), 1, b"a"), Line(2, str(many), 4, b"b")]
    assert expected == found


def test_a_file_that_is_gone_is_named(tmp_path: Path) -> None:
    """Between the search for files and the reading one can vanish."""
    with pytest.raises(AssayError, match=r"gone\.json: cannot be read: No such file"):
        list(lines_of([str(tmp_path / "gone.json")]))


def test_pieces_hold_so_many_lines_in_their_order() -> None:
    """The last piece holds the rest, and a piece gives back the lines that went in."""
    lines = [Line(index, "f.jsonl", index + 1, b"{}") for index in range(MOST_LINES + 1)]

    pieces = list(pieces_of(lines))

    assert [MOST_LINES, 1] == [piece.num_rows for piece in pieces]
    assert lines == [line for piece in pieces for line in lines_in(piece)]


def test_a_huge_group_closes_its_piece() -> None:
    """So that one task does not hold the large groups of all."""
    sizes = [1, MOST_BYTES, 1]

    pieces = pieces_of(Line(0, "f.json", None, b" " * size) for size in sizes)

    assert [2, 1] == [piece.num_rows for piece in pieces]
