"""A file is there when it is whole, and not before."""

from __future__ import annotations

from pathlib import Path

import pytest

from kafka_assay.assignors.formats.atomic_file import write_atomically


def test_a_file_takes_its_name_when_it_is_whole(tmp_path: Path) -> None:
    """Until then the old one stands."""
    path = tmp_path / "results.parquet"
    path.write_text("old")

    with write_atomically(path) as unfinished:
        unfinished.write_text("new")
        before = path.read_text()

    assert ("old", "new") == (before, path.read_text())
    assert [path] == list(tmp_path.iterdir())


def test_what_was_interrupted_leaves_nothing(tmp_path: Path) -> None:
    """Neither a half file nor a trace of one."""

    def write_half() -> None:
        with write_atomically(tmp_path / "results.parquet") as unfinished:
            unfinished.write_text("half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_half()

    assert [] == list(tmp_path.iterdir())
