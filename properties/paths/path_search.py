"""
The search for the path to each counterexample: a history that leads a live group to the same break.

Histories are drawn in order from a seed, and each is put to the target once, for all counterexamples. So the path of
a counterexample depends on the number of histories, not on the other ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain
from random import Random
from typing import TypeAlias

from kafka_assay.assignors.interface import Target
from kafka_assay.assignors.life import Event, Example, LifeRun
from kafka_assay.assignors.model import Group
from kafka_assay.properties.budget import Budget, StopBatch
from kafka_assay.properties.input_families import HISTORIES, is_member_of
from kafka_assay.properties.judging.evidence import Evidence
from kafka_assay.properties.judging.finding import judge_example
from kafka_assay.properties.judging.history_cast import can_lead
from kafka_assay.properties.judging.rebalances import Rebalance
from kafka_assay.properties.law import Law
from kafka_assay.properties.paths.first_lives import WantedBreak, first_lives, needs_one_faulty_client, wanted_break
from kafka_assay.properties.records.case_format import CasePath
from kafka_assay.properties.shrink.descent import SmallestFound
from kafka_assay.properties.shrink.examples import change, simplify_example
from kafka_assay.properties.shrink.sizes import count_old_clients, reading_rank
from kafka_assay.properties.strategies.choices import SeededDraw, batch_seed
from kafka_assay.properties.strategies.drawn import drawn_example, draws_of

TINY = 300
"""The number of tiny histories to try in the place of the one that was found."""

Place: TypeAlias = "tuple[str, str]"
"""A counterexample's law and family."""


@dataclass(slots=True, kw_only=True)
class PathSearch:
    """
    The search for paths, with at most `most` histories (None: the time of `budget` decides).

    It begins with history number `searched`. Breaks on groups that have a trait in `without` do not count: another
    fault may cause them. `paths` has what is known of each counterexample so far.
    """

    target: Target
    seed: int
    budget: Budget
    most: int | None = None
    paths: dict[Place, CasePath] = field(default_factory=dict)
    searched: int = 0
    without: frozenset[str] = frozenset()
    _wanted: dict[WantedBreak, dict[Place, Group]] = field(default_factory=dict)

    def run(self, laws: Mapping[str, Law], found: Mapping[Place, Evidence]) -> None:
        """Search the paths of the counterexamples `found`."""
        for place, evidence in found.items():
            wanted = wanted_break(laws[place[0]], evidence, self.without)
            lives = (run for run in first_lives(evidence, self.target) if self.budget.seconds_left())
            tried = (wanted.find(self.target, run) for run in lives)
            path = next((shown_path(shown) for shown in tried if shown is not None), None)
            self.paths[place] = path or CasePath(status="constructed")
            if path is None:
                self._wanted.setdefault(wanted, {})[place] = evidence.group
        try:
            self._search()
            self._use_known_lives()
            for wanted, groups in self._wanted.items():
                for place, group in groups.items():
                    if needs_one_faulty_client(self.target, wanted, group):
                        self.paths[place] = CasePath(status="faulty-client")
        finally:
            for place in chain.from_iterable(self._wanted.values()):
                self.paths[place] = replace(self.paths[place], histories=self.searched)

    def _search(self) -> None:
        while self._wanted and self.budget.seconds_left() and (self.most is None or self.searched < self.most):
            run = drawn_example(HISTORIES, self.seed, self.searched)
            self.searched += 1
            seen: dict[WantedBreak, Rebalance] = {}
            laws = list({wanted.law.id: wanted.law for wanted in self._wanted}.values())
            for finding in judge_example(self.target, laws, run, family=HISTORIES):
                if not can_lead(self.target, finding.rebalance.led_by):
                    break
                new = [one for one in self._wanted if one not in seen and one.is_shown_by(finding)]
                seen.update(dict.fromkeys(new, finding.rebalance))
            for wanted, rebalance in seen.items():
                # What is left is for the others too.
                budget = self.budget.share_of_rest(1 / len(self._wanted))
                self._settle(wanted, shown_path(shrink_path(self.target, wanted, rebalance, budget, self.seed)))

    def _use_known_lives(self) -> None:
        """A history that the check itself found can show a break that no drawn one did."""
        for wanted in list(self._wanted):
            known = self.paths.get((wanted.law.id, HISTORIES))
            if known is None or known.life is None or not self.budget.seconds_left():
                continue
            shown = wanted.find(self.target, LifeRun(life=known.life))
            if shown is not None:
                self._settle(wanted, shown_path(shown))

    def _settle(self, wanted: WantedBreak, path: CasePath) -> None:
        for place in self._wanted.pop(wanted):
            self.paths[place] = replace(path, histories=self.searched)


def shown_path(shown: Rebalance) -> CasePath:
    """The path of a break that the model of coordinator and members leads to."""
    assert isinstance(shown.example, LifeRun), "a history is a life"
    return CasePath(status="shown", life=shown.example.life, source="model", rebalances=shown.history)


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
            run = draw(draws_of(HISTORIES, tiny=True))
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


def replay_path(target: Target, law: Law, evidence: Evidence, path: CasePath | None) -> CasePath | None:
    """
    `path` with its life run again; None if the life does not show the break of `evidence` with this `target`.

    The source stays: what a real broker has shown is still shown by it.
    """
    if path is None or path.life is None:
        return path
    shown = wanted_break(law, evidence).find(target, LifeRun(life=path.life))
    if shown is None:
        return None
    return replace(shown_path(shown), histories=path.histories, source=path.source or "model")
