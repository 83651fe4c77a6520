"""The chapter of a comparison of two targets: the changes, and whether they are a regression."""

from __future__ import annotations

from pathlib import Path

from kafka_assay.benchmarks.comparison.comparison_record import Comparison, ComparisonLine
from kafka_assay.reports.chapters import ReportOptions
from kafka_assay.reports.comparison.before_after import before_after_text
from kafka_assay.reports.comparison.changes import (
    OUTCOMES,
    UNCHANGED,
    LawChange,
    headline,
    law_changes,
    side_names,
    summary_sentences,
)
from kafka_assay.reports.comparison.document import FORMAT
from kafka_assay.reports.comparison.markdown import not_compared
from kafka_assay.reports.comparison.suite import comparison_suite
from kafka_assay.reports.figures.before_after import before_after_figure
from kafka_assay.reports.render.blocks import (
    Block,
    Bullets,
    Cell,
    Code,
    Column,
    Fold,
    Heading,
    Listing,
    Picture,
    Pictures,
    Prose,
    Section,
    Strong,
    Table,
    Tone,
)
from kafka_assay.reports.render.chapter import Chapter
from kafka_assay.reports.render.documents import read_file, read_record
from kafka_assay.reports.wording.sentences import clause_of
from kafka_assay.reports.wording.words import quantity

PLACE = 10
RECORD = "compare.json"

TONES = {
    "better": Tone.GOOD,
    "newly-kept": Tone.GOOD,
    "better-within-tolerance": Tone.GOOD,
    "worse": Tone.BAD,
    "newly-broken": Tone.BAD,
    "worse-within-tolerance": Tone.UNSURE,
    "accepted": Tone.UNSURE,
    "unstable": Tone.UNSURE,
    "not-comparable": Tone.UNSURE,
}


def chapter(directory: Path, _wishes: ReportOptions) -> Chapter | None:
    """The comparison record in `directory`, if there is one."""
    record = read_file(directory / RECORD, FORMAT, lambda document: read_record(Comparison, document))
    if record is None:
        return None
    base, candidate = side_names(record)
    size = f"{quantity(record.groups, 'group')}, paired, seed {record.seed}."
    cut = [Prose(("Interrupted: only what was finished is compared.",))] if record.interrupted else []
    changed = [line for line in record.lines if line.law is None or line.outcome not in UNCHANGED]
    table = _table("All measures, and the laws whose verdict changed", changed)
    section = Section(
        anchor="comparison",
        title=(Code(base), " → ", Code(candidate)),
        blocks=(
            *(Prose((sentence,)) for sentence in (*summary_sentences(record), *record.stale, size)),
            *cut,
            table,
            *(block for change in law_changes(record) for block in _case_blocks(change)),
            *_rest(record),
            Listing(record.command),
        ),
        in_brief=(table,),
    )
    answer = (Code(base), " → ", Code(candidate), ": ", Strong(headline(record)), ". ", size)
    return Chapter(
        title=f"{base} → {candidate}", answers=(answer,), sections=(section,), suites=(comparison_suite(record),)
    )


def _case_blocks(change: LawChange) -> tuple[Block, ...]:
    """The smallest group for a law that changed, before and after."""
    line = change.shown
    if line is None or line.case is None:
        return ()
    figure = before_after_figure(line)
    pictures = () if figure is None else (Pictures((Picture(name=f"compare-{change.law}", drawing=figure),)),)
    return (
        Heading(f"{change.law}, {line.inputs}: {OUTCOMES[change.outcome][2:].lower()}"),
        Prose((f"The law: {clause_of(change.law)}.",)),
        *pictures,
        Listing(before_after_text(line)),
        Prose((line.case.explanation,)),
    )


def _rest(record: Comparison) -> tuple[Block, ...]:
    same = [line for line in record.lines if line.law is not None and line.outcome in UNCHANGED]
    sentences = not_compared(record)
    blocks: list[Block] = [Bullets(tuple((sentence,) for sentence in sentences))] if sentences else []
    if same:
        blocks.append(_table("Laws without a change", same))
    return (Fold(("Everything else that was compared",), tuple(blocks)),) if blocks else ()


def _table(caption: str, lines: list[ComparisonLine]) -> Table:
    return Table(
        caption=caption,
        columns=(
            Column(title="measure"),
            Column(title="inputs"),
            Column(title="base", numeric=True),
            Column(title="candidate", numeric=True),
            Column(title="difference, 95 %"),
            Column(title="groups worse / better"),
            Column(title="effect", meaning="small, medium or large, by the share of groups or by the factor of time"),
            Column(title="outcome"),
        ),
        rows=tuple(map(_row, lines)),
        sortable=True,
    )


def _row(line: ComparisonLine) -> tuple[Cell, ...]:
    between = ""
    if line.interval is not None:
        low, high = line.interval
        seconds = line.measure == "seconds"
        between = f"×{1 + low:.2f} .. ×{1 + high:.2f}" if seconds else f"{low:+.3f} .. {high:+.3f}"
    outcome = OUTCOMES[line.outcome] + (f": {line.reason}" if line.reason else "")
    counts = "" if line.worse_groups is None else f"{line.worse_groups} / {line.better_groups} of {line.groups:,}"
    return (
        Cell(line=(line.measure,)),
        Cell(line=(line.inputs or "all",)),
        _number(line.base),
        _number(line.candidate),
        Cell(line=(between,)),
        Cell(line=(counts,)),
        Cell(line=(line.effect or "",)),
        Cell(line=(outcome,), tone=TONES.get(line.outcome)),
    )


def _number(value: float | None) -> Cell:
    return Cell(line=("-" if value is None else f"{value:.4g}",), key=float("-inf") if value is None else float(value))
