"""A comparison record as Markdown for a pull request: the verdict, then the changes, then the rest."""

from __future__ import annotations

from collections.abc import Mapping

from kafka_assay.benchmarks.comparison_record import Comparison, ComparisonLine
from kafka_assay.properties.records.case_format import Case, CaseStep
from kafka_assay.reports.wording.group_text import answer_in_words, members_in_words, topics_in_words
from kafka_assay.reports.wording.life_story import step_label
from kafka_assay.reports.wording.short_names import short_names, shorten_owners
from kafka_assay.reports.wording.words import quantity

HEADLINES = {
    "same": "no difference found",
    "better": "better, nothing worse",
    "regressed": "**REGRESSED**",
    "undecided": "undecided: something could not be compared",
}

SIGNS = {
    "better": "+ better",
    "worse": "− WORSE",
    "newly-broken": "✗ NEWLY BROKEN",
    "newly-kept": "✓ newly kept",
    "same": "= same",
    "not-comparable": "? not comparable",
}


def comparison_markdown(record: Comparison, commands: Mapping[tuple[str, str], str] | None = None) -> str:
    """The whole report on one comparison. `commands` repeats the case of a law and a family."""
    shown = find_changed_lines(record)
    figures = [line for line in shown if line.law is None]
    changed = [line for line in shown if line.law is not None]
    parts = [
        f"## `{record.base.target}` → `{record.candidate.target}`: {HEADLINES[record.verdict]}",
        "",
        comparison_sentences(record)[0],
        "",
        "| measure | base | candidate | difference (95 %) | groups worse / better | |",
        "|---|---:|---:|---:|---:|---|",
        *(_figure_row(line) for line in figures),
    ]
    if changed:
        parts += ["", "| law | inputs | broken: base | candidate | |", "|---|---|---:|---:|---|"]
        parts += [_law_row(line) for line in changed]
    for sentence in comparison_sentences(record)[1:]:
        parts += ["", sentence]
    for case in find_worse_cases(record):
        parts += _case_lines(case, commands or {})
    if record.command:
        parts += ["", f"Repeat: `{record.command}`"]
    return "\n".join(parts) + "\n"


def _law_sentence(laws: list[ComparisonLine]) -> str:
    counts = {outcome: sum(line.outcome == outcome for line in laws) for outcome in SIGNS}
    kept = sum(line.outcome == "same" and not line.candidate for line in laws)
    still = counts["same"] - kept
    parts = [f"{quantity(kept, 'cell')} (law × inputs) kept by both"]
    if still:
        parts.append(f"{still} broken as often as before")
    parts += [
        f"{count} {outcome.replace('-', ' ')}" for outcome, count in counts.items() if count and outcome != "same"
    ]
    return ", ".join(parts) + "."


def _figure_row(line: ComparisonLine) -> str:
    name = {"balance_gap": "balance gap (sum of squares above the optimum)", "moves": "moves per rebalance"}
    if line.measure == "seconds":
        return _seconds_row(line)
    if line.interval is None:
        return f"| {line.measure} | | | | | {SIGNS[line.outcome]}: {line.reason} |"
    low, high = line.interval
    return (
        f"| {name.get(line.measure, line.measure)} | {line.base:.3f} | {line.candidate:.3f} | "
        f"{low:+.3f} .. {high:+.3f} | {line.worse_groups} / {line.better_groups} | {SIGNS[line.outcome]} |"
    )


def _seconds_row(line: ComparisonLine) -> str:
    if not (line.base and line.candidate and line.ratio and line.interval):
        return f"| time | | | | | {SIGNS[line.outcome]}: {line.reason} |"
    low, high = line.interval
    return (
        f"| time of one call | {line.base * 1000:.3f} ms | {line.candidate * 1000:.3f} ms | "
        f"×{_ratio(line.ratio)} ({_ratio(1 + low)} .. {_ratio(1 + high)}) | | {SIGNS[line.outcome]} |"
    )


def _ratio(ratio: float) -> str:
    """
    The ratio with two decimals, or with two significant digits.

    >>> _ratio(0.714), _ratio(0.00371)
    ('0.71', '0.0037')
    """
    return f"{ratio:.2f}" if ratio >= 0.1 else f"{ratio:.2g}"


def _law_row(line: ComparisonLine) -> str:
    expected = f" (expected: {line.expected})" if line.expected else ""
    reason = f": {line.reason}" if line.reason else ""
    base, candidate = ("" if count is None else str(count) for count in (line.base, line.candidate))
    return f"| {line.law} | {line.inputs} | {base} | {candidate} | {SIGNS[line.outcome]}{reason}{expected} |"


def find_changed_lines(record: Comparison) -> list[ComparisonLine]:
    """All measures, and the laws that both sides promise and whose verdicts differ."""
    return [line for line in record.lines if line.law is None or (line.outcome != "same" and not line.is_unshared)]


def comparison_sentences(record: Comparison) -> list[str]:
    """What was compared, the results of the laws, and a sentence for each side that promises less than the other."""
    laws = [line for line in record.lines if line.law is not None]
    by_reason: dict[str | None, dict[str, None]] = {}
    for line in laws:
        if line.law and line.is_unshared:
            by_reason.setdefault(line.reason, {})[line.law] = None
    cut = ["Interrupted: only the finished families are compared."] if record.interrupted else []
    return [
        f"{record.groups} groups, paired, seed {record.seed}. {_law_sentence(laws)}",
        *cut,
        *(
            f"{one.inputs}: {quantity(one.groups, 'group')} skipped, because {one.reason}."
            for one in record.cannot_be_asked
        ),
        *(f"Not compared: {', '.join(names)} ({reason})." for reason, names in by_reason.items()),
    ]


def find_worse_cases(record: Comparison) -> list[Case]:
    """The smallest group found for each law that the candidate breaks more often than the base."""
    return [line.case for line in record.lines if line.case and line.outcome in {"newly-broken", "worse"}]


def _case_lines(case: Case, commands: Mapping[tuple[str, str], str]) -> list[str]:
    lines = ["", f"**{case.law}** ({case.inputs}), the smallest group found: {case.explanation}"]
    lines += ["", "```text", case_in_words(case), "```"]
    if (case.law, case.inputs) in commands:
        lines += ["", f"Repeat: `{commands[case.law, case.inputs]}`"]
    return lines


def case_in_words(case: Case) -> str:
    """The group of a case, the answer to it, and what was asked after it."""
    steps = case.steps
    group, names = steps[0].group, short_names(step.group for step in steps)
    first, *others = members_in_words(group) or ["none"]

    def answer_of(step: CaseStep) -> str:
        return answer_in_words(shorten_owners(step.assignment, names), step.error)

    return "\n".join(
        (
            f"topics   {topics_in_words(group)}",
            f"members  {first}",
            *(f"         {member}" for member in others),
            f"answer   {answer_of(steps[0])}",
            *(f"{step_label(step.why or ''):<9}{step.why}: {answer_of(step)}" for step in steps[1:]),
        )
    )
