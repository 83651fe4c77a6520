"""Files of groups and audits of them, groups as lines, and misbehaving targets, for the tests of the audit."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from assay.cli import run
from kafka_assay.assignors.errors import InvalidGroup
from kafka_assay.assignors.formats.group_format import group_to_json
from kafka_assay.assignors.interface import Target
from kafka_assay.assignors.model import Assignment, Group, group_of
from kafka_assay.pipeline.audit.audit_row import AuditRow
from kafka_assay.pipeline.audit.group_audit import LawChoice, audit_group
from kafka_assay.pipeline.audit.group_lines import GroupLine
from tests.properties.stand_ins import StandIn


def line_of(group: Group | dict[str, Any], index: int = 0) -> GroupLine:
    """A group as the `index`-th line of a file."""
    document = group if isinstance(group, dict) else group_to_json(group)
    return GroupLine(index, "groups.jsonl", index + 1, json.dumps(document).encode())


FAIR = line_of(group_of({"t": 2}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0]}, "b": {"t": [1]}}, name="fair")).data
BAD = line_of(group_of({"t": 4}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0, 1, 2, 3]}}, name="bad")).data
SPARK = ("--master", "local[2]")


def rows_of(line: GroupLine, targets: Sequence[Target] = (), laws: LawChoice = LawChoice.ALL) -> list[AuditRow]:
    """The rows of a line that holds a group."""
    found = audit_group(line, targets, laws)
    assert not isinstance(found, InvalidGroup), found
    return found


def groups(folder: Path, *lines: bytes) -> str:
    """A file of groups, one a line."""
    file = folder / "groups.jsonl"
    file.write_bytes(b"\n".join(lines))
    return str(file)


def audit_files(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Run `assay audit`: the exit code, stdout and stderr."""
    code = run(["audit", *arguments])
    return code, *capsys.readouterr()


def errors_in(out: Path) -> list[dict[str, Any]]:
    """All bad lines of an audit in the order of the input."""
    texts = [line for part in (out / "errors").glob("part-*") for line in part.read_text("utf-8").splitlines()]
    return sorted(map(json.loads, texts), key=lambda record: record["index"])


def fixed(answer: Assignment | None, name: str = "fixed", **more: Any) -> StandIn:
    """A target that answers every group with `answer`, or fails if there is none."""

    def assign(_: Group) -> Assignment:
        if answer is None:
            raise KeyError("b")
        return answer

    return StandIn(assign, name=name, **more)
