"""
The work of an audit: lines in, rows out; then the facts for the pages of the worst groups.

It is the same in this process, in others and in Spark's workers. `JudgedGroups` is what is known at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from kafka_assay.assignors.errors import InvalidGroup
from kafka_assay.assignors.formats.codec import batch_of
from kafka_assay.assignors.hosted.java.runtime import JavaRuntime
from kafka_assay.assignors.hosted.targets import TargetText
from kafka_assay.assignors.interface import Target
from kafka_assay.pipeline.audit.audit_row import AuditRow
from kafka_assay.pipeline.audit.extra_columns import NO_EXTRAS, ExtraColumns
from kafka_assay.pipeline.audit.group_audit import LawChoice, audit_group
from kafka_assay.pipeline.audit.group_lines import GroupLine
from kafka_assay.pipeline.audit.page_facts import page_text
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


@dataclass(frozen=True, slots=True)
class WorstGroup:
    """One of the worst groups, whose page facts are wanted: its number and its text."""

    index: int
    data: bytes


def cost_of(item: GroupLine | WorstGroup) -> float:
    """The share of a batch that a line or a group fills."""
    return len(item.data) / MOST_BYTES


@dataclass(frozen=True, slots=True)
class AuditedLines:
    """
    What was found in a batch of lines: the rows (None: no line holds a group), and errors (`assay-error/1`).

    `badness` has the sort key of each audited group, by its number. `pages` are the facts of worst groups as text.
    """

    rows: pa.RecordBatch | None
    errors: Sequence[str] = ()
    badness: Mapping[int, Sequence[float]] = field(default_factory=dict)
    pages: Sequence[str] = ()


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

    def do(self, state: Sequence[Target], job: Sequence[GroupLine | WorstGroup], _: IsOver = never) -> AuditedLines:
        """The rows of the lines in `job` from these opened targets, and the facts of the worst groups, in order."""
        rows: list[AuditRow] = []
        errors: list[str] = []
        badness: dict[int, Sequence[float]] = {}
        pages: list[str] = []
        for item in job:
            if isinstance(item, WorstGroup):
                pages.append(page_text(item.index, item.data))
                continue
            found = audit_group(item, state, self.laws, self.extras)
            if isinstance(found, InvalidGroup):
                errors.append(item.error_text(found))
            else:
                badness[item.index] = found[0].badness or ()
                rows += found
        return AuditedLines(batch_of(AuditRow, rows) if rows else None, errors, badness, pages)

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
    How groups were judged, and the summary tables of their rows (none: there is no row).

    `master` is Spark's master, `loop` (this process) or `processes`, and `cores` the number of groups judged at once.
    `start_seconds` is the time until the first group could be judged. `pages` has a line for each of the worst groups.
    """

    master: str
    cores: int
    start_seconds: float = 0.0
    java: JavaRuntime | None = None
    interrupted: bool = False
    tables: Mapping[str, pa.Table] = field(default_factory=dict, hash=False)
    pages: tuple[str, ...] = ()


def despite_one_interrupt(action: Callable[[], Result]) -> tuple[Result, bool]:
    """The result of `action`, and whether an interrupt came. A first one must not cost the judged groups."""
    try:
        return action(), False
    except KeyboardInterrupt:
        return action(), True
