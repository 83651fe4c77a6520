"""
A counterexample: the evidence of a break, made as small as possible, and the case that it makes.

Evidence comes from a question, or from a *late failure*: what a host did after it had answered. A host that dies after
an answer, or writes on, spoils no other group's verdict: the next question goes to a new process. It has still broken
`returns-an-answer` on that group, and no other check would report it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from platform import python_version
from random import Random
from typing import TypeAlias

from kafka_assay.assignors.interface import Target
from kafka_assay.assignors.life import Example, Life, LifeRun
from kafka_assay.assignors.life_members import Protocol
from kafka_assay.assignors.model import Group
from kafka_assay.assignors.settings import settings_of
from kafka_assay.properties.budget import Budget, StopBatch
from kafka_assay.properties.input_families import HISTORIES, LIVES, is_member_of
from kafka_assay.properties.judging.cause import find_excuse
from kafka_assay.properties.judging.evidence import Evidence, make_trial
from kafka_assay.properties.judging.finding import find_breaks
from kafka_assay.properties.law import Law
from kafka_assay.properties.records.case_format import Case, CasePath
from kafka_assay.properties.search.family_tally import Origin
from kafka_assay.properties.shrink.descent import SmallestFound
from kafka_assay.properties.shrink.examples import change, simplify_example
from kafka_assay.properties.shrink.lives import later_starts
from kafka_assay.properties.shrink.sizes import reading_rank
from kafka_assay.properties.strategies.choices import SeededDraw
from kafka_assay.properties.strategies.drawn import draws_of
from kafka_assay.properties.trials.trial import TrialStep

TINY = 3_000
"""The number of tiny examples to try."""
WAY = 0.5
"""The largest share of the time left for each way of shrinking."""
LATE_LAW = "returns-an-answer"
"""The law that a late failure breaks."""
LATE = "afterwards"
"""What the facts of a late failure say."""

Breaking: TypeAlias = SmallestFound[Example, Evidence]
"""
Whether an example breaks the law in its family as the first one did, and the smallest evidence so far.

