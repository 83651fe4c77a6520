"""Files of groups, and audits of them from the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.cli import run
from kafka_assay.assignors.model import group_of
from tests.pipeline.audited import line_of

FAIR = line_of(group_of({"t": 2}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0]}, "b": {"t": [1]}}, name="fair")).data
BAD = line_of(group_of({"t": 4}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0, 1, 2, 3]}}, name="bad")).data
SPARK = ("--master", "local[2]")


def groups(folder: Path, *lines: bytes) -> str:
    """A file of groups, one a line."""
    file = folder / "groups.jsonl"
    file.write_bytes(b"\n".join(lines))
    return str(file)


def audit_files(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Run `assay audit`: the exit code, stdout and stderr."""
    code = run(["audit", *arguments])
    return code, *capsys.readouterr()
