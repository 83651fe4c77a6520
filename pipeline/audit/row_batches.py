"""The work of an audit: lines in; batches of rows out. It is the same in a plain loop and in Spark's workers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from kafka_assay.assignors.errors import InvalidGroup
from kafka_assay.assignors.interface import Target
from kafka_assay.pipeline.audit.audit_laws import LawChoice
from kafka_assay.pipeline.audit.audit_row import AuditRow, batch_of_rows
from kafka_assay.pipeline.audit.extra_columns import NO_EXTRAS, ExtraColumns
from kafka_assay.pipeline.audit.group_audit import audit_group
from kafka_assay.pipeline.audit.group_lines import GroupLine

if TYPE_CHECKING:
    import pyarrow as pa

GROUPS_IN_BATCH = 32
"""The most groups in one batch of rows: enough for Arrow, few enough for memory."""

BYTES_IN_BATCH = 4_000_000
"""A batch ends after this many bytes of input, so that huge groups go one by one."""


def audit_lines(
    lines: Iterable[GroupLine],
    targets: Sequence[Target],
    laws: LawChoice,
    refuse: Callable[[GroupLine, InvalidGroup], None] = lambda *_: None,
    extras: ExtraColumns = NO_EXTRAS,
) -> Iterator[pa.RecordBatch]:
    """The rows of all `lines` in batches. `refuse` gets each line that holds no group."""
    rows: list[AuditRow] = []
    groups = size = 0
    for line in lines:
        found = audit_group(line, targets, laws, extras)
        if isinstance(found, InvalidGroup):
            refuse(line, found)
            continue
        rows += found
        groups, size = groups + 1, size + len(line.data)
        if groups == GROUPS_IN_BATCH or size >= BYTES_IN_BATCH:
            yield batch_of_rows(rows)
            rows, groups, size = [], 0, 0
    if rows:
        yield batch_of_rows(rows)
