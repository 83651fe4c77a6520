"""
A comparison as Markdown for a pull request: the result in one line, a table of what changed, one group for each law.

All else is folded. The text never exceeds `MOST`, whatever the record holds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kafka_assay.benchmarks.comparison.comparison_record import Comparison, ComparisonLine, TimedGroup
from kafka_assay.properties.records.case_format import Case
from kafka_assay.reports.comparison.before_after import before_after_text
from kafka_assay.reports.comparison.changes import (
    OUTCOMES,
    UNCHANGED,
    LawChange,
    headline,
    law_changes,
    measure_changes,
    side_names,
    summary_sentences,
)
from kafka_assay.reports.comparison.measure_words import (
    measure_name,
    moves_beside_best,
    price_sentence,
    ratio_text,
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
LONGEST_REASON = 300
LONGEST_SENTENCE = 900

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
    sentences = summary_sentences(record) or ["All laws and measures that could be compared are as before."]
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
        "| what changed | inputs | base | candidate | difference (95 %) | groups worse / better | effect | |",
        "|---|---|---:|---:|---:|---:|---|---|",
        *rows,
        *more,
    ]


def _law_row(change: LawChange) -> str:
    expected = f" (expected: {_reason(change.lines[0])})" if change.is_expected else ""
    accepted = f": {_plain((change.lines[0].reason or '')[:LONGEST_REASON])}" if change.outcome == "accepted" else ""
    return (
        f"| {change.law} | {series(change.inputs, most=3)} | {change.base} | {change.candidate} | "
        f"of {change.groups:,} groups | {change.worse} / {change.better} | {change.effect or ''} | "
        f"{OUTCOMES[change.outcome]}{accepted}{expected} |"
    )


def _reason(line: ComparisonLine) -> str:
    return _plain((line.expected or "")[:LONGEST_REASON])


def _measure_rows(line: ComparisonLine) -> list[str]:
    """The row of a measure. Time has a row for each timed group too, without a verdict of its own."""
    return [_measure_row(line), *map(_timed_row, line.timed_groups or ())]


def _measure_row(line: ComparisonLine) -> str:
    reason = f": {_plain((line.reason or '')[:LONGEST_REASON])}" if line.reason else ""
    price = price_sentence(line)
    name, outcome = measure_name(line), f"{OUTCOMES[line.outcome]}{reason}{f', but {price}' if price else ''}"
    if line.interval is None or line.base is None or line.candidate is None:
        return f"| {name} | | | | | | | {outcome} |"
    low, high = line.interval
    if line.measure == "seconds":
        times = _times(line.base, line.candidate, line.ratio or 1, line.interval)
        return f"| {name} | | {times} | | {line.effect or ''} | {outcome} |"
    base, now = _figures(line)
    return (
        f"| {name} | | {base} | {now} | {low:+.3f} .. {high:+.3f} | {line.worse_groups} / {line.better_groups} | "
        f"{line.effect or ''} | {outcome} |"
    )


def _timed_row(timed: TimedGroup) -> str:
    times = _times(timed.base, timed.candidate, timed.ratio, timed.interval)
    return f"| {timed_group_name(timed)} | | {times} | | | |"


def _times(base: float, candidate: float, ratio: float, interval: tuple[float, float]) -> str:
    low, high = (ratio_text(1 + end) for end in interval)
    return f"{base * 1000:.3f} ms | {candidate * 1000:.3f} ms | ×{ratio_text(ratio)} ({low} .. {high})"


def _figures(line: ComparisonLine) -> tuple[str, str]:
    """Both means; of moves also how many more, or fewer, they are than those of the best plan."""
    base, now = f"{line.base:.3f}", f"{line.candidate:.3f}"
    beside = moves_beside_best(line)
    return (base, now) if beside is None else (f"{base} ({beside[0]})", f"{now} ({beside[1]})")


def _case_block(record: Comparison, change: LawChange, commands: Commands) -> str:
    """The smallest group for a law that changed, with both answers; empty if none was found."""
    line = change.shown
    if line is None or line.case is None:
        return ""
    word = OUTCOMES[change.outcome][2:].lower()
    parts = [
        f"**{change.law}** ({line.inputs}), {word}. The law: {_plain(clause_of(change.law))}.",
        f"\n```text\n{_without_fences(before_after_text(line))}\n```",
    ]
    told = _sentence(line.case, change)
    parts += [f"\n{told}"] if told else []
    command = commands.get((change.law, line.inputs or ""))
    note = case_note(record, "base" if change.outcome in {"newly-kept", "better"} else "candidate")
    return "\n".join([*parts, *([f"\n{_repeat_line(command, note)}"] if command else [])])


def _sentence(case: Case, change: LawChange) -> str:
    before = "Before: " if change.outcome in {"newly-kept", "better"} else ""
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
    table = ["", "| measure | | base | candidate | difference (95 %) | groups worse / better | | |"]
    table += ["|---|---|---:|---:|---:|---:|---|---|", *rows]
    return "\n".join(
        [
            "<details><summary>Everything else that was compared</summary>",
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
    """A sentence about the laws that each side breaks on groups on which the other keeps them."""
    mixed = [
        f"{line.law} ({line.inputs}): {line.worse_groups} worse, {line.better_groups} better"
        for line in record.lines
        if line.law is not None and line.outcome == "same" and (line.worse_groups or line.better_groups)
    ]
    return [f"Without a certain direction: {series(mixed)}."] if mixed else []


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
