"""The chapter of a comparison of two targets: the changes, and whether they are a regression."""

from __future__ import annotations

from pathlib import Path

from kafka_assay.benchmarks.comparison.comparison_record import Comparison
from kafka_assay.properties.records.typed_record import read_record
from kafka_assay.reports.chapters import ReportOptions
from kafka_assay.reports.comparison.before_after import before_after_text
from kafka_assay.reports.comparison.change_sentences import headline, side_names, summary_sentences
from kafka_assay.reports.comparison.changes import LawChange, law_changes
from kafka_assay.reports.comparison.document import FORMAT
from kafka_assay.reports.comparison.markdown import mixed_sentences, not_compared
from kafka_assay.reports.comparison.repeat_commands import repeat_command
from kafka_assay.reports.comparison.suite import comparison_suite
from kafka_assay.reports.comparison.tables import changes_table, lines_table
from kafka_assay.reports.comparison.unrepeatable import case_note, comparison_note
from kafka_assay.reports.figures.before_after import before_after_pictures
from kafka_assay.reports.render.blocks import (
    Block,
    Bullets,
    Code,
    Fold,
    Heading,
    Listing,
    Pictures,
    Prose,
    Section,
    Strong,
)
from kafka_assay.reports.render.chapter import Chapter
from kafka_assay.reports.render.documents import read_file
from kafka_assay.reports.wording.sentences import clause_of
from kafka_assay.reports.wording.words import quantity

PLACE = 10
RECORD = "compare.json"


def chapter(directory: Path, _wishes: ReportOptions) -> Chapter | None:
    """The comparison record in `directory`, if there is one."""
    record = read_file(directory / RECORD, FORMAT, lambda document: read_record(Comparison, document))
    if record is None:
        return None
    base, candidate = side_names(record)
    size = f"{quantity(record.groups, 'group')}, paired, seed {record.seed}."
    cut = [Prose(("Interrupted: only what was finished is compared.",))] if record.interrupted else []
    table = changes_table(record)
    section = Section(
        anchor="comparison",
        title=("What changed",),
        blocks=(
            *(Prose((sentence,)) for sentence in (*summary_sentences(record), *record.stale)),
            *cut,
            table,
            *(block for change in _shown_changes(record) for block in _case_blocks(record, change, directory)),
            _rest(record),
            *_repeat_blocks(record),
        ),
        in_brief=(table,),
    )
    answer = (Strong(headline(record)), ". ", size)
    return Chapter(
        title=f"{base} → {candidate}", answers=(answer,), sections=(section,), suites=(comparison_suite(record),)
    )


def _shown_changes(record: Comparison) -> list[LawChange]:
    """The gravest change of each law."""
    by_law: dict[str, LawChange] = {}
    for change in law_changes(record):
        by_law.setdefault(change.law, change)
    return list(by_law.values())


def _case_blocks(record: Comparison, change: LawChange, directory: Path) -> tuple[Block, ...]:
    """The smallest group for a law that changed, with the answers of the base and of the candidate."""
    line = change.shown
    if line is None or line.case is None:
        return ()
    pictures = before_after_pictures(line, f"compare-{change.law}")
    command = repeat_command(record, line, directory)
    note = case_note(record, "base" if change.is_about_base else "candidate")
    return (
        Heading(f"{change.law}, {line.inputs}: {change.words}"),
        Prose((f"The law: {clause_of(change.law)}.",)),
        *((Pictures(pictures),) if pictures else ()),
        Listing(before_after_text(line)),
        Prose((f"Before: {line.case.explanation}" if change.is_about_base else line.case.explanation,)),
        *((Prose(("Repeat: ", Code(command), f" ({note})" if note else "")),) if command else ()),
    )


def _repeat_blocks(record: Comparison) -> tuple[Block, ...]:
    if not record.command:
        return ()
    note = comparison_note(record)
    return Prose(("Repeat the comparison:",)), Listing(record.command), *((Prose((note,)),) if note else ())


def _rest(record: Comparison) -> Fold:
    sentences = [*mixed_sentences(record), *not_compared(record)]
    blocks: list[Block] = [Bullets(tuple((sentence,) for sentence in sentences))] if sentences else []
    laws = [line for line in record.lines if line.law is not None]
    return Fold(("Everything that was compared",), (*blocks, lines_table("Every law in every input family", laws)))
