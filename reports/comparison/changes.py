"""What changed between two sides: the lines of a comparison, with those of one law over all input families as one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kafka_assay.benchmarks.comparison.comparison_record import Comparison, ComparisonLine, Effect, Outcome
from kafka_assay.benchmarks.comparison.effect import effect_of_counts
from kafka_assay.properties.registry import LAWS
from kafka_assay.properties.strategies.families import CLEAN, FAMILIES
from kafka_assay.reports.comparison.measure_words import measure_clause
from kafka_assay.reports.wording.words import quantity

OUTCOMES: dict[Outcome, str] = {
    "newly-broken": "✗ NEWLY BROKEN",
    "worse": "− WORSE",
    "unstable": "~ unstable",
    "worse-within-tolerance": "− worse, within tolerance",
    "accepted": "− worse, accepted",
    "newly-kept": "✓ newly kept",
    "better": "+ better",
    "better-within-tolerance": "+ better, within tolerance",
    "not-comparable": "? not comparable",
    "same": "= same",
}
"""Outcome -> its sign and its name, the gravest first."""

UNCHANGED = frozenset({"same", "not-comparable"})
TOLERATED = "some differences are within tolerance, accepted or unstable"
_AS_USUAL: dict[Outcome, Outcome] = {"newly-broken": "worse", "newly-kept": "better"}


@dataclass(frozen=True, slots=True, kw_only=True)
class LawChange:
    """The lines of one law with the same outcome. Counts are sums over the input families."""

    law: str
    outcome: Outcome
    lines: tuple[ComparisonLine, ...]

    @property
    def inputs(self) -> list[str]:
        """The input families."""
        return [line.inputs or "" for line in self.lines]

    @property
    def groups(self) -> int:
        """The number of groups on which both sides have a verdict."""
        return sum(line.groups or 0 for line in self.lines)

    @property
    def base(self) -> int:
        """The number of groups on which the base breaks the law."""
        return round(sum(line.base or 0 for line in self.lines))

    @property
    def candidate(self) -> int:
        """The number of groups on which the candidate breaks the law."""
        return round(sum(line.candidate or 0 for line in self.lines))

    @property
    def worse(self) -> int:
        """The number of groups on which only the candidate breaks the law."""
        return sum(line.worse_groups or 0 for line in self.lines)

    @property
    def better(self) -> int:
        """The number of groups on which only the base breaks the law."""
        return sum(line.better_groups or 0 for line in self.lines)

    @property
    def effect(self) -> Effect | None:
        """The size of the change over all its families."""
        return effect_of_counts(self.worse, self.better, self.groups) if self.groups else None

    @property
    def is_expected(self) -> bool:
        """Whether all its breaks are declared failures."""
        return all(line.expected for line in self.lines)

    @property
    def is_regression(self) -> bool:
        """Whether it makes the candidate a regression."""
        return any(line.is_regression for line in self.lines)

    @property
    def shown(self) -> ComparisonLine | None:
        """The line with the case to show: the clean family's, else the one with the smallest group."""
        with_case = [line for line in self.lines if line.case is not None]
        return min(with_case, key=_case_rank, default=None)


def _case_rank(line: ComparisonLine) -> tuple[bool, bool, int, int, int, int]:
    assert line.case is not None
    steps = line.case.steps
    group, events = steps[0].group, sum(step.event is not None for step in steps)
    order = list(FAMILIES).index(line.inputs) if line.inputs in FAMILIES else len(FAMILIES)
    size = events, len(group.members), sum(topic.partitions for topic in group.topics), order
    return not line.is_regression, line.inputs != CLEAN, *size


