"""
The work of an audit: lines in, rows out. It is the same in this process, in others and in Spark's workers.

And what is known of an audit when its workers are done.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from kafka_assay.assignors.errors import InvalidGroup
from kafka_assay.assignors.formats.codec import batch_of
from kafka_assay.assignors.hosted.targets import TargetText
from kafka_assay.assignors.interface import Target
from kafka_assay.pipeline.audit.audit_laws import LawChoice
from kafka_assay.pipeline.audit.audit_row import AuditRow
from kafka_assay.pipeline.audit.extra_columns import NO_EXTRAS, ExtraColumns
from kafka_assay.pipeline.audit.group_audit import audit_group
from kafka_assay.pipeline.audit.group_lines import GroupLine
from kafka_assay.pipeline.spark.java import JavaRuntime
from kafka_assay.properties.runner.work import IsOver, never

if TYPE_CHECKING:
    import pyarrow as pa

MOST_GROUPS = 128
"""The most groups in one batch of rows: enough for Arrow, few enough for memory."""

MOST_BYTES = 4_000_000
"""A batch ends after this many bytes of input, so that huge groups go one by one."""

_SMALLEST = GroupLine(
    0, "", None, b'{"format":"assay-group/1","topics":{"t":1},"members":[{"id":"a","subscription":["t"]}]}'
)


def cost_of(line: GroupLine) -> float:
    """The share of a batch that a line fills."""
    return len(line.data) / MOST_BYTES


@dataclass(frozen=True, slots=True)
class AuditedLines:
    """The rows of a batch of lines (None: no line holds a group), and an `assay-error/1` for each line without one."""

    rows: pa.RecordBatch | None
    errors: Sequence[str] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditWork:
    """The `targets` that each group is put to, and the `laws` that they are asked. `extras` fills further columns."""

    targets: tuple[TargetText, ...]
    laws: LawChoice
    extras: ExtraColumns = NO_EXTRAS

    def open(self) -> tuple[Target, ...]:
        """Open the targets, and audit a first group, so that everything is loaded. Raises `AssayError`."""
        opened = tuple(target.open() for target in self.targets)
        audit_group(_SMALLEST, opened, self.laws)
        return opened

    def do(self, state: Sequence[Target], job: Sequence[GroupLine], _: IsOver = never) -> AuditedLines:
        """The rows of the lines `job` from these opened targets, in order."""
        rows: list[AuditRow] = []
        errors: list[str] = []
        for line in job:
            found = audit_group(line, state, self.laws, self.extras)
            if isinstance(found, InvalidGroup):
                errors.append(line.error_text(found))
            else:
                rows += found
        return AuditedLines(batch_of(AuditRow, rows) if rows else None, errors)

    def close(self, state: Sequence[Target]) -> None:
        """Close the targets."""
        for target in state:
            target.close()


GroupsDone: TypeAlias = "Callable[[int, int | None], None]"
"""Gets the number of groups finished, and about how many there are if that is known."""

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedGroups:
    """
    What was written: the numbers of groups and bad lines, the first bad line, and the summary tables.

    `master` is Spark's master, `loop` (this process) or `processes`, and `cores` the number of groups judged at once.
    `start_seconds` is the time until the first group could be judged.
    """

    master: str
    cores: int
    start_seconds: float = 0.0
    java: JavaRuntime | None = None
    groups: int = 0
    bad_lines: int = 0
    first_bad: str | None = None
    interrupted: bool = False
    tables: Mapping[str, pa.Table] = field(default_factory=dict, hash=False)


def despite_one_interrupt(action: Callable[[], Result]) -> tuple[Result, bool]:
    """
    The result of `action`, and whether an interrupt came meanwhile. A first one must not cost the judged groups.
    """
    try:
        return action(), False
    except KeyboardInterrupt:
        return action(), True
