"""
The drawn search: batches of the seeded generator's examples, whose tallies are merged in the order of their numbers.

A family's tally counts its numbers from 0 up to the first that is missing. So the same counts come again with any
number of processes. Which family is drawn from next depends on the weights of the families, and on the time that each
took.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from kafka_assay.assignors.interface import Target
from kafka_assay.properties.budget import BARREN, Budget
from kafka_assay.properties.input_families import LARGE, family_called
from kafka_assay.properties.judging.evidence import Evidence
from kafka_assay.properties.judging.finding import judge_example
from kafka_assay.properties.judging.tally import Tally
from kafka_assay.properties.law import Law
from kafka_assay.properties.runner.run import BatchSize
from kafka_assay.properties.search.counterexample import ShrinkJob, find_smallest, late_failures
from kafka_assay.properties.search.family_tally import FamilyTally
from kafka_assay.properties.strategies.drawn import drawn_example

FEWEST, MOST = 8, 1_000
"""The size of a family's first batch, and of the largest."""
RARE = 100
"""A break is rare if the laws that broke were kept on so many examples before."""
MOST_TIME = 3.0
"""A family may take this many times its fair share of the time: a target that hangs there delays no other family."""
RARE_WEIGHT = 8
"""A family with a rare break counts this many times its weight: other laws may break on the same rare groups."""
RARE_TIME = 2.0
"""Such a family may take this many times the time of another."""
MOST_LARGE = 0.1
"""The largest share of the time for the family of large groups."""
DEADLY = "two workers ended ({}) on the same groups, which are not judged"


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchJob:
    """
    A batch to judge: `count` examples of a family from number `first` on, by the `laws` with these ids.

    A worker ends it early at the time `until` (of the machine's monotonic clock). With `stops_at_break` it ends after
    the first example that breaks a law unexpectedly.
    """

    family: str
    laws: tuple[str, ...]
    first: int
    count: int
    until: float
    stops_at_break: bool = False

    def new_tally(self) -> FamilyTally:
        """The tally to count the batch in."""
        return FamilyTally(family=self.family, first=self.first, laws={law: Tally() for law in self.laws})


class BatchJudge:
    """Judges batches with one target."""

    def __init__(self, target: Target, laws: Sequence[Law], seed: int) -> None:
        """Judge by the `laws` that a job names. Examples are drawn from `seed`."""
        self.target = target
        self.laws = laws
        self.seed = seed
        self._late_seen = 0

    def judge(self, job: BatchJob, tally: FamilyTally, is_over: Callable[[], bool] = lambda: False) -> FamilyTally:
        """Count `job` in its `tally`: at least one example. `is_over` is asked before each further example."""
        start = time.monotonic()
        laws = [law for law in self.laws if law.id in job.laws]
        for number in range(job.first, job.first + job.count):
            if not laws or (tally.numbers and (is_over() or (job.stops_at_break and tally.ended))):
                break
            with tally.example() as found:
                if any(law.is_due(number) for law in self.laws):
                    example = drawn_example(job.family, self.seed, number)
                    found.extend(judge_example(self.target, laws, example, family=job.family, number=number))
            if tally.ended:
                laws = [law for law in laws if law.id not in tally.ended]
        tally.late = self.take_late_failures()
        tally.seconds = time.monotonic() - start
        return tally

    def shrink(self, job: ShrinkJob, budget: Budget) -> Evidence:
        """The smallest evidence found within `budget`. Late failures on the groups that are tried count nowhere."""
        (law,) = (law for law in self.laws if law.id == job.law)
        try:
            return find_smallest(
                self.target, law, job.family, job.evidence, seed=job.seed, budget=budget, origin=job.origin
            )
        finally:
            self.take_late_failures()

    def take_late_failures(self) -> list[Evidence]:
        """The new failures of the host after an answer. The next question reveals such a failure."""
        new = late_failures(self.target)[self._late_seen :]
        self._late_seen += len(new)
        return new


