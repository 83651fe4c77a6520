"""Groups as lines, and misbehaving targets, for the tests of the audit."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from kafka_assay.assignors.errors import InvalidGroup
from kafka_assay.assignors.formats.group_format import group_to_json
from kafka_assay.assignors.interface import AssignorFailed, ExpectedFailure, Promise, Target
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.pipeline.audit.audit_row import AuditRow
from kafka_assay.pipeline.audit.group_audit import LawChoice, audit_group
from kafka_assay.pipeline.audit.group_lines import GroupLine


def line_of(group: Group | dict[str, Any], index: int = 0) -> GroupLine:
    """A group as the `index`-th line of a file."""
    document = group if isinstance(group, dict) else group_to_json(group)
    return GroupLine(index, "groups.jsonl", index + 1, json.dumps(document).encode())


def rows_of(line: GroupLine, targets: Sequence[Target] = (), laws: LawChoice = LawChoice.ALL) -> list[AuditRow]:
    """The rows of a line that holds a group."""
    found = audit_group(line, targets, laws)
    assert not isinstance(found, InvalidGroup), found
    return found


@dataclass
class Fixed:
    """A target that answers every group with `answer`, or fails if there is none."""

    answer: Assignment | None
    name: str = "fixed"
    version: str = "1"
    like: str | None = None
    promises: frozenset[Promise] = frozenset()
    expected_failures: tuple[ExpectedFailure, ...] = field(default=())

    def assign(self, group: Group) -> Assignment:
        if self.answer is None:
            raise AssignorFailed("KeyError", "'b'")
        return self.answer

    def close(self) -> None:
        """Do nothing."""
