from __future__ import annotations

from pathlib import Path

import pytest

from kafka_assay.assignors.formats.atomic_file import write_atomically


def test_file_is_replaced_only_when_complete(tmp_path: Path) -> None:
    path = tmp_path / "results.parquet"
    path.write_text("old")

    with write_atomically(path) as unfinished:
        unfinished.write_text("new")
        before = path.read_text()

    assert ("old", "new") == (before, path.read_text())
    assert [path] == list(tmp_path.iterdir())


def test_interrupted_write_leaves_no_file(tmp_path: Path) -> None:
    def write_half() -> None:
        with write_atomically(tmp_path / "results.parquet") as unfinished:
            unfinished.write_text("half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_half()

    assert [] == list(tmp_path.iterdir())
