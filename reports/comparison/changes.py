"""What changed between two sides: the lines of a comparison, with those of one law over all input families as one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import NamedTuple

from kafka_assay.benchmarks.comparison.comparison_record import (
    Comparison,
    ComparisonLine,
    EffectSize,
    Outcome,
    effect_of_counts,
)
from kafka_assay.properties.known.known_findings import failure_of
from kafka_assay.properties.registry import LAWS
from kafka_assay.reports.check.lines import case_rank
from kafka_assay.reports.comparison.measures import MEASURE_NAMES, judged_by, measure_clause
from kafka_assay.reports.known_breaks import known_breaks, known_ids
from kafka_assay.reports.wording.words import quantity, series

OUTCOMES: dict[Outcome, str] = {
    "newly-broken": "✗ NEWLY BROKEN",
    "worse": "− WORSE",
    "unstable": "~ unstable",
    "worse-within-tolerance": "− worse, not clearly beyond the tolerance",
    "worse-for-balance": "− worse, for a better balance",
    "accepted": "− worse, accepted",
    "newly-kept": "✓ newly kept",
    "better": "+ better",
    "better-within-tolerance": "+ better, not clearly beyond the tolerance",
    "not-comparable": "? not comparable",
    "same": "= same",
}
"""Outcome -> its sign and its name, the gravest first."""

BETTER: frozenset[Outcome] = frozenset({"better", "newly-kept", "better-within-tolerance"})
UNCHANGED = frozenset({"same", "not-comparable"})
TOLERATED = "some differences are listed that do not fail"
MOST_REASONS = 3
"""The most changes that the line behind a failure names."""
_BY_TOLERANCE = frozenset({"worse-within-tolerance", "better-within-tolerance"})
_AS_USUAL: dict[Outcome, Outcome] = {"newly-broken": "worse", "newly-kept": "better"}


class LawCounts(NamedTuple):
    """
    A law in some families: the groups with a verdict on both sides, and those on which the base breaks it, the
    candidate, only the candidate, and only the base.
    """

    groups: int
    base: int
    candidate: int
    worse: int
    better: int


def count_groups(lines: Iterable[ComparisonLine]) -> LawCounts:
    """The sums over the families of these lines of one law."""
    numbers = ([one.groups, one.base, one.candidate, one.worse_groups, one.better_groups] for one in lines)
    return LawCounts(*(round(sum(number or 0 for number in column)) for column in zip(*numbers, strict=True)))


@dataclass(frozen=True, slots=True, kw_only=True)
class LawChange:
    """
    The change of one law: the `lines` with its gravest outcome, with the `counts` of their families.

    `others` has the changed lines with another outcome, `everywhere` all lines, `total` their counts. `known` has the
    ids of the known findings and policies behind the breaks of the candidate.
    """

    law: str
    outcome: Outcome
    lines: tuple[ComparisonLine, ...]
    counts: LawCounts
    others: tuple[ComparisonLine, ...]
    everywhere: tuple[ComparisonLine, ...]
    total: LawCounts
    known: tuple[str, ...] = ()

    @property
    def inputs(self) -> list[str]:
        """The input families."""
        return [line.inputs or "" for line in self.lines]

    @property
    def effect(self) -> EffectSize | None:
        """The size of the change, as a share of the groups of all families."""
        if not self.total.groups:
            return None
        return effect_of_counts(self.counts.worse, self.counts.better, self.total.groups)

    @property
    def label(self) -> str:
        """The sign and the name of its outcome."""
        is_new = not self.counts.base and self.counts.worse > 0
        return "− newly broken, accepted" if self.outcome == "accepted" and is_new else OUTCOMES[self.outcome]

    @property
    def words(self) -> str:
        """The name of its outcome inside a sentence."""
        return _without_sign(self.label)

    @property
    def elsewhere(self) -> str:
        """What else changed in other families: "better in racks"; empty if nothing did."""
        families: dict[str, list[str]] = {}
        for line in self.others:
            families.setdefault(_without_sign(OUTCOMES[line.outcome]), []).append(line.inputs or "")
        return ", ".join(f"{words} in {_few_names(names)}" for words, names in families.items())

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
        ranked = [
            ((not line.is_regression, *case_rank(line.case, line.inputs)), line)
            for line in self.lines
            if line.case is not None
        ]
        return min(ranked, key=itemgetter(0))[1] if ranked else None


def law_changes(record: Comparison) -> list[LawChange]:
    """
    The laws whose verdicts differ, each once: the gravest outcome first, then in the order of the laws.

    A law that is newly broken in one family and worse in another is worse: the base broke it too. What is unstable in
    some families does not hide what is certain in others.
    """
    changed = [line for line in record.lines if line.law is not None and line.outcome not in UNCHANGED]
    known = {(line.law, line.outcome) for line in changed}
    found: dict[str, dict[tuple[Outcome, bool], list[ComparisonLine]]] = {}
    for line in changed:
        law, usual = line.law or "", _AS_USUAL.get(line.outcome)
        outcome = line.outcome if usual is None or line.expected or (law, usual) not in known else usual
        found.setdefault(law, {}).setdefault((outcome, bool(line.expected)), []).append(line)
    outcomes, laws = list(OUTCOMES), [law.id for law in LAWS]
    gravest = {
        law: min(several, key=lambda key: (key[0] == "unstable", outcomes.index(key[0]), key[1]))
        for law, several in found.items()
    }
    ranked = sorted(
        found, key=lambda law: (outcomes.index(gravest[law][0]), gravest[law][1], laws.index(law) if law in laws else 0)
    )
    return [
        law_change(
            record,
            law,
            gravest[law][0],
            found[law][gravest[law]],
            [line for key, lines in found[law].items() if key != gravest[law] for line in lines],
        )
        for law in ranked
    ]


def law_change(
    record: Comparison,
    law: str,
    outcome: Outcome,
    lines: Sequence[ComparisonLine],
    others: Sequence[ComparisonLine] = (),
) -> LawChange:
    """The change of a `law` in the families of these `lines` of the record. It changed otherwise in the `others`."""
    everywhere = tuple(line for line in record.lines if line.law == law)
    known = known_ids(
        known_breaks(
            record.candidate.target, law, line.inputs or "", None if line.case is None else failure_of(line.case)
        )
        for line in lines
        if line.candidate and not line.is_about_base and not line.expected
    )
    return LawChange(
        law=law,
        outcome=outcome,
        lines=tuple(lines),
        counts=count_groups(lines),
        others=tuple(others),
        everywhere=everywhere,
        total=count_groups(everywhere),
        known=known,
    )


def measure_changes(record: Comparison) -> list[ComparisonLine]:
    """The measures that differ, in their order; time is the last."""
    return [line for line in record.lines if line.law is None and line.outcome not in UNCHANGED]


def all_changes(record: Comparison) -> list[LawChange | ComparisonLine]:
    """The laws and the measures that differ."""
    return [*law_changes(record), *measure_changes(record)]


def measure_label(line: ComparisonLine) -> str:
    """The sign and the name of the outcome of a measure. It names the tolerance if the outcome depends on it."""
    label = OUTCOMES[line.outcome]
    return f"{label.partition(',')[0]}, {judged_by(line)}" if line.outcome in _BY_TOLERANCE else label


def _without_sign(label: str) -> str:
    return label[2:].lower()


def headline(record: Comparison) -> str:
    """The result in a few words. It never says that nothing changed where something did."""
    if record.verdict == "regressed":
        return "REGRESSED"
    tolerated = any(one.outcome not in {"better", "newly-kept"} for one in all_changes(record))
    if record.verdict == "better":
        return f"better; {TOLERATED}" if tolerated else "better, nothing worse"
    if record.verdict == "undecided":
        return "undecided: something could not be compared"
    if tolerated:
        return f"no regression; {TOLERATED}"
    if mixed_differences(record):
        return "no regression; groups differ, but in no certain direction"
    return "no difference found"


def mixed_differences(record: Comparison) -> list[str]:
    """The laws and measures that are worse on some groups and better on others, without a certain direction."""
    return [
        f"{_name(line)}{line.worse_groups} worse, {line.better_groups} better)"
        for line in record.lines
        if line.outcome == "same" and (line.worse_groups or line.better_groups)
    ]


def _name(line: ComparisonLine) -> str:
    return f"{line.law} ({line.inputs}: " if line.law else f"{MEASURE_NAMES[line.measure].partition(' (')[0]} ("


def side_names(record: Comparison) -> tuple[str, str]:
    """The names of both sides: with their versions, if it is one target at two versions."""
    base, candidate = record.base, record.candidate
    if base.target != candidate.target or base.version == candidate.version:
        return base.target, candidate.target
    return f"{base.target} ({base.version})", f"{candidate.target} ({candidate.version})"


def reason_of_failure(record: Comparison) -> str:
    """Why the comparison fails, in one line; empty if it does not."""
    failing = [change_clause(one) for one in all_changes(record) if one.is_regression]
    parts = [f"regressed: {_first_of(failing)}"] if failing else []
    return "; ".join([*parts, *([_first_of(record.stale)] if record.stale else [])])


def _first_of(sentences: Sequence[str]) -> str:
    """The first sentences, and the number of the others."""
    left = len(sentences) - MOST_REASONS
    return "; ".join([*sentences[:MOST_REASONS], *([f"and {left:,} more"] if left > 0 else [])])


def change_clause(change: LawChange | ComparisonLine) -> str:
    """A change with its outcome; of a law also the findings that describe the candidate's breaks."""
    if isinstance(change, ComparisonLine):
        line, clause = change, f"{measure_clause(change)}: {_without_sign(measure_label(change))}"
    else:
        line, clause = change.lines[0], f"{change.law} {change.words} in {_families(change)} ({_counts(change)})"
        declared = ", a declared failure" if line.outcome == "newly-broken" else ", as declared"
        clause += declared if change.is_expected else ""
        clause += f", known: {series(change.known)}" if change.known else ""
        clause += f"; {change.elsewhere}" if change.elsewhere else ""
    return f"{clause}, because {line.reason}" if line.outcome == "unstable" and line.reason else clause


def _families(change: LawChange) -> str:
    judged = [line for line in change.everywhere if line.groups]
    if len(judged) == len(change.lines) > 2:
        return f"all {len(judged)} families"
    return _few_names(change.inputs)


def _few_names(families: Sequence[str]) -> str:
    return series(families) if len(families) <= 2 else f"{series(families, most=1)} families"


def _counts(change: LawChange) -> str:
    """The counts of the families of the change; if they are not all, those over all families too."""
    mine = _broken_groups(change.counts, "group")
    if change.counts[:3] == change.total[:3]:
        return mine
    return f"{mine}; over all families {_broken_groups(change.total)}"


def _broken_groups(counts: LawCounts, noun: str = "") -> str:
    of = f"of {quantity(counts.groups, noun) if noun else f'{counts.groups:,}'}"
    if not counts.base:
        return f"{counts.candidate:,} {of}"
    if not counts.candidate:
        return f"before broken on {counts.base:,} {of}"
    return f"{counts.base:,} before, now {counts.candidate:,} {of}"
