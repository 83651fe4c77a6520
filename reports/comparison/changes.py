"""What changed between two sides: the lines of a comparison, with those of one law over all input families as one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kafka_assay.benchmarks.comparison.comparison_record import Comparison, ComparisonLine, EffectSize, Outcome
from kafka_assay.benchmarks.comparison.effect import effect_of_counts
from kafka_assay.properties.input_families import CLEAN, FAMILIES
from kafka_assay.properties.known.known_findings import failure_of
from kafka_assay.properties.registry import LAWS
from kafka_assay.reports.comparison.measure_words import judged_by
from kafka_assay.reports.known_breaks import known_breaks, known_ids

OUTCOMES: dict[Outcome, str] = {
    "newly-broken": "✗ NEWLY BROKEN",
    "worse": "− WORSE",
    "unstable": "~ unstable",
    "worse-within-tolerance": "− worse, not clearly beyond the tolerance",
    "accepted": "− worse, accepted",
    "newly-kept": "✓ newly kept",
    "better": "+ better",
    "better-within-tolerance": "+ better, not clearly beyond the tolerance",
    "not-comparable": "? not comparable",
    "same": "= same",
}
"""Outcome -> its sign and its name, the gravest first."""

UNCHANGED = frozenset({"same", "not-comparable"})
_BY_TOLERANCE = frozenset({"worse-within-tolerance", "better-within-tolerance"})
_AS_USUAL: dict[Outcome, Outcome] = {"newly-broken": "worse", "newly-kept": "better"}


@dataclass(frozen=True, slots=True, kw_only=True)
class LawChange:
    """
    The lines of one law with the same outcome. Counts are sums over their input families.

    `everywhere` has all lines of the law. `known` has the ids of the known findings and policies behind the breaks of
    the candidate.
    """

    law: str
    outcome: Outcome
    lines: tuple[ComparisonLine, ...]
    everywhere: tuple[ComparisonLine, ...]
    known: tuple[str, ...] = ()

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
    def total(self) -> LawChange:
        """The law over all families."""
        return replace(self, lines=self.everywhere)

    @property
    def is_total(self) -> bool:
        """Whether its counts are those over all families."""
        one, other = self, self.total
        return (one.groups, one.base, one.candidate) == (other.groups, other.base, other.candidate)

    @property
    def effect(self) -> EffectSize | None:
        """The size of the change, as a share of the groups of all families."""
        groups = self.total.groups
        return effect_of_counts(self.worse, self.better, groups) if groups else None

    @property
    def is_new(self) -> bool:
        """Whether only the candidate breaks the law in these families."""
        return not self.base and self.worse > 0

    @property
    def label(self) -> str:
        """The sign and the name of its outcome."""
        return "− newly broken, accepted" if self.outcome == "accepted" and self.is_new else OUTCOMES[self.outcome]

    @property
    def words(self) -> str:
        """The name of its outcome inside a sentence."""
        return _without_sign(self.label)

    @property
    def is_about_base(self) -> bool:
        """Whether the case to show is one of the base, because the candidate is better."""
        return self.lines[0].is_about_base

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
    return [law_change(record, key[2], key[0], found[key]) for key in ranked]


def law_change(record: Comparison, law: str, outcome: Outcome, lines: Sequence[ComparisonLine]) -> LawChange:
    """The change of a `law` in the families of these `lines` of the record."""
    everywhere = tuple(line for line in record.lines if line.law == law)
    known = known_ids(
        known_breaks(
            record.candidate.target, law, line.inputs or "", None if line.case is None else failure_of(line.case)
        )
        for line in lines
        if line.candidate and not line.is_about_base and not line.expected
    )
    return LawChange(law=law, outcome=outcome, lines=tuple(lines), everywhere=everywhere, known=known)


def measure_changes(record: Comparison) -> list[ComparisonLine]:
    """The measures that differ, in their order; time is the last."""
    return [line for line in record.lines if line.law is None and line.outcome not in UNCHANGED]


def measure_label(line: ComparisonLine) -> str:
    """The sign and the name of the outcome of a measure. It names the tolerance if the outcome depends on it."""
    label = OUTCOMES[line.outcome]
    return f"{label.partition(',')[0]}, {judged_by(line)}" if line.outcome in _BY_TOLERANCE else label


def measure_words(line: ComparisonLine) -> str:
    """The same inside a sentence."""
    return _without_sign(measure_label(line))


def _without_sign(label: str) -> str:
    return label[2:].lower()
