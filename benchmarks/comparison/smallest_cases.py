"""The smallest group for each law that changed: one side breaks the law on it, and the other side keeps it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kafka_assay.assignors.interface import Target
from kafka_assay.assignors.life_run import Example
from kafka_assay.assignors.model import Group
from kafka_assay.benchmarks.comparison.comparison_record import ComparisonLine
from kafka_assay.benchmarks.comparison.paired_cases import PairedCases
from kafka_assay.properties.budget import Budget
from kafka_assay.properties.judging.evidence import Evidence
from kafka_assay.properties.judging.expected_failures import find_excuse
from kafka_assay.properties.judging.rebalances import find_breaches, observe_law
from kafka_assay.properties.law import Law
from kafka_assay.properties.records.case_format import Case
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.search.family_search import FamilySearch
from kafka_assay.properties.search.found_case import found_case
from kafka_assay.properties.search.late_failure import BROKEN_LAW, find_late_failure
from kafka_assay.properties.search.minimize import find_smallest
from kafka_assay.properties.shrink.life_runs import reading_rank
from kafka_assay.properties.strategies.drawn import drawn_example

SHRUNK_BASE = frozenset({"newly-kept", "better"})
"""Outcomes whose case is one of the base."""
SHRUNK = frozenset({"newly-broken", "worse"}) | SHRUNK_BASE
MOST_DRAWN = 60
"""The most cases that are drawn again to find the smallest one to start with."""
MOST_TRIED = 5
"""The most of them that are put to the target again: one that answers at random may keep the law this time."""
FIRST_SHARE = 4
"""The first case of a law gets this many times the time of its cases in other families."""
MOST_SECONDS = 4.0
"""The most seconds for one case."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseFinder:
    """Finds the cases of changed lines with both targets at hand. The groups come from `seed`."""

    base: Target
    candidate: Target
    pairs: PairedCases
    seed: int

    def with_cases(self, lines: Sequence[ComparisonLine], budget: Budget) -> Iterator[ComparisonLine]:
        """The `lines`, those of changed laws with the smallest case. All cases together take at most `budget`."""
        share_of = _shares(lines)
        waiting = sum(share_of.values())
        for place, line in enumerate(lines):
            if place not in share_of:
                yield line
                continue
            own = budget.share_of_rest(share_of[place] / waiting)
            waiting -= share_of[place]
            yield self._with_case(line, own)

    def _with_case(self, line: ComparisonLine, budget: Budget) -> ComparisonLine:
        assert line.law is not None, "only lines about laws have a case"
        assert line.inputs is not None, "a law is judged in a family"
        law = LAW_BY_ID[line.law]
        of_base = line.outcome in SHRUNK_BASE
        breaker, other = (self.base, self.candidate) if of_base else (self.candidate, self.base)
        first = self._first_evidence(breaker, law, line, of_base=of_base)
        if first is None:
            return line

        def other_keeps(example: Example) -> bool:
            return next(find_breaches(other, law, example), None) is None

        smallest = first
        if "afterwards" not in first.facts:
            search = FamilySearch(breaker, line.inputs, [law], examples=1, seed=self.seed)
            smallest = find_smallest(
                search, law, first, Budget(seconds=min(MOST_SECONDS, budget.seconds_left())), other_keeps
            )
        excuse = find_excuse(breaker.expected_failures, law.id, line.inputs, smallest.group)
        return replace(
            line,
            case=found_case(breaker, law.id, line.inputs, smallest, self.seed),
            counterpart=self._counterpart(other, law, line.inputs, smallest.example),
            expected=excuse.reason if line.expected and excuse is not None else line.expected,
        )

    def _first_evidence(self, breaker: Target, law: Law, line: ComparisonLine, *, of_base: bool) -> Evidence | None:
        """The evidence of a break on one of the smallest cases that the other side keeps."""
        assert line.inputs is not None
        found = self.pairs.law_pairs(law.id, line.inputs)
        assert found is not None, "a line that changed has pairs"
        numbers = (found.better if of_base else found.worse)[:MOST_DRAWN]
        examples = [drawn_example(line.inputs, self.seed, number) for number in numbers]
        for example in sorted(examples, key=reading_rank)[:MOST_TRIED]:
            evidence = next(find_breaches(breaker, law, example), None)
            if evidence is None and law.id == BROKEN_LAW and isinstance(example, Group):
                evidence = find_late_failure(breaker, example)
            if evidence is not None:
                return evidence
        return None

    def _counterpart(self, other: Target, law: Law, family: str, example: Example) -> Case | None:
        evidence = observe_law(other, law, example)
        return None if evidence is None else found_case(other, law.id, family, evidence, self.seed)


def _shares(lines: Sequence[ComparisonLine]) -> dict[int, int]:
    """The place of each line that gets a case -> its share of the time."""
    shares: dict[int, int] = {}
    laws: set[tuple[str | None, bool]] = set()
    for place, line in enumerate(lines):
        if line.law is not None and line.outcome in SHRUNK:
            kind = line.law, line.outcome in SHRUNK_BASE
            shares[place] = 1 if kind in laws else FIRST_SHARE
            laws.add(kind)
    return shares
