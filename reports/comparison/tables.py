"""The tables of a comparison in the report: what changed, and every law in every input family."""

from __future__ import annotations

from collections.abc import Sequence

from kafka_assay.benchmarks.comparison.comparison_record import Comparison, ComparisonLine
from kafka_assay.reports.comparison.changes import MEASURE_NAMES, OUTCOMES, LawChange, law_changes, ratio_text
from kafka_assay.reports.render.blocks import Cell, Code, Column, Table, Tone
from kafka_assay.reports.wording.words import series

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
_COLUMNS = (
    Column(title="what", meaning="a law that changed, or a measure"),
    Column(title="outcome", meaning="what changed from the base to the candidate"),
    Column(title="inputs", meaning="the input families on which both were asked"),
    Column(title="base", numeric=True, meaning="of a law: groups on which the base breaks it; of a measure: the mean"),
    Column(title="candidate", meaning="the same of the candidate", numeric=True),
    Column(title="difference, 95 %", meaning="candidate minus base, with its 95 % interval"),
    Column(title="worse / better", meaning="groups on which the candidate is worse, and on which it is better"),
    Column(title="effect", meaning="small, medium or large: by the share of groups, or by the factor of time"),
)


def changes_table(record: Comparison) -> Table:
    """A row for each law that changed, over all its input families, and for each measure."""
    measures = [line for line in record.lines if line.law is None]
    return Table(
        caption="Laws that changed, and all measures",
        columns=_COLUMNS,
        rows=(*map(_change_row, law_changes(record)), *map(_line_row, measures)),
    )


def lines_table(caption: str, lines: Sequence[ComparisonLine]) -> Table:
    """A row for each of the `lines`."""
    return Table(caption=caption, columns=_COLUMNS, rows=tuple(map(_line_row, lines)))


def _change_row(change: LawChange) -> tuple[Cell, ...]:
    line = change.lines[0]
    reason = line.expected if change.is_expected else line.reason
    return (
        Cell(line=(Code(change.law),)),
        _outcome(change.outcome, reason),
        Cell(line=(series(change.inputs, most=2),)),
        _number(change.base),
        _number(change.candidate),
        Cell(line=(f"of {change.groups:,} groups",)),
        Cell(line=(f"{change.worse:,} / {change.better:,}",)),
        Cell(line=(change.effect or "",)),
    )


def _line_row(line: ComparisonLine) -> tuple[Cell, ...]:
    between = ""
    if line.interval is not None:
        low, high = line.interval
        is_time = line.measure == "seconds"
        between = f"×{ratio_text(1 + low)} .. {ratio_text(1 + high)}" if is_time else f"{low:+.3f} .. {high:+.3f}"
    counts = "" if line.worse_groups is None else f"{line.worse_groups:,} / {line.better_groups:,}"
    return (
        Cell(line=(Code(line.law),) if line.law else (MEASURE_NAMES.get(line.measure, line.measure),)),
        _outcome(line.outcome, line.expected or line.reason),
        Cell(line=(line.inputs or "all",)),
        _number(line.base, milliseconds=line.measure == "seconds"),
        _number(line.candidate, milliseconds=line.measure == "seconds"),
        Cell(line=(between,)),
        Cell(line=(counts,)),
        Cell(line=(line.effect or "",)),
    )


def _outcome(outcome: str, reason: str | None) -> Cell:
    name = {str(known): words for known, words in OUTCOMES.items()}[outcome]
    return Cell(line=(name + (f": {reason}" if reason else ""),), tone=TONES.get(outcome))


def _number(value: float | None, *, milliseconds: bool = False) -> Cell:
    if value is None:
        return Cell(line=("-",))
    return Cell(line=(f"{value * 1000:.3g} ms" if milliseconds else f"{value:.4g}",))
