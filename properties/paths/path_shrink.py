"""Shrink the life that shows a break: fewer rebalances first, then fewer members and partitions, then newer clients."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from random import Random

from kafka_assay.assignors.interface import Target
from kafka_assay.assignors.life import Event
from kafka_assay.assignors.life_run import Example, LifeRun
from kafka_assay.properties.budget import Budget
from kafka_assay.properties.judging.rebalances import Rebalance
from kafka_assay.properties.paths.wanted_break import WantedBreak
from kafka_assay.properties.shrink.descent import SmallestFound
from kafka_assay.properties.shrink.examples import change, simplify_example
from kafka_assay.properties.shrink.sizes import count_old_clients, reading_rank
from kafka_assay.properties.strategies.choices import SeededDraw
from kafka_assay.properties.strategies.draws import StopBatch, batch_seed
from kafka_assay.properties.strategies.families import HISTORIES, family_called, is_member_of

TINY = 300
"""The number of tiny histories to try in the place of the one that was found."""


def path_rank(shown: Rebalance) -> tuple[int, ...]:
    """
    The sort key of a life that shows a break: shorter first.

    Its rebalances count, not its events: a restart is one event and makes two.
    """
    assert isinstance(shown.example, LifeRun), "a history is a life"
    life, (_, events, members, partitions, *rest) = shown.example.life, reading_rank(shown.example)
    old = count_old_clients(life) + sum(len(event.upgrade) for event in life.events)
    return len(shown.history), members, partitions, old, events, *rest


def shrink_path(target: Target, wanted: WantedBreak, first: Rebalance, budget: Budget, seed: int) -> Rebalance:
    """The rebalance that shows the `wanted` break at the end of the shortest life found within `budget`."""

    def find(run: Example) -> Rebalance | None:
        return wanted.find(target, run) if is_member_of(HISTORIES, run) else None

    shows = SmallestFound(find, path_rank, (first.example, first), budget)
    with suppress(StopBatch):
        simplify_example(first.example, shows)
        draw = SeededDraw(Random(batch_seed(seed, f"{HISTORIES}/path", 0)))
        for _ in range(TINY):
            run = draw(family_called(HISTORIES).draws(tiny=True))
            if reading_rank(run) < reading_rank(shows.smallest.example):
                shows(run)
        simplify_example(shows.smallest.example, shows)
        for run in _without_restarts(shows.smallest.example):
            if shows(run):
                simplify_example(run, shows)
    return shows.smallest


def _without_restarts(run: Example) -> Iterator[Example]:
    """The lives in which a quiet rebalance takes the place of a restart."""
    for place, event in enumerate(run.life.events if isinstance(run, LifeRun) else ()):
        if isinstance(run, LifeRun) and (event.restart or event.upgrade):
            calm = replace(event, restart=None, upgrade=())
            events = (*run.life.events[:place], calm, Event(), *run.life.events[place + 1 :])
            yield from change(run, events=events)
