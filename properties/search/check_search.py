"""
One check under one budget: first earlier counterexamples, then both searches of all families, then shrinking.

While this process shrinks what broke, and while it searches paths, the workers search on, with one more in its place.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, TypeAlias

from kafka_assay.assignors.interface import Target
from kafka_assay.assignors.life import Example
from kafka_assay.properties.budget import Budget, StopBatch
from kafka_assay.properties.input_families import is_member_of
from kafka_assay.properties.judging.evidence import Evidence
from kafka_assay.properties.judging.finding import find_breaks, judge_example
from kafka_assay.properties.law import Law
from kafka_assay.properties.records.case_format import Case
from kafka_assay.properties.runner.worker_pool import LOOK, Done, WorkerLost, WorkerPool
from kafka_assay.properties.search.check_workers import CheckWork, Job, Row, Workers
from kafka_assay.properties.search.counterexample import LATE_LAW, ShrinkJob, in_family
from kafka_assay.properties.search.drawn_search import BatchJob, BatchJudge, DrawnSchedule
from kafka_assay.properties.search.family_search import FamilySearch, ShrinkSchedule
from kafka_assay.properties.shrink.sizes import reading_rank
from kafka_assay.properties.verdict import Broken

REMEMBERING = 0.25
"""The largest share of the time for earlier counterexamples."""
SEARCHING = 2 / 3
"""If something is broken, the search ends after this share of the time."""
SEARCHING_EXPECTED = 0.9
"""The same, if all breaks are declared failures."""
STRUCTURED = 0.1
"""The structured search's share of the time of all processes. It runs in this one alone."""
AHEAD = 4
"""The batches that a worker has at a time. It waits for more if one call takes this process longer than they take."""
ENOUGH = 5.0
"""If so many seconds are left for shrinking and for paths, another worker takes this process' place in the search."""
LONGEST = 0.25
"""One structured batch gets at most this share of the time left."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchProgress:
    """The progress of a check, for a progress line."""

    groups: int
    spent: float
    left: float
    broken: tuple[tuple[str, str], ...]
    worst_spread: int


class FirstBreak(NamedTuple):
    """The first unexpected break of a check, before it is shrunk."""

    law: str
    inputs: str
    evidence: Evidence
    seconds: float


class ShrinkingStarts(NamedTuple):
    """So many broken cells are shrunk now, for at most these seconds."""

    cells: int
    seconds: float


News: TypeAlias = "FirstBreak | ShrinkingStarts | WorkerLost"
"""What a check reports at once."""


@dataclass(slots=True, kw_only=True)
class CheckSearch:
    """
    A check in progress.

    By law and family, `remembered` has the evidence from the corpus, `saved` the case that it came from, and `foreign`
    the part that other targets found, which is shrunk for this one. `groups_per_second` counts what was judged while
    all processes searched. If something breaks, `path_seconds` of the budget are left for the search of paths, which
    comes afterwards.
    """

    target: Target
    laws: Sequence[Law]
    families: Sequence[FamilySearch]
    seed: int
    budget: Budget
    watch: Callable[[SearchProgress], None]
    tell: Callable[[News], None]
    workers: Workers | None = None
    fail_fast: bool = False
    path_seconds: float = 0.0
    tried: list[str] = field(default_factory=list)
    remembered: dict[tuple[str, str], Evidence] = field(default_factory=dict)
    saved: dict[tuple[str, str], str] = field(default_factory=dict)
    foreign: dict[tuple[str, str], Evidence] = field(default_factory=dict)
    groups_per_second: float = 0.0
    shrinks: ShrinkSchedule = field(init=False)
    _batches: DrawnSchedule = field(init=False)
    _judge: BatchJudge = field(init=False)
    _schedules: dict[type[Job], Any] = field(init=False)
    _pool: WorkerPool[Job, Row] | None = None
    _shrinking: Budget | None = None
    _round: deque[FamilySearch] = field(default_factory=deque)
    _structured_seconds: float = 0.0
    _told_first: bool = False
    _looked: float = 0.0

    def __post_init__(self) -> None:
        """Prepare the drawn search and the shrinking."""
        self.shrinks = ShrinkSchedule(self.families, self.seed, self.foreign)
        self._batches = DrawnSchedule([family.drawn for family in self.families], stops_at_break=self.fail_fast)
        self._schedules = {BatchJob: self._batches, ShrinkJob: self.shrinks}
        self._judge = BatchJudge(self.target, self.laws, self.seed)

    def try_corpus(self, corpus: Mapping[str, Case]) -> None:
        """Judge every law on the earlier counterexamples of the searched families, this target's own first."""
        families = {family.name for family in self.families}
        for name, case in sorted(corpus.items(), key=lambda one: one[1].target != self.target.name):
            if case.inputs in families and self.budget.limited_to(REMEMBERING).seconds_left():
                self.tried.append(name)
                for finding in judge_example(self.target, self.laws, case.example, family=case.inputs):
                    if isinstance(finding.verdict, Broken):
                        self._remember(finding.law, name, case, finding.rebalance.example)

    def _remember(self, law: Law, name: str, case: Case, broken: Example) -> None:
        """Keep the evidence of a break on the saved `case` with this file `name`, if it is the smallest so far."""
        family = case.inputs
        known = self.remembered.get((law.id, family))
        if known is not None and reading_rank(known.example) <= reading_rank(broken):
            return
        # Asked once more, so that all steps are those of this law.
        evidence = next(find_breaks(self.target, law, broken, family=family), None)
        if evidence is not None:
            self.remembered[law.id, family] = evidence
            self.saved[law.id, family] = f"{name} of {case.target}"
            if case.target != self.target.name:
                self.foreign[law.id, family] = evidence
            else:
                self.foreign.pop((law.id, family), None)
            if evidence.expected is None:
                self._tell_first(law.id, family, evidence)

    def search(self) -> None:
        """Run both searches side by side, until all is done or it is time to shrink."""
        start = self.budget.seconds_spent()
        try:
            while self._left().seconds_left() and not self.is_enough:
                self._serve()
                job = None if self._is_turn_of_structured(start) else self._batches.next_job()
                if job is not None:
                    self._judge_batch(job)
                elif self._has_structured():
                    self._run_structured()
                elif self._batches.under_way:
                    self._serve(LOOK)
                elif self._batches.is_done:
                    break
        finally:
            self._tell_found()
            self._add_late_failures(self._judge.take_late_failures())
            seconds = self.budget.seconds_spent() - start
            groups = sum(family.groups for family in self.families)
            self.groups_per_second = round(groups / seconds, 1) if seconds else 0.0

    def _left(self) -> Budget:
        """The time left for the search. Without a break it has all the time, and with workers until the end."""
        if self._shrinking is not None:
            return self.budget
        broken = self._broken_cells()
        share = SEARCHING_EXPECTED if broken else 1.0
        if any(broken.values()):
            share = SEARCHING * (1 - self.path_seconds / self.budget.seconds)
        return self.budget.limited_to(share)

    @property
    def is_enough(self) -> bool:
        """Whether the search ends because something broke."""
        return self.fail_fast and self._told_first

    def _serve(self, seconds: float = 0.0) -> None:
        """Take the workers' rows, and hand out jobs. Waits at most these seconds for a row."""
        self._batches.until = time.monotonic() + self._left().seconds_left()
        if self._pool is not None:
            self._take_rows(self._pool, self._pool.serve(self._next_job, seconds))
        elif self.workers is not None and self._wants_workers(self.workers):
            work = CheckWork(self.workers.reopen, tuple(law.id for law in self.laws), self.seed)
            self._pool = WorkerPool(
                work,
                self.workers.jobs - 1,
                self._take_loss,
                ahead=AHEAD,
                is_long=lambda job: isinstance(job, ShrinkJob),
            )

    def _take_rows(self, pool: WorkerPool[Job, Row], rows: Iterable[Done[Job, Row]]) -> None:
        for job, row, _ in rows:
            self._schedules[type(job)].add(job, row)
        for job in () if pool.size else pool.withdraw():
            self._schedules[type(job)].take_back(job)
        self._tell_found()

    def _take_loss(self, lost: WorkerLost) -> None:
        if lost.given_up:
            self._schedules[type(lost.job)].give_up(lost.job, lost.reason)
        self.tell(lost)

    def close(self) -> None:
        """End the workers, and take their last rows."""
        try:
            if self._pool is not None:
                self._take_rows(self._pool, self._pool.close())
        finally:
            self._batches.close()
            self._add_late_failures()

    def _wants_workers(self, workers: Workers) -> bool:
        is_alone = self._batches.is_done if self._shrinking is None else len(self.shrinks.waiting_jobs()) < 2
        is_timed = not self.fail_fast and all(family.drawn.limit is None for family in self.families)
        return not is_alone and workers.may_start(self.budget, is_timed=is_timed)

    def _next_job(self) -> Job | None:
        """The next job of a worker: to shrink, if as many processes may, or else to search."""
        job = self._next_shrink_job() if self.shrinks.under_way < self._shrinking_processes else None
        return self._batches.next_job() if job is None and self._can_search else job

    @property
    def _can_search(self) -> bool:
        return bool(not self._batches.is_done and not self.is_enough and self._left().seconds_left())

    @property
    def _shrinking_processes(self) -> int:
        """How many processes shrink: half of them if the others can search."""
        processes = 1 if self._pool is None else 1 + self._pool.size
        if self._shrinking is None:
            return 0
        return max(1, processes // 2) if self._can_search else processes

    def _next_shrink_job(self) -> ShrinkJob | None:
        assert self._shrinking is not None, "the search of all processes comes first"
        left = self._shrinking.seconds_left()
        return self.shrinks.next_job(left, time.monotonic() + left, self._shrinking_processes)

    def _has_structured(self) -> bool:
        return any(not family.structured.is_done for family in self.families)

    def _is_turn_of_structured(self, start: float) -> bool:
        """Whether the structured search has had less than its share of the time of all processes."""
        if not self._has_structured() or not self._batches.has_begun:
            return False
        jobs = 1 + (0 if self._pool is None else self._pool.size)
        return self._structured_seconds < STRUCTURED * jobs * (self.budget.seconds_spent() - start)

    def _run_structured(self) -> None:
        """One batch of the family whose turn it is."""
        if not self._round:
            self._round.extend(family for family in self.families if not family.structured.is_done)
        # So that a target that sometimes hangs does not spend the time of all families on one.
        budget = self._left().share_of_rest(min(LONGEST, 1 / len(self._round)))
        family = self._round.popleft()
        start = self.budget.seconds_spent()

        def look() -> None:
            self._tell_found()
            if self.is_enough:
                raise StopBatch
            self._look()
            self.report_progress()

        family.structured.run_batch(budget, look)
        self._structured_seconds += self.budget.seconds_spent() - start

    def _judge_batch(self, job: BatchJob) -> None:
        left = self._left()

        def is_over() -> bool:
            if self._look():
                self.report_progress()
            return not left.seconds_left() or self.is_enough

        tally = job.new_tally()
        try:
            self._judge.judge(job, tally, is_over)
        finally:
            self._batches.add(job, tally)
        self._tell_found()
        self.report_progress()

    def _look(self) -> bool:
        """Serve the workers, if the last look was a while ago. Returns whether it was."""
        now = time.monotonic()
        if now - self._looked < LOOK:
            return False
        self._looked = now
        self._serve()
        return True

    def _add_late_failures(self, late: Iterable[Evidence] = ()) -> None:
        """Count each late failure as a break in a family of its group. The group was counted when it was answered."""
        for evidence in (*late, *self._batches.take_late_failures()):
            asked = (family for family in self.families if is_member_of(family.name, evidence.group))
            family = next(asked, self.families[0])
            tally = family.drawn.tally.laws.get(LATE_LAW)
            if tally is not None:
                tally.store(in_family(self.target, evidence, family.name))

    def _tell_found(self) -> None:
        for family in () if self._told_first else self.families:
            for law, evidence in family.unexpected_breaks():
                self._tell_first(law, family.name, evidence)

    def _tell_first(self, law: str, inputs: str, evidence: Evidence) -> None:
        """Tell an unexpected break, if it is the first."""
        if not self._told_first:
            self._told_first = True
            self.tell(FirstBreak(law, inputs, evidence, self.budget.seconds_spent()))

    def _time_for_shrinking(self) -> Budget:
        """
        Of the time left, what is not for paths; its start is told. If all breaks are declared, paths get half of it.

        An early end of the search does not extend the shrinking: a check that saw all examples in two seconds must not
        take forty more.
        """
        seconds, of_paths = self.budget.seconds, self.path_seconds
        if not any(self._broken_cells().values()):
            of_paths = min(of_paths, seconds * (1 - SEARCHING_EXPECTED) / 2)
        left = max(0.0, self.budget.seconds_left() - of_paths)
        budget = replace(self.budget, seconds=min(left, seconds * (1 - SEARCHING)))
        unexpected = len(self.shrinks.waiting_jobs(declared=False))
        if unexpected:
            self.tell(ShrinkingStarts(unexpected, budget.seconds))
        return budget

    def shrink(self) -> None:
        """Shrink each law's smallest evidence first, then its others. Each gets its share of the time left."""
        self._shrinking = self._time_for_shrinking()
        left = self.budget.seconds_left()
        if self._pool is not None and left >= ENOUGH and self._can_search and self.shrinks.waiting_jobs():
            self._pool.start_worker()
        while True:
            job = self._next_shrink_job()
            if job is not None:
                budget = replace(self.budget, seconds=job.seconds, is_over=self.serve_meanwhile)
                self.shrinks.add(job, self._judge.shrink(job, budget))
                self.report_progress()
            elif self.shrinks.under_way and self._shrinking.seconds_left():
                self._serve(LOOK)
            else:
                break
        # What the workers find from now on is shrunk by them.
        self._shrinking = self.budget

    def serve_meanwhile(self) -> bool:
        """Serve the workers, in the middle of something else that this process does. Never says that it is over."""
        self._look()
        return False

    def _broken_cells(self) -> dict[tuple[str, str], bool]:
        """The law and the family of each break -> whether it is unexpected."""
        foreign = {place: evidence.expected is None for place, evidence in self.foreign.items()}
        cells = ((family, *found) for family in self.families for found in family.broken_laws().items())
        return foreign | {(law, family.name): is_unexpected for family, law, is_unexpected in cells}

    def saved_case(self, place: tuple[str, str], shown: Evidence) -> str | None:
        """The saved case that the `shown` evidence comes from, or None if the search found it."""
        is_shrunk = place in self.shrinks.of_foreign and shown is self.shrinks.smallest[place]
        return self.saved[place] if is_shrunk or shown is self.remembered.get(place) else None

    def report_progress(self) -> None:
        """Report the progress to the watcher."""
        self.watch(
            SearchProgress(
                groups=sum(family.groups for family in self.families),
                spent=self.budget.seconds_spent(),
                left=self.budget.seconds_left(),
                broken=tuple(self._broken_cells()),
                worst_spread=max((one.worst_spread for family in self.families for one in family.tallies), default=0),
            )
        )
