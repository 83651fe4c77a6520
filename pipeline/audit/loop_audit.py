"""The audit in a plain loop in this process: the same files as from Spark."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from kafka_assay.assignors.errors import InvalidGroup
from kafka_assay.assignors.hosted.targets import TargetText
from kafka_assay.pipeline.audit.audit_laws import LawChoice
from kafka_assay.pipeline.audit.audit_row import schema
from kafka_assay.pipeline.audit.extra_columns import NO_EXTRAS, ExtraColumns
from kafka_assay.pipeline.audit.group_audit import open_targets
from kafka_assay.pipeline.audit.group_lines import GroupLine
from kafka_assay.pipeline.audit.row_batches import audit_lines

if TYPE_CHECKING:
    pass

PART, BAD_PART, SUCCESS = "part-00000.zstd.parquet", "part-00000.txt", "_SUCCESS"
"""The names of the files in a folder of results or errors, as Spark names them."""


@dataclass(slots=True)
class BadLines:
    """The lines that held no group: how many, the first one's `assay-error/1`, and all of them in the file `path`."""

    path: Path
    count: int = 0
    first: str | None = None

    def add(self, line: GroupLine, wrong: InvalidGroup) -> None:
        """Write one bad line."""
        text = line.error_text(wrong)
        self.count, self.first = self.count + 1, self.first or text
        self.path.parent.mkdir(exist_ok=True)
        with self.path.open("a", encoding="utf-8") as sink:
            sink.write(f"{text}\n")


def write_rows(
    lines: Iterable[GroupLine],
    targets: tuple[TargetText, ...],
    laws: LawChoice,
    results: Path,
    bad: BadLines,
    advance: Callable[[int], None],
    extras: ExtraColumns = NO_EXTRAS,
) -> bool:
    """
    Write the rows of all `lines` into the folder `results`; False if it was interrupted.

    `advance` gets the number of lines taken so far. An interrupt before the first row passes through.
    """
    from pyarrow.parquet import ParquetWriter

    results.mkdir()
    written = False
    with ParquetWriter(results / PART, schema(), compression="zstd") as writer:
        try:
            for batch in audit_lines(_counted(lines, advance), open_targets(targets), laws, bad.add, extras):
                writer.write_batch(batch)
                written = True
        except KeyboardInterrupt:
            if not written:
                raise
            return False
    (results / SUCCESS).touch()
    return True


def _counted(lines: Iterable[GroupLine], advance: Callable[[int], None]) -> Iterator[GroupLine]:
    for count, line in enumerate(lines):
        advance(count)
        yield line
