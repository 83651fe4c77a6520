"""
A comparison as blocks: what changed, a small group for each law that changed, and all else folded.

The page of a report and the comment on a pull request consist of the same blocks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from kafka_assay.benchmarks.comparison.comparison_record import Comparison, ComparisonLine, TimedGroup
from kafka_assay.reports.comparison.before_after import before_after_text
from kafka_assay.reports.comparison.change_sentences import (
    headline,
    law_numbers,
    mixed_differences,
    side_names,
    summary_sentences,
)
from kafka_assay.reports.comparison.changes import UNCHANGED, LawChange, law_changes, measure_changes, measure_label
from kafka_assay.reports.comparison.measure_words import (
    difference_text,
    factor_text,
    means_text,
    measure_name,
    moves_beside_best,
    price_sentence,
    timed_group_name,
)
from kafka_assay.reports.comparison.repeat_commands import case_note, comparison_note
from kafka_assay.reports.render.blocks import (
    Block,
    Bullets,
    Cell,
    Code,
    Column,
    Fold,
    Heading,
    Line,
    Listing,
    Prose,
    Strong,
    Table,
    Tone,
)
from kafka_assay.reports.wording.sentences import clause_of
from kafka_assay.reports.wording.words import quantity, series

LONGEST_REASON, LONGEST_SENTENCE, LONGEST_EXPLANATION = 300, 1_500, 800
"""The most characters of a reason in a table, of a sentence, and of what explains a case."""
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
        numeric=True,
        meaning="of a law: candidate minus base, in groups; of a measure: the 95 % interval of candidate minus base; "
        "of time: the factor, and its 95 % interval",
    ),
    Column(
        title="worse / better",
        numeric=True,
        meaning="groups of the families named on which the candidate is worse, and better",
    ),
    Column(
        title="effect",
        meaning="small, medium or large: by the share of groups, of a law in all families, or by the factor of time",
    ),
)
_EMPTY = Cell(line=("",))


def title_of(record: Comparison) -> Line:
    """Both sides and the result."""
    (base, candidate), word = side_names(record), headline(record)
    return Code(base), " → ", Code(candidate), ": ", Strong(word) if record.verdict == "regressed" else word


def size_of(record: Comparison) -> str:
    """How much was compared."""
    cut = " Interrupted: only what was finished is compared." if record.interrupted else ""
    return f"{quantity(record.groups, 'group')}, paired, seed {record.seed}.{cut}"


def summary_of(record: Comparison) -> Bullets:
    """What changed, and which accepted regressions are stale, in sentences."""
    sentences = summary_sentences(record) or _mixed_sentences(record)
    nothing = (
        "All laws and measures that could be compared are as before." if record.groups else "Nothing was compared."
    )
    lines: list[Line] = [(sentence[:LONGEST_SENTENCE],) for sentence in sentences or [nothing]]
    return Bullets((*lines, *((Strong("Stale:"), f" {one[:LONGEST_SENTENCE]}") for one in record.stale)))


def changes_of(record: Comparison) -> tuple[Table, ...]:
    """The table of the laws and measures that changed; none if nothing did."""
    rows = *map(_change_row, law_changes(record)), *_measure_rows(measure_changes(record))
    return _table("What changed", rows)


def shown_changes(record: Comparison) -> list[LawChange]:
    """The gravest change of each law, if it has a case."""
    by_law: dict[str, LawChange] = {}
    for change in law_changes(record):
        by_law.setdefault(change.law, change)
    return [change for change in by_law.values() if change.shown is not None]


def case_blocks(
    record: Comparison, change: LawChange, command: str = "", pictures: Sequence[Block] = ()
) -> list[Block]:
    """A small group for a law that changed, with the answers of both sides, and the command that repeats it."""
    line = change.shown
    assert line is not None
    assert line.case is not None, "only a line with a case is shown"
    explanation = line.case.explanation[:LONGEST_EXPLANATION]
    told = f"Before: {explanation}" if change.is_about_base else explanation
    note = case_note(record, "base" if change.is_about_base else "candidate")
    return [
        Heading(f"{change.law}, {line.inputs}: {change.words}"),
        Prose((f"The law: {clause_of(change.law)}.",)),
        *pictures,
        Listing(before_after_text(line)),
        *([Prose((told,))] if explanation else []),
        *([_repeat(command, note)] if command else []),
    ]


def rest_of(record: Comparison, more: Sequence[Block] = ()) -> Fold:
    """What did not change, what was not compared and why, and `more`; folded."""
    same = [line for line in record.lines if line.outcome in UNCHANGED]
    sentences = [
        _law_sentence([line for line in same if line.law is not None]),
        *_mixed_sentences(record),
        *_not_compared(record),
        *_noise(record),
    ]
    table = _table("Measures that did not change", _measure_rows(line for line in same if line.law is None))
    whole = "Everything else" if law_changes(record) or measure_changes(record) else "Everything"
    bullets = Bullets(tuple((sentence[:LONGEST_SENTENCE],) for sentence in sentences))
    return Fold((f"{whole} that was compared",), (bullets, *table, *more))


def lines_of(record: Comparison) -> tuple[Table, ...]:
    """The table of each law in each input family."""
    return _table("Every law in every input family", [_law_line_row(line) for line in record.lines if line.law])


def repeat_of(record: Comparison) -> list[Block]:
    """The command that repeats the comparison, if it is known."""
    return [_repeat(record.command, comparison_note(record))] if record.command else []


def _repeat(command: str, note: str) -> Prose:
    return Prose(("Repeat: ", Code(command), f" ({note})" if note else ""))


def _table(caption: str, rows: Iterable[tuple[Cell, ...]]) -> tuple[Table, ...]:
    whole = tuple(rows)
    return (Table(caption=caption, columns=_COLUMNS, rows=whole, rows_in_brief=len(whole)),) if whole else ()


def _change_row(change: LawChange) -> tuple[Cell, ...]:
    line = change.lines[0]
    reason = f"expected: {line.expected}" if change.is_expected else line.reason
    return (
        Cell(line=(Code(change.law),)),
        _outcome(line, change.label, reason),
        Cell(line=(series(change.inputs, most=3),)),
        *(Cell(line=(number,)) for number in law_numbers(change)),
        Cell(line=(f"{change.worse:,} / {change.better:,}" if change.groups else "",)),
        Cell(line=(change.effect or "",)),
    )


def _law_line_row(line: ComparisonLine) -> tuple[Cell, ...]:
    """The row of a law in one family. Its effect is still the share of the groups of all families."""
    one = LawChange(law=line.law or "", outcome=line.outcome, lines=(line,), everywhere=(line,))
    return *_change_row(one)[:-1], Cell(line=(line.effect or "",))


def _measure_rows(lines: Iterable[ComparisonLine]) -> Iterator[tuple[Cell, ...]]:
    """The rows of measures. Time has a row for each timed group too, without a verdict of its own."""
    for line in lines:
        yield _measure_row(line)
        yield from map(_timed_row, line.timed_groups or ())


def _measure_row(line: ComparisonLine) -> tuple[Cell, ...]:
    is_time = line.measure == "seconds"
    between = ""
    if line.interval is not None:
        between = factor_text(line.ratio or 1, line.interval) if is_time else difference_text(*line.interval)
    counts = "" if line.worse_groups is None else f"{line.worse_groups:,} / {line.better_groups:,}"
    return (
        Cell(line=(measure_name(line),)),
        _outcome(line, measure_label(line), line.reason, price_sentence(line)),
        Cell(line=("" if is_time else "all",)),
        *_figures(line),
        Cell(line=(between,)),
        Cell(line=(counts,)),
        Cell(line=(line.effect or "",)),
    )


def _figures(line: ComparisonLine) -> tuple[Cell, Cell]:
    """Both means; of moves also how many more, or fewer, they are than those of the best plan."""
    if line.base is None or line.candidate is None:
        return Cell(line=("-",)), Cell(line=("-",))
    if line.measure == "seconds":
        return _milliseconds(line.base), _milliseconds(line.candidate)
    texts, beside = means_text(line.base, line.candidate), moves_beside_best(line)
    if beside is not None:
        texts = f"{texts[0]} ({beside[0]})", f"{texts[1]} ({beside[1]})"
    return Cell(line=(texts[0],)), Cell(line=(texts[1],))


def _timed_row(timed: TimedGroup) -> tuple[Cell, ...]:
    between = Cell(line=(factor_text(timed.ratio, timed.interval),))
    times = _milliseconds(timed.base), _milliseconds(timed.candidate)
    return Cell(line=(timed_group_name(timed),)), _EMPTY, _EMPTY, *times, between, _EMPTY, _EMPTY


def _milliseconds(seconds: float) -> Cell:
    return Cell(line=(f"{seconds * 1000:.3g} ms",))


def _outcome(line: ComparisonLine, label: str, reason: str | None, price: str = "") -> Cell:
    because = f": {reason[:LONGEST_REASON]}" if reason else ""
    but = f", but {price}" if price else ""
    tone = TONES.get(line.outcome)
    return Cell(line=(f"{label}{because}{but}",), tone=Tone.UNSURE if price and tone is Tone.GOOD else tone)


def _law_sentence(laws: Sequence[ComparisonLine]) -> str:
    kept = sum(line.outcome == "same" and not line.candidate for line in laws)
    still = sum(line.outcome == "same" and bool(line.candidate) for line in laws)
    broken = f", {still} broken by both, without a certain difference" if still else ""
    return f"{quantity(kept, 'cell')} (law × inputs) kept by both{broken}."


def _mixed_sentences(record: Comparison) -> list[str]:
    """A sentence about what is worse on some groups and better on others."""
    mixed = mixed_differences(record)
    return [f"Groups differ without a certain direction: {series(mixed)}."] if mixed else []


def _not_compared(record: Comparison) -> Iterator[str]:
    """A sentence for each thing that was not compared, and why."""
    for one in record.cannot_be_asked:
        yield f"{one.inputs}: {quantity(one.groups, 'group')} skipped, because {one.reason}."
    by_reason: dict[str | None, dict[str, None]] = {}
    for line in record.lines:
        if line.law is not None and line.outcome == "not-comparable":
            by_reason.setdefault(line.reason, {})[line.law] = None
    for reason, names in by_reason.items():
        yield f"Not compared: {', '.join(names)} ({reason})."


def _noise(record: Comparison) -> Iterator[str]:
    for line in record.lines:
        if line.measure == "seconds" and line.control is not None:
            yield f"Noise of this machine: the base against itself differs by up to {line.control:.1%} in time."
            if line.timed:
                yield f"Timed groups: {', '.join(line.timed)}."
