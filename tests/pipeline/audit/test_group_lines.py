"""Tests of reading lines from files and splitting them into pieces of work."""

from __future__ import annotations

from pathlib import Path

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.pipeline.audit.group_lines import GroupLine, read_lines


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
