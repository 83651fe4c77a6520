"""
A comparison as Markdown for a pull request: the result in one line, a table of what changed, one group for each law.

All else is folded. The text never exceeds `MOST`, whatever the record holds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kafka_assay.benchmarks.comparison.comparison_record import Comparison, ComparisonLine, TimedGroup
from kafka_assay.properties.records.case_format import Case
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
from kafka_assay.reports.comparison.unrepeatable import case_note, comparison_note
from kafka_assay.reports.render.markdown import code, text_of
from kafka_assay.reports.wording.sentences import clause_of
from kafka_assay.reports.wording.words import quantity, series

MOST = 20_000
"""The most characters of a report. A code host cuts or refuses longer comments."""
FOR_CASES = 13_000
"""The groups of single laws are left out after so many characters."""
MOST_ROWS = 40
"""The most rows of the table of laws that changed."""
DIFFERENCE = "difference (of a measure: 95 %)"
LONGEST_REASON = 300
LONGEST_SENTENCE = 1_500

Commands = Mapping[tuple[str, str], str]
"""(Law, family) -> the command that repeats the case of that line."""


def comparison_markdown(record: Comparison, commands: Commands | None = None) -> str:
    """The whole report on one comparison."""
    parts = [_title(record), "", *_opening(record), "", *_changes_table(record)]
    parts += [f"\n**Stale:** {_plain(sentence)}" for sentence in record.stale]
    left_out: list[str] = []
    shown: set[str] = set()
    for change in law_changes(record):
        block = "" if change.law in shown else _case_block(record, change, commands or {})
        shown.add(change.law)
        if block and sum(map(len, parts)) + len(block) < FOR_CASES:
            parts += ["", block]
        elif block:
            left_out.append(change.law)
    if left_out:
        parts += ["", f"Without room for their groups: {', '.join(left_out)}. They are in the record (`--out`)."]
    details, end = _details(record), _repeat(record)
    whole = "\n".join([*parts, "", details, *end]) + "\n"
    return whole if len(whole) <= MOST else "\n".join([*parts, *end])[: MOST - 1] + "\n"


def _title(record: Comparison) -> str:
    word = headline(record)
    shown = f"**{word}**" if record.verdict == "regressed" else word
    base, candidate = side_names(record)
    return f"## {code(base)} → {code(candidate)}: {shown}"


def _opening(record: Comparison) -> list[str]:
    """What changed, and how much was compared, in a few sentences."""
    sentences = summary_sentences(record) or mixed_sentences(record)
    nothing = (
        "All laws and measures that could be compared are as before." if record.groups else "Nothing was compared."
    )
    sentences = sentences or [nothing]
    cut = " Interrupted: only what was finished is compared." if record.interrupted else ""
    size = f"{quantity(record.groups, 'group')}, paired, seed {record.seed}.{cut}"
    return [*(f"* {_plain(sentence[:LONGEST_SENTENCE])}" for sentence in sentences), "", size]


def _changes_table(record: Comparison) -> list[str]:
    laws, measures = law_changes(record), measure_changes(record)
    if not laws and not measures:
        return []
    rows = [*map(_law_row, laws[:MOST_ROWS]), *(row for line in measures for row in _measure_rows(line))]
    more = [f"\n… and {len(laws) - MOST_ROWS} more laws."] if len(laws) > MOST_ROWS else []
    return [
        f"| what changed | inputs | base | candidate | {DIFFERENCE} | groups worse / better | effect | |",
        "|---|---|---:|---:|---:|---:|---|---|",
        *rows,
        *more,
    ]


def _law_row(change: LawChange) -> str:
    expected = f" (expected: {_reason(change.lines[0])})" if change.is_expected else ""
    reason = change.lines[0].reason
    because = f": {_plain(reason[:LONGEST_REASON])}" if reason and change.outcome in {"accepted", "unstable"} else ""
    return (
        f"| {change.law} | {series(change.inputs, most=3)} | {' | '.join(law_numbers(change))} | "
        f"{change.worse} / {change.better} | {change.effect or ''} | {change.label}{because}{expected} |"
    )


def _reason(line: ComparisonLine) -> str:
    return _plain((line.expected or "")[:LONGEST_REASON])


def _measure_rows(line: ComparisonLine) -> list[str]:
    """The row of a measure. Time has a row for each timed group too, without a verdict of its own."""
    return [_measure_row(line), *map(_timed_row, line.timed_groups or ())]


def _measure_row(line: ComparisonLine) -> str:
    reason = f": {_plain((line.reason or '')[:LONGEST_REASON])}" if line.reason else ""
    price = price_sentence(line)
    name, outcome = measure_name(line), f"{measure_label(line)}{reason}{f', but {price}' if price else ''}"
    if line.interval is None or line.base is None or line.candidate is None:
        return f"| {name} | | | | | | | {outcome} |"
    if line.measure == "seconds":
        times = _times(line.base, line.candidate, line.ratio or 1, line.interval)
        return f"| {name} | | {times} | | {line.effect or ''} | {outcome} |"
    base, now = _figures(line)
    between = difference_text(*line.interval)
    return (
        f"| {name} | | {base} | {now} | {between} | {line.worse_groups} / {line.better_groups} | "
        f"{line.effect or ''} | {outcome} |"
    )


def _timed_row(timed: TimedGroup) -> str:
    times = _times(timed.base, timed.candidate, timed.ratio, timed.interval)
    return f"| {timed_group_name(timed)} | | {times} | | | |"


def _times(base: float, candidate: float, ratio: float, interval: tuple[float, float]) -> str:
    return f"{base * 1000:.3f} ms | {candidate * 1000:.3f} ms | {factor_text(ratio, interval)}"


def _figures(line: ComparisonLine) -> tuple[str, str]:
    """Both means; of moves also how many more, or fewer, they are than those of the best plan."""
    base, now = means_text(line.base or 0, line.candidate or 0)
    beside = moves_beside_best(line)
    return (base, now) if beside is None else (f"{base} ({beside[0]})", f"{now} ({beside[1]})")


def _case_block(record: Comparison, change: LawChange, commands: Commands) -> str:
    """A small group for a law that changed, with both answers; empty if none was found."""
    line = change.shown
    if line is None or line.case is None:
        return ""
    parts = [
        f"**{change.law}** ({line.inputs}), {change.words}. The law: {_plain(clause_of(change.law))}.",
        f"\n```text\n{_without_fences(before_after_text(line))}\n```",
    ]
    told = _sentence(line.case, change)
    parts += [f"\n{told}"] if told else []
    command = commands.get((change.law, line.inputs or ""))
    note = case_note(record, "base" if change.is_about_base else "candidate")
    return "\n".join([*parts, *([f"\n{_repeat_line(command, note)}"] if command else [])])


def _sentence(case: Case, change: LawChange) -> str:
    before = "Before: " if change.is_about_base else ""
    return _plain(f"{before}{case.explanation[:800]}") if case.explanation else ""


def _details(record: Comparison) -> str:
    """What did not change, what was not compared and why, folded."""
    same = [line for line in record.lines if line.outcome in UNCHANGED]
    laws = [line for line in same if line.law is not None]
    rows = [row for line in same if line.law is None for row in _measure_rows(line)]
    lines = [
        f"* {_plain(sentence[:600])}"
        for sentence in [_law_sentence(laws), *mixed_sentences(record), *not_compared(record), *_control(record)]
    ]
    whole = "Everything else" if law_changes(record) or measure_changes(record) else "Everything"
    table = ["", f"| measure | | base | candidate | {DIFFERENCE} | groups worse / better | | |"]
    table += ["|---|---|---:|---:|---:|---:|---|---|", *rows]
    return "\n".join(
        [
            f"<details><summary>{whole} that was compared</summary>",
            "",
            *lines,
            *(table if rows else []),
            "",
            "</details>",
        ]
    )


def _law_sentence(laws: Sequence[ComparisonLine]) -> str:
    kept = sum(line.outcome == "same" and not line.candidate for line in laws)
    still = sum(line.outcome == "same" and bool(line.candidate) for line in laws)
    parts = [f"{quantity(kept, 'cell')} (law × inputs) kept by both"]
    if still:
        parts.append(f"{still} broken by both, without a certain difference")
    return ", ".join(parts) + "."


def mixed_sentences(record: Comparison) -> list[str]:
    """A sentence about what is worse on some groups and better on others."""
    mixed = mixed_differences(record)
    return [f"Groups differ without a certain direction: {series(mixed)}."] if mixed else []


def not_compared(record: Comparison) -> list[str]:
    """A sentence for each thing that was not compared, and why."""
    by_reason: dict[str | None, dict[str, None]] = {}
    for line in record.lines:
        if line.law is not None and line.outcome == "not-comparable":
            by_reason.setdefault(line.reason, {})[line.law] = None
    refused = (
        f"{one.inputs}: {quantity(one.groups, 'group')} skipped, because {one.reason}."
        for one in record.cannot_be_asked
    )
    return [*refused, *(f"Not compared: {', '.join(names)} ({reason})." for reason, names in by_reason.items())]


def _control(record: Comparison) -> list[str]:
    line = next((line for line in record.lines if line.measure == "seconds" and line.control is not None), None)
    if line is None or line.control is None:
        return []
    noise = f"Noise of this machine: the base against itself differs by up to {line.control:.1%} in time."
    return [noise, *([f"Timed groups: {', '.join(line.timed)}."] if line.timed else [])]


def _repeat(record: Comparison) -> list[str]:
    return ["", _repeat_line(record.command, comparison_note(record))] if record.command else []


def _repeat_line(command: str, note: str) -> str:
    return f"Repeat: {code(command)}{f' ({note})' if note else ''}"


def _plain(text: str) -> str:
    return text_of((text,))


def _without_fences(text: str) -> str:
    return text.replace("```", "'''")