A declared failure shrinks to a declared failure, an unexpected break to an unexpected one.
"""


def find_smallest(
    target: Target,
    law: Law,
    family: str,
    first: Evidence,
    *,
    seed: int,
    budget: Budget,
    origin: Origin | None = None,
    also: Callable[[Example], bool] = lambda _: True,
) -> Evidence:
    """
    The smallest group found within `budget` that breaks `law` as `first` does, and fulfils the condition `also`.

    There are three ways, the cheapest first: remove parts of the group; try many tiny examples of its family from the
    seeded generator; let Hypothesis shrink the original draws, if it drew the example (`origin`). No way is always
    best: if balance is at stake, a group with one part less often breaks nothing, but a group half as large does. Each
    way gets half of the time left. A late failure is not shrunk.
    """
    if LATE in first.facts:
        return first

    def find(example: Example) -> Evidence | None:
        if not is_member_of(family, _as_life(example, family)):
            return None
        found = find_breaks(target, law, example, family=family)
        evidence = next((one for one in found if (one.expected is None) == (first.expected is None)), None)
        return evidence if evidence is not None and also(evidence.example) else None

    # Ask again if there is time, so that the steps of the evidence are this law's alone.
    again = find(first.example) if budget.seconds_left() else None
    breaking = SmallestFound(find, lambda one: reading_rank(one.example), (first.example, again or first), budget)
    simplify = partial(_try_simplifying, breaking)
    ways = (
        simplify,
        partial(_try_tiny_examples, breaking, family, seed),
        partial(_shrink_draws, breaking, family, seed, origin),
    )
    for way in ways:
        breaking.budget = budget.share_of_rest(WAY)
        with suppress(StopBatch):
            way()
    breaking.budget = budget
    with suppress(StopBatch):
        simplify()
    return breaking.smallest


@dataclass(frozen=True, slots=True, kw_only=True)
class ShrinkJob:
    """
    Evidence to make smaller, within so many `seconds`: the law with this id broke in a family.

    `share` is that of the time of all such jobs. A worker ends at `until` (of the machine's monotonic clock) in any
    case.
    """

    law: str
    family: str
    evidence: Evidence
    origin: Origin | None
    seed: int
    share: int = 1
    seconds: float = 0.0
    until: float = 0.0


def _as_life(example: Example, family: str) -> Example:
    """`example`, as a life without events if the family draws lives: its start must be a possible start of a life."""
    if family in LIVES and isinstance(example, Group):
        return LifeRun(life=Life(group=example, protocol=Protocol.EAGER if family == HISTORIES else None))
    return example


def _try_simplifying(breaking: Breaking) -> None:
    found = breaking.smallest
    if found.run is not None:
        lives = (life for start in later_starts(found.steps) for life in change(found.run, *start))
        any(map(breaking, lives))  # up to the first one that breaks the law
    simplify_example(breaking.smallest.example, breaking)


def _try_tiny_examples(breaking: Breaking, family: str, seed: int) -> None:
    choice = draws_of(family, tiny=True)
    draw = SeededDraw(Random(f"{seed}/tiny"))
    smallest = breaking.rank(breaking.smallest)
    for _ in range(TINY):
        if not breaking.budget.seconds_left():
            return
        example = draw(choice)
        if reading_rank(example) < smallest and breaking(example):
            smallest = breaking.rank(breaking.smallest)


def _shrink_draws(breaking: Breaking, family: str, seed: int, origin: Origin | None) -> None:
    if origin is not None and reading_rank(breaking.smallest.example)[0] and breaking.budget.seconds_left():
        from kafka_assay.properties.search.structured_search import draw_again  # loads Hypothesis

        draw_again(family, seed, origin, breaking)


def find_evidence(target: Target, law: Law, family: str, example: Example) -> Iterator[Evidence]:
    """The evidence of each rebalance of `example` that breaks `law`, then that of a late failure."""
    yield from find_breaks(target, law, example, family=family)
    if law.id == LATE_LAW and isinstance(example, Group):
        late = find_late_failure(target, example, family)
        if late is not None:
            yield late


def late_failures(target: Target) -> list[Evidence]:
    """The recorded late failures of `target`. Hosts record them, references do not."""
    return [
        Evidence(
            one.group,
            {"error": one.failure.kind, "message": one.failure.message, LATE: True},
            (TrialStep(group=one.group, error=one.failure.to_json(), why="after it had answered"),),
        )
        for one in getattr(target, "late_failures", ())
    ]


def in_family(target: Target, late: Evidence, family: str) -> Evidence:
    """A `late` failure on a group of this family, with the declared failure that covers it."""
    return late._replace(expected=find_excuse(target.expected_failures, LATE_LAW, family, late.group))


def find_late_failure(target: Target, group: Group, family: str) -> Evidence | None:
    """The late failure of `target` on this group of a family, found by asking once more; None if there is none."""
    if not hasattr(target, "late_failures"):
        return None
    make_trial(target, group).outcome()
    return next((in_family(target, late, family) for late in late_failures(target) if late.group == group), None)


def found_case(
    target: Target, law: str, family: str, evidence: Evidence, seed: int, path: CasePath | None = None
) -> Case:
    """The case that `evidence` makes: `target` broke the law called `law` on an input of `family`."""
    life = None if evidence.run is None else evidence.run.life
    versions = {package: version(package) for package in ("kafka-assay", "hypothesis")}
    return Case(
        law=law,
        inputs=family,
        target=target.name,
        seed=seed,
        versions={**versions, "python": python_version(), target.name: target.version},
        steps=evidence.steps,
        facts=evidence.facts,
        settings=settings_of(target),
        life=None if life is None or life.of_claims else life,
        path=path,
    )
