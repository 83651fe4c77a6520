"""The chapter of a comparison of two targets: the changes, and whether they are a regression."""

from __future__ import annotations

from pathlib import Path

from kafka_assay.benchmarks.comparison.comparison_record import Comparison
from kafka_assay.properties.records.typed_record import read_record
from kafka_assay.reports.comparison.change_sentences import headline, side_names
from kafka_assay.reports.comparison.changes import LawChange
from kafka_assay.reports.comparison.document import FORMAT, comparison_suite
from kafka_assay.reports.comparison.repeat_commands import repeat_command
from kafka_assay.reports.comparison.view import (
    case_blocks,
    changes_of,
    lines_of,
    repeat_of,
    rest_of,
    shown_changes,
    size_of,
    summary_of,
)
from kafka_assay.reports.figures.before_after import before_after_pictures
from kafka_assay.reports.render.blocks import Block, Chapter, Pictures, Section, Strong
from kafka_assay.reports.render.documents import read_file
from kafka_assay.reports.views import ReportOptions

PLACE = 10
RECORD = "compare.json"


def chapter(directory: Path, _wishes: ReportOptions) -> Chapter | None:
    """The comparison record in `directory`, if there is one."""
    record = read_file(directory / RECORD, FORMAT, lambda document: read_record(Comparison, document))
    if record is None:
        return None
    table = changes_of(record)
    section = Section(
        anchor="comparison",
        title=("What changed",),
        blocks=(
            summary_of(record),
            *table,
            *(block for change in shown_changes(record) for block in _case_blocks(record, change, directory)),
            rest_of(record, lines_of(record)),
            *repeat_of(record),
        ),
        in_brief=table,
    )
    return Chapter(
        title=" → ".join(side_names(record)),
        answers=((Strong(headline(record)), ". ", size_of(record)),),
        sections=(section,),
        suites=(comparison_suite(record),),
    )


def _case_blocks(record: Comparison, change: LawChange, directory: Path) -> list[Block]:
    assert change.shown is not None
    pictures = before_after_pictures(change.shown, f"compare-{change.law}")
    command = repeat_command(record, change.shown, directory)
    return case_blocks(record, change, command, [Pictures(pictures)] if pictures else [])