class DrawnSearch:
    """The drawn search in one family. It hands out jobs and merges their tallies; the judging is done elsewhere."""

    def __init__(self, name: str, laws: Sequence[Law], limit: int | None) -> None:
        """Search the first `limit` examples of the family `name` for breaks of the `laws`. None: no limit."""
        self.name = name
        self.limit = limit
        self.tally = FamilyTally(family=name, laws={law.id: Tally() for law in laws})
        self.handed_out = 0
        self.given_up: str | None = None
        self.found: list[tuple[str, Evidence]] = []
        self._is_ended = False
        self._early: dict[int, FamilyTally] = {}
        self._size = BatchSize(MOST, first=FEWEST)

    @property
    def is_closed(self) -> bool:
        """Whether the search needs no more batches: it ended, every law broke, or no group may be put to the target."""
        return self._is_ended or not self.tally.open_laws or self.tally.is_barren

    @property
    def is_done(self) -> bool:
        """Whether there is no new batch to hand out."""
        return self.is_closed or (self.limit is not None and self.handed_out >= self.limit)

    @property
    def expected_seconds(self) -> float:
        """How long all batches take that were handed out, those under way included."""
        return self._size.expected_seconds(self.handed_out)

    @property
    def has_rare_break(self) -> bool:
        """Whether laws broke that are not declared, and all of them only after `RARE` examples."""
        broken = [self.tally.laws[law].examples for law in self.tally.ended]
        return bool(broken) and min(broken) > RARE

    def next_job(self, until: float, *, stops_at_break: bool) -> BatchJob:
        """The next batch, to judge until the time `until`."""
        # A small search draws no more than it needs.
        needed = MOST if self.limit is None else self.limit - self.handed_out
        if not self.tally.groups:
            needed = min(needed, max(1, BARREN - self.handed_out))
        job = BatchJob(
            family=self.name,
            laws=tuple(self.tally.open_laws),
            first=self.handed_out,
            count=self._size.next(needed),
            until=until,
            stops_at_break=stops_at_break,
        )
        self.handed_out += job.count
        return job

    def add(self, batch: FamilyTally) -> None:
        """Merge `batch`, at once or when all numbers before it are there."""
        self.tally.seconds += batch.seconds
        self.tally.worst_spread = max(self.tally.worst_spread, batch.worst_spread)
        self._size.add(batch.numbers, batch.seconds)
        self.found += batch.unexpected
        self._early[batch.first] = batch
        while self.tally.open_laws and self.tally.numbers in self._early:
            self.tally.merge(self._early.pop(self.tally.numbers))

    def give_up(self, reason: str) -> None:
        """End the search for this `reason`, though laws need more examples."""
        self.given_up = reason
        self._is_ended = True

    def close(self) -> None:
        """Keep the evidence of batches that came after a missing one. Their examples are not counted."""
        for batch in self._early.values():
            for law in self.tally.open_laws:
                found = batch.laws.get(law)
                for evidence in () if found is None else (found.declared, found.unexpected):
                    if evidence is not None:
                        self.tally.laws[law].store(evidence)
        self._early.clear()
        self._is_ended = True


class DrawnSchedule:
    """
    Hands out batches of several families, and takes the results.

    All batches end at the time `until`, and with `stops_at_break` after the first example that breaks a law.
    `under_way` counts the batches that are judged now.
    """

    def __init__(self, searches: Sequence[DrawnSearch], *, stops_at_break: bool = False) -> None:
        """Share the examples among `searches` by their weights."""
        self.searches = {search.name: search for search in searches}
        self.until = 0.0
        self.under_way = 0
        self._is_closed = False
        self._late: list[Evidence] = []
        self._stops_at_break = stops_at_break
        self._left: list[BatchJob] = []

    @property
    def is_done(self) -> bool:
        """Whether there is nothing to hand out."""
        return not self._left and all(search.is_done for search in self.searches.values())

    @property
    def has_begun(self) -> bool:
        """Whether a batch was judged, or there is none."""
        return self.is_done or any(search.tally.seconds for search in self.searches.values())

    def next_job(self) -> BatchJob | None:
        """The next batch: first what is left of earlier ones. None if nothing is left."""
        self._left = [job for job in self._left if not self.searches[job.family].is_closed]
        job = min(self._left, key=lambda job: job.first, default=None)
        if job is not None:
            self._left.remove(job)
            job = replace(job, until=self.until)
        elif (search := self._next_search()) is not None:
            job = search.next_job(self.until, stops_at_break=self._stops_at_break)
        self.under_way += job is not None
        return job

    def add(self, job: BatchJob, batch: FamilyTally) -> None:
        """
        Take the tally of a batch. Its rest is handed out again, if its time ended early.

        Nothing counts any more once the search is closed.
        """
        self.under_way -= 1
        if not self._is_closed:
            self.searches[batch.family].add(batch)
            self._late += batch.late
            if batch.numbers < job.count:
                first = job.first + batch.numbers
                self._left.append(replace(job, first=first, count=job.count - batch.numbers))

    def take_back(self, job: BatchJob) -> None:
        """Hand out `job` again, before all others."""
        self.under_way -= 1
        self._left.append(job)

    def give_up(self, job: BatchJob, reason: str) -> None:
        """End the search of the job's family: no process survives the batch, and this is the `reason` of their ends."""
        self.under_way -= 1
        self.searches[job.family].give_up(DEADLY.format(reason))

    def take_late_failures(self) -> list[Evidence]:
        """The late failures of the batches that came since the last call."""
        late, self._late = self._late, []
        return late

    def close(self) -> None:
        """End all searches."""
        self._is_closed = True
        for search in self.searches.values():
            search.close()

    def _next_search(self) -> DrawnSearch | None:
        waiting = [search for search in self.searches.values() if not search.is_done]
        spent = sum(search.expected_seconds for search in self.searches.values())
        fair = spent * MOST_TIME / len(self.searches)

        def rank(search: DrawnSearch) -> tuple[bool, float]:
            weight, most = family_called(search.name).weight, fair
            if search.has_rare_break:
                weight, most = weight * RARE_WEIGHT, fair * RARE_TIME
            if search.name == LARGE:
                most = min(most, spent * MOST_LARGE)
            return len(waiting) > 1 and search.expected_seconds > most, search.handed_out / weight

        return min(waiting, key=rank, default=None)
