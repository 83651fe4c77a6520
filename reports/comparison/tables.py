"""The tables of a comparison in the report: what changed, and every law in every input family."""

from __future__ import annotations

from collections.abc import Sequence

from kafka_assay.benchmarks.comparison.comparison_record import Comparison, ComparisonLine, TimedGroup
from kafka_assay.reports.comparison.change_sentences import law_numbers
from kafka_assay.reports.comparison.changes import LawChange, law_changes, measure_label
from kafka_assay.reports.comparison.measure_words import (
    difference_text,
    factor_text,
    measure_name,
    moves_beside_best,
    price_sentence,
    timed_group_name,
)
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
    Column(title="inputs", meaning="the input families that the row is about"),
    Column(
        title="base",
        numeric=True,
        meaning="of a law: on how many groups of the families named the base breaks it, of those with a verdict on "
        "both sides, and the same over all families if that differs; of a measure: the mean",
    ),
    Column(title="candidate", meaning="the same of the candidate", numeric=True),
    Column(
        title="difference",
        meaning="of a law: candidate minus base, in groups; of a measure: the 95 % interval of candidate minus base; "
        "of time: the factor, and its 95 % interval",
    ),
    Column(title="worse / better", meaning="groups of the families named on which the candidate is worse, and better"),
    Column(
        title="effect",
        meaning="small, medium or large: by the share of groups, of a law in all families, or by the factor of time",
    ),
)


def changes_table(record: Comparison) -> Table:
    """A row for each law that changed, over all its input families, and for each measure."""
    measures = [line for line in record.lines if line.law is None]
    return Table(
        caption="Laws that changed, and all measures",
        columns=_COLUMNS,
        rows=(*map(_change_row, law_changes(record)), *(row for line in measures for row in _measure_rows(line))),
    )


def lines_table(caption: str, lines: Sequence[ComparisonLine]) -> Table:
    """A row for each of the `lines`, which are about laws."""
    return Table(caption=caption, columns=_COLUMNS, rows=tuple(map(_law_line_row, lines)))


def _change_row(change: LawChange) -> tuple[Cell, ...]:
    line = change.lines[0]
    reason = line.expected if change.is_expected else line.reason
    base, candidate, difference = law_numbers(change)
    return (
        Cell(line=(Code(change.law),)),
        _outcome(line, change.label, reason),
        Cell(line=(series(change.inputs, most=3),)),
        Cell(line=(base,)),
        Cell(line=(candidate,)),
        Cell(line=(difference,)),
        Cell(line=(f"{change.worse:,} / {change.better:,}" if change.groups else "",)),
        Cell(line=(change.effect or "",)),
    )


def _law_line_row(line: ComparisonLine) -> tuple[Cell, ...]:
    """The row of a law in one family. Its effect is still the share of the groups of all families."""
    one = LawChange(law=line.law or "", outcome=line.outcome, lines=(line,), everywhere=(line,))
    return *_change_row(one)[:-1], Cell(line=(line.effect or "",))


def _measure_rows(line: ComparisonLine) -> tuple[tuple[Cell, ...], ...]:
    """The row of a measure. Time has a row for each timed group too, without a verdict of its own."""
    return _measure_row(line), *map(_timed_row, line.timed_groups or ())


def _timed_row(timed: TimedGroup) -> tuple[Cell, ...]:
    between = factor_text(timed.ratio, timed.interval)
    empty = Cell(line=("",))
    times = _number(timed.base, milliseconds=True), _number(timed.candidate, milliseconds=True)
    return Cell(line=(timed_group_name(timed),)), empty, empty, *times, Cell(line=(between,)), empty, empty


def _measure_row(line: ComparisonLine) -> tuple[Cell, ...]:
    is_time = line.measure == "seconds"
    between = ""
    if line.interval is not None:
        between = factor_text(line.ratio or 1, line.interval) if is_time else difference_text(*line.interval)
    counts = "" if line.worse_groups is None else f"{line.worse_groups:,} / {line.better_groups:,}"
    beside = moves_beside_best(line) or ("", "")
    return (
        Cell(line=(measure_name(line),)),
        _outcome(line, measure_label(line), line.reason, price_sentence(line)),
        Cell(line=("" if is_time else "all",)),
        _number(line.base, beside[0], milliseconds=is_time),
        _number(line.candidate, beside[1], milliseconds=is_time),
        Cell(line=(between,)),
        Cell(line=(counts,)),
        Cell(line=(line.effect or "",)),
    )


def _outcome(line: ComparisonLine, label: str, reason: str | None, price: str = "") -> Cell:
    because, but = f": {reason}" if reason else "", f", but {price}" if price else ""
    tone = TONES.get(line.outcome)
    return Cell(line=(f"{label}{because}{but}",), tone=Tone.UNSURE if price and tone is Tone.GOOD else tone)


def _number(value: float | None, beside: str = "", *, milliseconds: bool = False) -> Cell:
    if value is None:
        return Cell(line=("-",))
    text = f"{value * 1000:.3g} ms" if milliseconds else f"{value:.4g}"
    return Cell(line=(f"{text} ({beside})" if beside else text,))