def law_changes(record: Comparison) -> list[LawChange]:
    """
    The laws whose verdicts differ: the gravest outcome first, then in the order of the laws.

    A law that is newly broken in one family and worse in another is worse: the base broke it too.
    """
    changed = [line for line in record.lines if line.law is not None and line.outcome not in UNCHANGED]
    known = {(line.law, line.outcome) for line in changed}
    found: dict[tuple[Outcome, bool, str], list[ComparisonLine]] = {}
    for line in changed:
        law, usual = line.law or "", _AS_USUAL.get(line.outcome)
        outcome = line.outcome if usual is None or line.expected or (law, usual) not in known else usual
        found.setdefault((outcome, bool(line.expected), law), []).append(line)
    outcomes, laws = list(OUTCOMES), [law.id for law in LAWS]
    ranked = sorted(
        found, key=lambda key: (outcomes.index(key[0]), key[1], laws.index(key[2]) if key[2] in laws else 0)
    )
    return [LawChange(law=key[2], outcome=key[0], lines=tuple(found[key])) for key in ranked]


def measure_changes(record: Comparison) -> list[ComparisonLine]:
    """The measures that differ, in their order; time is the last."""
    return [line for line in record.lines if line.law is None and line.outcome not in UNCHANGED]


def headline(record: Comparison) -> str:
    """
    The result in a few words. It never says that nothing changed where something did.
    """
    if record.verdict == "regressed":
        return "REGRESSED"
    tolerated = sorted({OUTCOMES[one.outcome] for one in _tolerated(record)}, key=list(OUTCOMES.values()).index)
    if record.verdict == "better":
        return f"better; {TOLERATED}" if tolerated else "better, nothing worse"
    if record.verdict == "undecided":
        return "undecided: something could not be compared"
    if tolerated:
        return f"no regression; {TOLERATED}"
    return "no difference found"


def _tolerated(record: Comparison) -> Sequence[ComparisonLine | LawChange]:
    changed: list[ComparisonLine | LawChange] = [*law_changes(record), *measure_changes(record)]
    return [one for one in changed if one.outcome not in {"better", "newly-kept"}]


def side_names(record: Comparison) -> tuple[str, str]:
    """The names of both sides: with their versions, if it is one target at two versions."""
    base, candidate = record.base, record.candidate
    if base.target != candidate.target or base.version == candidate.version:
        return base.target, candidate.target
    return f"{base.target} ({base.version})", f"{candidate.target} ({candidate.version})"


def summary_sentences(record: Comparison) -> list[str]:
    """What changed, a sentence for each outcome; empty if nothing did."""
    found: dict[str, list[str]] = {}
    for change in law_changes(record):
        label = OUTCOMES[change.outcome][2:].lower() + (" as declared" if change.is_expected else "")
        found.setdefault(label, []).append(f"{change.law} ({_counts(change)})")
    for line in measure_changes(record):
        found.setdefault(OUTCOMES[line.outcome][2:].lower(), []).append(measure_clause(line))
    return [f"{label[:1].upper()}{label[1:]}: {'; '.join(clauses)}." for label, clauses in found.items()]


def reason_of_failure(record: Comparison) -> str:
    """Why the comparison fails, in one line; empty if it does not."""
    laws = [law_clause(one) for one in law_changes(record) if one.is_regression]
    measures = [
        f"{measure_clause(line)}: {OUTCOMES[line.outcome][2:].lower()}"
        for line in measure_changes(record)
        if line.is_regression
    ]
    parts = [f"regressed: {'; '.join([*laws, *measures])}"] if laws or measures else []
    return "; ".join([*parts, *record.stale])


def law_clause(change: LawChange) -> str:
    """
    One law: its outcome, and on how many groups.
    """
    declared = ", a declared failure" if change.is_expected and change.outcome == "newly-broken" else ""
    return f"{change.law} {OUTCOMES[change.outcome][2:].lower()} ({_counts(change)}){declared}"


def _counts(change: LawChange) -> str:
    groups = quantity(change.groups, "group")
    if change.outcome in {"newly-broken", "newly-kept"}:
        return f"{change.worse or change.better:,} of {groups}"
    return f"{change.base:,} before, now {change.candidate:,} of {groups}"
