"""The chapter of a comparison of two targets: the changes, and whether they are a regression."""

from __future__ import annotations

from pathlib import Path

from kafka_assay.benchmarks.comparison_record import Comparison, ComparisonLine
from kafka_assay.properties.records.case_format import Case
from kafka_assay.reports.bench.comparison import (
    HEADLINES,
    SIGNS,
    case_in_words,
    comparison_sentences,
    find_changed_lines,
    find_worse_cases,
)
from kafka_assay.reports.bench.comparison_document import FORMAT
from kafka_assay.reports.chapters import ReportOptions
from kafka_assay.reports.render.blocks import (
    Block,
    Cell,
    Code,
    Column,
    Heading,
    Listing,
    Prose,
    Section,
    Strong,
    Table,
    Tone,
)
from kafka_assay.reports.render.chapter import Chapter
from kafka_assay.reports.render.documents import read_file, read_record

PLACE = 10
RECORD = "compare.json"

TONES = {
    "better": Tone.GOOD,
    "newly-kept": Tone.GOOD,
    "worse": Tone.BAD,
    "newly-broken": Tone.BAD,
    "not-comparable": Tone.UNSURE,
}


def chapter(directory: Path, _wishes: ReportOptions) -> Chapter | None:
    """The comparison record in `directory`, if there is one."""
    record = read_file(directory / RECORD, FORMAT, lambda document: read_record(Comparison, document))
    if record is None:
        return None
    base, candidate = record.base.target, record.candidate.target
    verdict = HEADLINES[record.verdict].strip("*")
    sentences = comparison_sentences(record)
    section = Section(
        anchor="comparison",
        title=(Code(base), " → ", Code(candidate)),
        blocks=(
            *(Prose((sentence,)) for sentence in sentences),
            _table(record),
            *(block for case in find_worse_cases(record) for block in _case(case)),
            Listing(record.command),
        ),
        in_brief=(_table(record),),
    )
    answer = (Code(base), " → ", Code(candidate), ": ", Strong(verdict), ". ", sentences[0])
    return Chapter(title=f"{base} → {candidate}", answers=(answer,), sections=(section,))


def _case(case: Case) -> tuple[Block, ...]:
    return (
        Heading(f"{case.law}, {case.inputs}: the smallest group found"),
        Prose((case.explanation,)),
        Listing(case_in_words(case)),
    )


def _table(record: Comparison) -> Table:
    shown = find_changed_lines(record)
    return Table(
        caption="All measures, and the laws whose verdict changed",
        columns=(
            Column(title="measure"),
            Column(title="inputs"),
            Column(title="base", numeric=True),
            Column(title="candidate", numeric=True),
            Column(title="difference, 95 %"),
            Column(title="outcome"),
        ),
        rows=tuple(_row(line) for line in shown),
        sortable=True,
    )


def _row(line: ComparisonLine) -> tuple[Cell, ...]:
    between = ""
    if line.interval is not None:
        low, high = line.interval
        seconds = line.measure == "seconds"
        between = f"×{1 + low:.2f} .. ×{1 + high:.2f}" if seconds else f"{low:+.3f} .. {high:+.3f}"
    outcome = SIGNS[line.outcome] + (f": {line.reason}" if line.reason else "")
    return (
        Cell(line=(line.measure,)),
        Cell(line=(line.inputs or "all",)),
        _number(line.base),
        _number(line.candidate),
        Cell(line=(between,)),
        Cell(line=(outcome,), tone=TONES.get(line.outcome)),
    )


def _number(value: float | None) -> Cell:
    return Cell(line=("-" if value is None else f"{value:.4g}",), key=float("-inf") if value is None else float(value))
