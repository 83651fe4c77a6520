"""A run over input families, stretch by stretch, until every assignor has had its share of the groups."""

from __future__ import annotations

import sys
import time
from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Generic, TypeVar

from studies.output import show_progress
from studies.records import append_line, resume_lines
from studies.workers import perform_all

MOST_EMPTY = 3
"""After this many stretches in a row without a group for an assignor, the family is done for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FamilyStretch:
    """One unit of work: a number of draws of one family, from one seed, put to the assignors `names`."""

    names: tuple[str, ...]
    family: str
    seed: int
    draws: int


@dataclass(slots=True, kw_only=True)
class FamilyOutcome:
    """The result of a stretch. Each study adds its own counts."""

    family: str
    seed: int
    seconds: float = 0.0


Outcome = TypeVar("Outcome", bound=FamilyOutcome)


class FamilyRun(Generic[Outcome]):
    """The whole run: the finished stretches, and which one is next. A study defines what a stretch counts."""

    def __init__(self, names: Sequence[str], families: Sequence[str], *, groups: int, seed: int, draws: int) -> None:
        """
        Plan `groups` groups for each of the `names`, with `draws` draws in a stretch and seeds from `seed` on.

        The groups are shared, by weight, among those of the `families` that have any group for the name.
        """
        self.names = tuple(names)
        self.families = tuple(families)
        self.groups = groups
        self.seed = seed
        self.draws = draws
        self.done: dict[str, list[Outcome]] = defaultdict(list)
        self._idle = deque(self.families)

    def groups_in(self, outcome: Outcome) -> Mapping[str, int]:
        """Name -> the number of the stretch's groups that were put to it."""
        raise NotImplementedError

    def weight(self, family: str) -> int:
        """The part of the groups that `family` gets, compared to those of the others."""
        del family
        return 1

    def share(self, name: str) -> int:
        """The number of groups to put to `name`, over all families."""
        del name
        return self.groups

    def resume(self, path: Path, kind: type[Outcome]) -> None:
        """Count the stretches that an earlier run with the same command finished."""
        for line in resume_lines(path):
            self.take(kind(**line))

    def take(self, outcome: Outcome) -> None:
        """Count a finished stretch, if it belongs to this run."""
        if outcome.family in self.families and outcome.seed >= self.seed:
            self.done[outcome.family].append(outcome)

    def outcomes(self) -> Iterator[Outcome]:
        """All finished stretches."""
        for done in self.done.values():
            yield from done

    def next_stretch(self, family: str) -> FamilyStretch | None:
        """The next stretch in `family`; None if every assignor has its share there."""
        waiting = tuple(name for name in self.names if not self._has_its_share(name, family))
        if not waiting:
            return None
        seed = max((outcome.seed for outcome in self.done[family]), default=self.seed - 1) + 1
        return FamilyStretch(names=waiting, family=family, seed=seed, draws=self.draws)

    def finish(
        self, out: Path, perform: Callable[[FamilyStretch], Outcome], pool: Executor, most: int = 1
    ) -> Iterator[Outcome]:
        """Run the missing stretches, at most `most` at a time. Each becomes a line of `out` when it is done."""
        start = time.monotonic()
        try:
            for stretch, outcome in perform_all(self._stretches(), perform, pool, most):
                self.take(outcome)
                # Back to the end of the queue, so that an interrupted run has seen something of every family.
                self._idle.append(stretch.family)
                append_line(out, asdict(outcome))
                groups = sum(sum(self.groups_in(one).values()) for one in self.outcomes())
                show_progress(f"{groups:,} groups, {time.monotonic() - start:,.0f} s, {stretch.family}")
                yield outcome
        finally:
            print(file=sys.stderr)

    def _stretches(self) -> Iterator[FamilyStretch | None]:
        while True:
            stretch = None
            while self._idle and stretch is None:
                stretch = self.next_stretch(self._idle.popleft())
            yield stretch

    def count_groups(self, name: str, family: str) -> list[int]:
        """For each finished stretch of `family`, the number of groups that were put to `name`."""
        counts = map(self.groups_in, self.done[family])
        return [groups[name] for groups in counts if name in groups]

    def _has_its_share(self, name: str, family: str) -> bool:
        if self._gives_none(name, family):
            return True
        giving = sum(self.weight(one) for one in self.families if not self._gives_none(name, one))
        return sum(self.count_groups(name, family)) * giving >= self.share(name) * self.weight(family)

    def _gives_none(self, name: str, family: str) -> bool:
        """Whether the family seems to have no group that may be put to `name`."""
        put = self.count_groups(name, family)
        return len(put) >= MOST_EMPTY and not any(put[-MOST_EMPTY:])
