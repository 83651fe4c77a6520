"""
The view of a comparison: what changed, a small group for each law that changed, and all else folded.

The page, the terminal and the comment on a pull request consist of the same blocks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from kafka_assay.benchmarks.comparison.comparison_record import Comparison, ComparisonLine
from kafka_assay.properties.records.typed_record import read_file, read_record
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.reports.comparison.case_text import before_after_text, case_note, comparison_note, repeat_command
from kafka_assay.reports.comparison.changes import (
    BETTER,
    UNCHANGED,
    LawChange,
    LawCounts,
    all_changes,
    change_clause,
    headline,
    law_change,
    law_changes,
    measure_changes,
    measure_label,
    mixed_differences,
    side_names,
)
from kafka_assay.reports.comparison.ci_results import comparison_suite
from kafka_assay.reports.comparison.document import FORMAT
from kafka_assay.reports.comparison.measures import (
    MEASURE_NAMES,
    difference_text,
    factor_text,
    gaps_sentence,
    means_text,
    moves_beside_best,
    price_sentence,
)
from kafka_assay.reports.figures.explanation_content import before_after_pictures
from kafka_assay.reports.render.blocks import (
    Block,
    Bullets,
    Cell,
    Chapter,
    Code,
    Column,
    Fold,
    Heading,
    Line,
    Listing,
    Pictures,
    Section,
    Strong,
    Table,
    Tone,
    Value,
    repeat_line,
    table_of,
    text_cell,
)
from kafka_assay.reports.render.markdown import blocks_text, text_of
from kafka_assay.reports.views import ReportOptions
from kafka_assay.reports.wording.safe_names import shorten
from kafka_assay.reports.wording.words import quantity, series

PLACE = 10
RECORD = "compare.json"
MOST = 20_000
"""The most characters of a comment. A code host cuts or refuses longer ones."""
FOR_CASES = 13_000
"""The groups of single laws are left out of a comment after so many characters."""
LONGEST_REASON, LONGEST_SENTENCE, LONGEST_EXPLANATION = 300, 1_500, 800
"""The most characters of a reason in a table, of a sentence, and of what explains a case."""
TONES = {**dict.fromkeys(BETTER, Tone.GOOD), "worse": Tone.BAD, "newly-broken": Tone.BAD, "same": None}
"""Outcome -> its tone; all others are unsure."""
_COLUMNS = (
    Column("what", "a law that changed, or a measure"),
    Column("outcome", "what changed from the base to the candidate"),
    Column("inputs", "the input families that the row is about"),
    Column(
        "base",
        "of a law: on how many groups of the families named the base breaks it, of those with a verdict on both sides, "
        "and the same over all families if that differs; of a measure: the mean",
        numeric=True,
    ),
    Column("candidate", "the same of the candidate", numeric=True),
    Column(
        "difference",
        "of a law: candidate minus base, in groups; of a measure: the 95 % interval of candidate minus base; of time: "
        "the factor, and its 95 % interval",
        numeric=True,
    ),
    Column(
        "worse / better",
        "groups of the families named on which the candidate is worse, and better",
        numeric=True,
    ),
    Column(
        "effect", "small, medium or large: by the share of groups, of a law in all families, or by the factor of time"
    ),
)


def chapter(directory: Path, _wishes: ReportOptions) -> Chapter | None:
    """The comparison record in `directory`, if there is one."""
    record = read_file(directory / RECORD, FORMAT, lambda document: read_record(Comparison, document))
    if record is None:
        return None
    table = changes_of(record)
    cases = [
        block for change in _shown_changes(record) for block in _case_blocks(record, change, directory, drawn=True)
    ]
    section = Section(
        anchor="comparison",
        title="What changed",
        blocks=(_summary(record), *table, *cases, _rest(record, lines_of(record)), *_repeat(record)),
        in_brief=table,
    )
    return Chapter(
        title=" → ".join(side_names(record)),
        answers=((Strong(headline(record)), ". ", _size(record)),),
        sections=(section,),
        suites=(comparison_suite(record),),
    )


def comparison_blocks(record: Comparison, folder: Path | None) -> list[Block]:
    """The comparison for a terminal. The cases are in `folder`, if it is given."""
    cases = [block for change in _shown_changes(record) for block in _case_blocks(record, change, folder)]
    return [_title(record), *_opening(record), *cases, _rest(record), *_repeat(record)]


def comparison_comment(record: Comparison, folder: Path | None = None) -> str:
    """The same as Markdown for a pull request. It never exceeds `MOST` characters, whatever the record holds."""
    parts = [f"## {text_of(_title(record))}", blocks_text(_opening(record))]
    left_out: list[str] = []
    for change in _shown_changes(record):
        text = blocks_text(_case_blocks(record, change, folder))
        if sum(map(len, parts)) + len(text) < FOR_CASES:
            parts.append(text)
        else:
            left_out.append(change.law)
    if left_out:
        said = f"Without room for their groups: {', '.join(left_out)}. They are in the record (--out)."
        parts.append(text_of(said))
    end = [blocks_text(_repeat(record))] if record.command else []
    whole = "\n\n".join([*parts, blocks_text([_rest(record)]), *end]) + "\n"
    return whole if len(whole) <= MOST else "\n\n".join([*parts, *end])[: MOST - 1] + "\n"


def _title(record: Comparison) -> Line:
    (base, candidate), word = side_names(record), headline(record)
    return Code(base), " → ", Code(candidate), ": ", Strong(word) if record.verdict == "regressed" else word


def _opening(record: Comparison) -> list[Block]:
    return [_summary(record), _size(record), *changes_of(record)]


def _size(record: Comparison) -> str:
    """How much was compared."""
    cut = " Interrupted: only what was finished is compared." if record.interrupted else ""
    return f"{quantity(record.groups, 'group')}, paired, seed {record.seed}.{cut}"


def _summary(record: Comparison) -> Bullets:
    """What changed, and which accepted regressions are stale, in sentences."""
    nothing = "All laws and measures that could be compared are as before."
    changes = [f"{change_clause(one)}." for one in all_changes(record)] or _mixed_sentences(record)
    lines: list[Line] = [shorten(one, LONGEST_SENTENCE) for one in changes]
    lines += [] if lines else [(nothing if record.groups else "Nothing was compared.",)]
    return Bullets((*lines, *((Strong("Stale:"), f" {shorten(one, LONGEST_SENTENCE)}") for one in record.stale)))


def changes_of(record: Comparison) -> tuple[Table, ...]:
    """The table of the laws and measures that changed; none if nothing did."""
    rows = *map(_change_row, law_changes(record)), *_measure_rows(measure_changes(record))
    return _table("What changed", rows)


def _shown_changes(record: Comparison) -> list[LawChange]:
    """The laws that changed and have a case."""
    return [change for change in law_changes(record) if change.shown is not None]


def _case_blocks(record: Comparison, change: LawChange, folder: Path | None, *, drawn: bool = False) -> list[Block]:
    """A small group for a law that changed, with the answers of both sides, and the command that repeats it."""
    line = change.shown
    assert line is not None
    assert line.case is not None, "only a line with a case is shown"
    explanation = line.case.explanation[:LONGEST_EXPLANATION]
    told = f"Before: {explanation}" if line.is_about_base else explanation
    pictures = before_after_pictures(line, f"compare-{change.law}") if drawn else ()
    command = repeat_command(record, line, folder)
    note = case_note(record, "base" if line.is_about_base else "candidate")
    return [
        Heading(f"{change.law}, {line.inputs}: {change.words}"),
        f"The law: {LAW_BY_ID[change.law].says}.",
        *([Pictures(pictures)] if pictures else []),
        Listing(before_after_text(line)),
        *([told] if explanation else []),
        *([repeat_line(command, note)] if command else []),
    ]


def _rest(record: Comparison, more: Sequence[Block] = ()) -> Fold:
    """What did not change, what was not compared and why, and `more`; folded."""
    same = [line for line in record.lines if line.outcome in UNCHANGED]
    table = _table("Measures that did not change", _measure_rows(line for line in same if line.law is None))
    whole = "Everything else" if all_changes(record) else "Everything"
    said = Bullets(tuple(shorten(sentence, LONGEST_SENTENCE) for sentence in _rest_sentences(record)))
    return Fold(f"{whole} that was compared", (said, *table, *more))


def _rest_sentences(record: Comparison) -> Iterator[str]:
    same = [line for line in record.lines if line.law is not None and line.outcome == "same"]
    still = sum(bool(line.candidate) for line in same)
    broken = f", {still} broken by both, without a certain difference" if still else ""
    yield f"{quantity(len(same) - still, 'cell')} (law × inputs) kept by both{broken}."
    yield from _mixed_sentences(record)
    for one in record.cannot_be_asked:
        yield f"{one.inputs}: {quantity(one.groups, 'group')} skipped, because {one.reason}."
    by_reason: dict[str | None, dict[str, None]] = {}
    for line in record.lines:
        if line.law is not None and line.outcome == "not-comparable":
            by_reason.setdefault(line.reason, {})[line.law] = None
    for reason, names in by_reason.items():
        yield f"Not compared: {series(list(names))} ({reason})."
    for line in record.lines:
        if line.measure == "seconds" and line.control is not None:
            yield f"Noise of this machine: the base against itself differs by up to {line.control:.1%} in time."
            if line.timed:
                yield f"Timed groups: {', '.join(line.timed)}."


def lines_of(record: Comparison) -> tuple[Table, ...]:
    """The table of each law in each input family. The effect is still the share of the groups of all families."""
    lines = [(line, law_change(record, line.law, line.outcome, (line,))) for line in record.lines if line.law]
    rows = [(*_change_row(alone, whole=False)[:-1], line.effect or "") for line, alone in lines]
    return _table("Every law in every input family", rows)


def _repeat(record: Comparison) -> list[Block]:
    """The command that repeats the comparison, if it is known."""
    return [repeat_line(record.command, comparison_note(record))] if record.command else []


def _table(caption: str, rows: Iterable[tuple[Value, ...]]) -> tuple[Table, ...]:
    table = table_of(caption, _COLUMNS, rows)
    return (table,) if table.rows else ()


def _change_row(change: LawChange, *, whole: bool = True) -> tuple[Value, ...]:
    """The row of a law; with the counts of all families, if they are others and the row says the `whole`."""
    line, counts = change.lines[0], change.counts
    reason = f"expected: {line.expected}" if change.is_expected else line.reason
    pairs = zip(_number_texts(counts), _number_texts(change.total if whole else counts), strict=True)
    return (
        Code(change.law),
        _outcome(line, change.label, reason, change.elsewhere),
        series(change.inputs, most=3),
        *(mine if mine == total else f"{mine} (all families: {total})" for mine, total in pairs),
        f"{counts.worse:,} / {counts.better:,}" if counts.groups else "",
        change.effect or "",
    )


def _number_texts(counts: LawCounts) -> tuple[str, str, str]:
    """On how many groups the base breaks a law, and the candidate, and the difference."""
    if not counts.groups:
        return "-", "-", "-"
    of = f"of {counts.groups:,}"
    return f"{counts.base:,} {of}", f"{counts.candidate:,} {of}", f"{counts.candidate - counts.base:+,}"


def _measure_rows(lines: Iterable[ComparisonLine]) -> Iterator[tuple[Value, ...]]:
    """The rows of measures. Time has a row for each timed group too, without a verdict of its own."""
    for line in lines:
        yield _measure_row(line)
        for timed in line.timed_groups or ():
            times = _milliseconds(timed.base), _milliseconds(timed.candidate)
            yield f"time on {timed.name}", "", "", *times, factor_text(timed.ratio, timed.interval), "", ""


def _measure_row(line: ComparisonLine) -> tuple[Value, ...]:
    """The row of a measure. Over several timed groups, time is their mean."""
    is_time, timed = line.measure == "seconds", len(line.timed_groups or ())
    reason = gaps_sentence(line) if line.outcome == "worse-for-balance" else line.reason
    name = MEASURE_NAMES.get(line.measure, line.measure)
    between = ""
    if line.interval is not None:
        between = factor_text(line.ratio or 1, line.interval) if is_time else difference_text(*line.interval)
    return (
        f"{name} (geometric mean of {quantity(timed, 'group')})" if timed else name,
        _outcome(line, measure_label(line), reason, price_sentence(line)),
        "" if is_time else "all",
        *_figures(line),
        between,
        "" if line.worse_groups is None else f"{line.worse_groups:,} / {line.better_groups:,}",
        line.effect or "",
    )


def _figures(line: ComparisonLine) -> Sequence[str]:
    """Both means; of moves also how many more, or fewer, they are than those of the best plan."""
    if line.base is None or line.candidate is None:
        return "-", "-"
    if line.measure == "seconds":
        return _milliseconds(line.base), _milliseconds(line.candidate)
    texts, beside = means_text(line.base, line.candidate), moves_beside_best(line)
    return [f"{mean} ({best})" for mean, best in zip(texts, beside, strict=True)] if beside else texts


def _milliseconds(seconds: float) -> str:
    return f"{seconds * 1000:.3g} ms"


def _outcome(line: ComparisonLine, label: str, reason: str | None, price: str = "") -> Cell:
    because = f": {shorten(reason, LONGEST_REASON)}" if reason else ""
    but = f", but {price}" if price else ""
    tone = TONES.get(line.outcome, Tone.UNSURE)
    return text_cell(f"{label}{because}{but}", tone=Tone.UNSURE if price and tone is Tone.GOOD else tone)


def _mixed_sentences(record: Comparison) -> list[str]:
    """A sentence about what is worse on some groups and better on others."""
    mixed = mixed_differences(record)
    return [f"Groups differ without a certain direction: {series(mixed)}."] if mixed else []
