"""Shrink a group that breaks a law to the smallest one that does, by Hypothesis and by removing single parts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from random import Random
from typing import TypeAlias

from kafka_assay.assignors.life import Life
from kafka_assay.assignors.life_members import Protocol
from kafka_assay.assignors.life_run import Example, LifeRun
from kafka_assay.assignors.model import Group
from kafka_assay.properties.budget import Budget
from kafka_assay.properties.input_families import HISTORIES, LIVES, is_member_of
from kafka_assay.properties.judging.evidence import Evidence
from kafka_assay.properties.judging.finding import find_breaks
from kafka_assay.properties.law import Law
from kafka_assay.properties.search.structured_search import StructuredSearch
from kafka_assay.properties.shrink.borrowed_traits import borrow_traits, tiny_group
from kafka_assay.properties.shrink.descent import SmallestFound
from kafka_assay.properties.shrink.examples import change, simplify_example
from kafka_assay.properties.shrink.lives import later_starts
from kafka_assay.properties.shrink.sizes import reading_rank
from kafka_assay.properties.strategies.batches import StopBatch, batch_seed
from kafka_assay.properties.strategies.choices import SeededDraw
from kafka_assay.properties.strategies.drawn import draws_of

PLAIN = 3_000
"""The number of tiny groups to try that borrow the traits of the example, and of tiny examples of its family."""
WAY = 0.5
"""The largest share of the time left for each way of shrinking."""

Breaking: TypeAlias = SmallestFound[Example, Evidence]
"""
Whether an example breaks the law in its family as the first one did, and the smallest evidence so far.

A declared failure shrinks to a declared failure, an unexpected break to an unexpected one.
"""


def find_smallest(
    search: StructuredSearch,
    law: Law,
    first: Evidence,
    budget: Budget,
    also: Callable[[Example], bool] = lambda _: True,
) -> Evidence:
    """
    The smallest group found within `budget` that breaks `law` as `first` does, and fulfils the condition `also`.

    There are four ways, the cheapest first: remove parts of the group; try tiny groups that borrow its traits; try many
    tiny examples of its family from the seeded generator; let Hypothesis shrink the original draws. No way is always
    best: if balance is at stake, a group with one part less often breaks nothing, but a group half as large does. Each
    way gets half of the time left.
    """

    def find(example: Example) -> Evidence | None:
        if not is_member_of(search.name, _as_life(example, search.name)):
            return None
        found = find_breaks(search.target, law, example, family=search.name)
        evidence = next((one for one in found if (one.expected is None) == (first.expected is None)), None)
        return evidence if evidence is not None and also(evidence.example) else None

    # Ask again if there is time, so that the steps of the evidence are this law's alone.
    again = find(first.example) if budget.seconds_left() else None
    breaking = SmallestFound(find, lambda one: reading_rank(one.example), (first.example, again or first), budget)
    for way in (_try_simplifying, _try_borrowed_traits, _try_tiny_examples, _shrink_draws):
        breaking.budget = budget.share_of_rest(WAY)
        with suppress(StopBatch):
            way(search, breaking, first)
    breaking.budget = budget
    with suppress(StopBatch):
        _try_simplifying(search, breaking, first)
    return breaking.smallest


def _as_life(example: Example, family: str) -> Example:
    """`example`, as a life without events if the family draws lives: its start must be a possible start of a life."""
    if family in LIVES and isinstance(example, Group):
        return LifeRun(life=Life(group=example, protocol=Protocol.EAGER if family == HISTORIES else None))
    return example


def _try_simplifying(_search: StructuredSearch, breaking: Breaking, _first: Evidence) -> None:
    for run in _later_starts(breaking.smallest):
        if breaking(run):
            break
    simplify_example(breaking.smallest.example, breaking)


def _later_starts(evidence: Evidence) -> Iterator[Example]:
    if evidence.run is None:
        return
    for group, events in later_starts(evidence.steps):
        yield from change(evidence.run, group, events)


def _try_borrowed_traits(search: StructuredSearch, breaking: Breaking, _first: Evidence) -> None:
    like = breaking.smallest.group
    if not reading_rank(breaking.smallest.example)[0] or not like.members or not like.topics:
        return
    random = Random(batch_seed(search.seed, "dressed", 0))
    for _ in range(PLAIN):
        if breaking(borrow_traits(tiny_group(random), like)):
            return


def _try_tiny_examples(search: StructuredSearch, breaking: Breaking, _first: Evidence) -> None:
    choice = draws_of(search.name, tiny=True)
    draw = SeededDraw(Random(batch_seed(search.seed, "tiny", 0)))
    for _ in range(PLAIN):
        if not breaking.budget.seconds_left():
            return
        example = draw(choice)
        if reading_rank(example) < reading_rank(breaking.smallest.example):
            breaking(example)


def _shrink_draws(search: StructuredSearch, breaking: Breaking, first: Evidence) -> None:
    if reading_rank(breaking.smallest.example)[0] and breaking.budget.seconds_left():
        search.shrink(first.example, breaking)
