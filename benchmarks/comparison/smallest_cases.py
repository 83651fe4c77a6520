"""The smallest group for each law that changed: one side breaks the law on it, and the other side keeps it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import islice

from kafka_assay.assignors.interface import AssignorFailed, Target
from kafka_assay.assignors.life import Example
from kafka_assay.benchmarks.comparison.comparison_record import ComparisonLine
from kafka_assay.benchmarks.comparison.paired_cases import PairedCases
from kafka_assay.benchmarks.timed_calls import TimedSides
from kafka_assay.properties.budget import Budget
from kafka_assay.properties.judging.evidence import Evidence, make_trial
from kafka_assay.properties.judging.finding import judge_example
from kafka_assay.properties.law import Law
from kafka_assay.properties.records.case_format import Case
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.search.counterexample import find_evidence, find_smallest, found_case
from kafka_assay.properties.shrink.sizes import reading_rank
from kafka_assay.properties.strategies.drawn import drawn_example
from kafka_assay.properties.verdict import Broken, JudgedOrNot, Kept, NotApplicable

MOST_DRAWN = 60
"""The most cases that are drawn again to find the smallest one to start with."""
MOST_TRIED = 5
"""The most of them that are put to the target again: one that answers at random may keep the law this time."""
FIRST_SHARE = 4
"""The first case of a law gets this many times the time of its cases in other families."""
MOST_SECONDS = 4.0
"""The most seconds for one case."""


def with_cases(
    sides: TimedSides, pairs: PairedCases, lines: Sequence[ComparisonLine], budget: Budget
) -> Iterator[ComparisonLine]:
    """The `lines`, those of changed laws with the smallest case. All cases together take at most `budget`."""
    seen: set[tuple[str | None, bool]] = set()
    share_of: dict[int, int] = {}  # the place of a line that gets a case -> its share of the time
    for place, line in enumerate(lines):
        if line.is_changed_law:
            share_of[place] = 1 if (line.law, line.is_about_base) in seen else FIRST_SHARE
            seen.add((line.law, line.is_about_base))
    waiting = sum(share_of.values())
    for place, line in enumerate(lines):
        if place not in share_of:
            yield line
            continue
        own = budget.share_of_rest(share_of[place] / waiting)
        waiting -= share_of[place]
        yield _with_case(sides, pairs, line, own)


def _with_case(sides: TimedSides, pairs: PairedCases, line: ComparisonLine, budget: Budget) -> ComparisonLine:
    assert line.law is not None, "only lines about laws have a case"
    assert line.inputs is not None, "a law is judged in a family"
    law, family, seed = LAW_BY_ID[line.law], line.inputs, pairs.base.seed
    own = pairs.law_pairs(law.id, family)
    assert own is not None, "a line that changed has pairs"
    breaker, other, numbers = sides.candidate, sides.base, own.worse
    if line.is_about_base:
        breaker, other, numbers = other, breaker, own.better
    other_keeps = partial(keeps_law, other, law, family)
    found = _smallest_evidence(breaker, law, family, seed, numbers, budget, other_keeps)
    if found is None:
        return line
    observed = observe_law(other, law, family, found)
    return replace(
        line,
        case=found_case(breaker, law.id, family, found, seed),
        counterpart=None if observed is None else found_case(other, law.id, family, observed, seed),
        expected=found.expected.reason if line.expected and found.expected is not None else line.expected,
    )


def _smallest_evidence(
    target: Target,
    law: Law,
    family: str,
    seed: int,
    numbers: Sequence[int],
    budget: Budget,
    also: Callable[[Example], bool] = lambda _: True,
) -> Evidence | None:
    """
    The evidence of a break on a group that is as small as possible; None if it does not come again.

    The search starts from the cases with these `numbers`. `also` is a further condition on the group.
    """
    examples = [drawn_example(family, seed, number) for number in numbers[:MOST_DRAWN]]
    for example in sorted(examples, key=reading_rank)[:MOST_TRIED]:
        first = next(find_evidence(target, law, family, example), None)
        if first is not None:
            own = Budget(seconds=min(MOST_SECONDS, budget.seconds_left()))
            return find_smallest(target, law, family, first, seed=seed, budget=own, also=also)
    return None


def keeps_law(target: Target, law: Law, family: str, example: Example) -> bool:
    """Whether no rebalance of `example` breaks `law`, and the last one that can be judged keeps it."""
    last: JudgedOrNot = NotApplicable()
    for _, verdict, *_ in judge_example(target, [law], example, family=family):
        if isinstance(verdict, Broken):
            return False
        last = last if isinstance(verdict, NotApplicable) else verdict
    return isinstance(last, Kept)


def observe_law(target: Target, law: Law, family: str, broken: Evidence) -> Evidence | None:
    """
    The answers of `target` to the questions of `broken`, with which another target broke `law`.

    They are those of the rebalance with the same number (or of an earlier one, if the law cannot be judged there), and
    of the one further question that broke the law. The target's own answers lead to it, as those of the other target
    did. It is missing if it cannot be put. The facts are empty if the law is kept. None: the law is not applicable.
    """
    number = 1 + sum(step.event is not None for step in broken.steps)
    findings = islice(judge_example(target, [law], broken.example, family=family), number)
    judged = [finding for finding in findings if not isinstance(finding.verdict, NotApplicable)]
    if not judged:
        return None
    last = judged[-1]
    found = last.evidence
    if law.ask_named is None:
        return found
    trial = make_trial(target, found.group)
    trial.outcome()
    own = len(trial.steps)
    with suppress(AssignorFailed):  # the steps have the failure
        law.ask_named(trial, broken.facts)
    return found._replace(steps=(*found.steps[: len(found.steps) - (last.until - last.since)], *trial.steps[own:]))


def find_side_cases(
    target: Target, broken: Mapping[tuple[str, str], Sequence[int]], seed: int, known: Sequence[Case], budget: Budget
) -> list[Case]:
    """
    A case for each law and family of `broken`, for later comparisons. Those of `known` are not searched again.

    `broken` maps them to the numbers of the cases on which `target` breaks the law.
    """
    there = {(case.law, case.inputs) for case in known}
    wanted = {place: numbers for place, numbers in broken.items() if place not in there}
    found = [case for case in known if (case.law, case.inputs) in broken]
    for done, ((law, family), numbers) in enumerate(wanted.items()):
        own = budget.share_of_rest(1 / (len(wanted) - done))
        evidence = _smallest_evidence(target, LAW_BY_ID[law], family, seed, numbers, own)
        if evidence is not None:
            found.append(found_case(target, law, family, evidence, seed))
    return found
