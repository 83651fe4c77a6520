"""One check under one budget: first earlier counterexamples, then both searches of all families, then shrinking."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from kafka_assay.assignors.interface import Target
from kafka_assay.properties.budget import Budget
from kafka_assay.properties.judging.evidence import Evidence
from kafka_assay.properties.judging.finding import find_breaks, judge_example
from kafka_assay.properties.law import Law
from kafka_assay.properties.records.case_format import Case
from kafka_assay.properties.runner.worker_pool import LOOK
from kafka_assay.properties.search.crew import Crew, Workers
from kafka_assay.properties.search.drawn_schedule import DrawnSchedule
from kafka_assay.properties.search.drawn_search import BatchJob, BatchJudge
from kafka_assay.properties.search.family_search import FamilySearch
from kafka_assay.properties.search.late_failure import BROKEN_LAW, in_family
from kafka_assay.properties.search.minimize import find_smallest
from kafka_assay.properties.search.news import FirstBreak, News, SearchProgress, ShrinkingStarts
from kafka_assay.properties.search.shrink_jobs import ShrinkJob, shrink_jobs
from kafka_assay.properties.shrink.sizes import reading_rank
from kafka_assay.properties.strategies.batches import StopBatch
from kafka_assay.properties.verdict import Broken

REMEMBERING = 0.25
"""The largest share of the time for earlier counterexamples."""
SEARCHING = 0.6
"""If something is broken, shrinking starts after this share of the time."""
SEARCHING_EXPECTED = 0.9
"""The same, if all breaks are declared failures."""
STRUCTURED = 0.1
"""The structured search's share of the time of all processes. It runs in this one alone."""
LONG = 10
"""A check of this many times `Workers.after` seconds is long, so its workers start at once."""
LONGEST = 0.25
"""One structured batch gets at most this share of the time left."""


@dataclass(slots=True, kw_only=True)
class CheckSearch:
    """
    A check in progress.

    By law and family, `proved` holds the smallest evidence so far and `remembered` the evidence from the corpus.
    `search_seconds` is the time of the search without shrinking. If something breaks, `path_seconds` of the budget are
    left for the search of paths, which comes afterwards.
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
    proved: dict[tuple[str, str], Evidence] = field(default_factory=dict)
    search_seconds: float = 0.0
    _schedule: DrawnSchedule = field(init=False)
    _judge: BatchJudge = field(init=False)
    _crew: Crew | None = None
    _round: deque[FamilySearch] = field(default_factory=deque)
    _structured_seconds: float = 0.0
    _told_first: bool = False
    _looked: float = 0.0

    def __post_init__(self) -> None:
        """Prepare the drawn search."""
        self._schedule = DrawnSchedule([family.drawn for family in self.families], stops_at_break=self.fail_fast)
        self._judge = BatchJudge(self.target, self.laws, self.seed)

    def try_corpus(self, corpus: Mapping[str, Case]) -> None:
        """Judge every law on the earlier counterexamples of the searched families, this target's own first."""
        names = {family.name for family in self.families}
        for name, case in sorted(corpus.items(), key=lambda one: one[1].target != self.target.name):
            if case.inputs in names and self.budget.limited_to(REMEMBERING).seconds_left():
                self.tried.append(name)
                self._remember(case)

    def _remember(self, case: Case) -> None:
        for law, verdict, rebalance, *_ in judge_example(self.target, self.laws, case.example, family=case.inputs):
            known = self.remembered.get((law.id, case.inputs))
            if known is not None and reading_rank(known.example) <= reading_rank(rebalance.example):
                continue
            if isinstance(verdict, Broken):
                # Asked once more, so that all steps are those of this law.
                evidence = next(find_breaks(self.target, law, rebalance.example, family=case.inputs), None)
                if evidence is not None:
                    self.remembered[law.id, case.inputs] = evidence
                    if evidence.expected is None:
                        self._tell_first(law.id, case.inputs, evidence)

    def search(self) -> None:
        """Run both searches side by side, until all is done or it is time to shrink."""
        start = self.budget.seconds_spent()
        try:
            while self._may_go_on():
                self._serve_crew()
                job = None if self._is_turn_of_structured(start) else self._schedule.next_job()
                if job is not None:
                    self._judge_batch(job)
                elif self._has_structured():
                    self._run_structured()
                elif self._crew is not None and self._crew.is_busy:
                    self._crew.serve(LOOK)
                elif self._schedule.is_done:
                    return
        finally:
            self._end_search()
            self.search_seconds = self.budget.seconds_spent() - start

    def _end_search(self) -> None:
        try:
            if self._crew is not None:
                self._crew.close()
            self._tell_found()
        finally:
            self._schedule.close()
            self._add_late_failures([*self._schedule.late, *self._judge.take_late_failures()])

    def _left(self) -> Budget:
        """The time left for the search."""
        return self.budget.limited_to(self._share())

    def _may_go_on(self) -> bool:
        return self._left().seconds_left() > 0 and not self.is_enough

    @property
    def is_enough(self) -> bool:
        """Whether the search ends because something broke."""
        return self.fail_fast and self._told_first

    def _share(self) -> float:
        found = self._broken_laws()
        if any(found.values()):
            return SEARCHING * (1 - self.path_seconds / self.budget.seconds)
        return SEARCHING_EXPECTED if found else 1.0

    def _reserved(self) -> float:
        """The seconds for the search of paths; if all breaks are declared, at most half of those after the search."""
        if any(self._broken_laws().values()):
            return self.path_seconds
        return min(self.path_seconds, self.budget.seconds * (1 - SEARCHING_EXPECTED) / 2)

    def _serve_crew(self) -> None:
        self._schedule.until = time.monotonic() + self._left().seconds_left()
        if self._crew is not None:
            self._crew.serve()
            self._tell_found()
        elif self.workers is not None and self._wants_workers(self.workers):
            ids = [law.id for law in self.laws]
            self._crew = Crew(self.workers, ids, self.seed, self._schedule, self.tell)

    def _wants_workers(self, workers: Workers) -> bool:
        if workers.jobs < 2 or self._schedule.is_done:
            return False
        return self._will_be_long(workers) or self.budget.seconds_spent() >= workers.after

    def _will_be_long(self, workers: Workers) -> bool:
        """Whether nothing but the time ends the search, and it is many times the time without workers."""
        is_timed = not self.fail_fast and all(family.drawn.limit is None for family in self.families)
        return is_timed and self.budget.seconds >= LONG * workers.after

    def _has_structured(self) -> bool:
        return any(not family.structured.is_done for family in self.families)

    def _is_turn_of_structured(self, start: float) -> bool:
        """Whether the structured search has had less than its share of the time of all processes."""
        if not self._has_structured() or not self._schedule.has_begun:
            return False
        jobs = 1 + (0 if self._crew is None else self._crew.size)
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
                self._tell_found()
                self.report_progress()
            return not left.seconds_left() or self.is_enough

        tally = job.new_tally()
        try:
            self._judge.judge(job, tally, is_over)
        finally:
            self._schedule.add(tally)
        self._tell_found()
        self.report_progress()

    def _look(self) -> bool:
        """Serve the workers, if the last look was a while ago. Returns whether it was."""
        now = time.monotonic()
        if now - self._looked < LOOK:
            return False
        self._looked = now
        if self._crew is not None:
            self._crew.serve()
        return True

    def _add_late_failures(self, late: Sequence[tuple[str | None, Evidence]]) -> None:
        """Count each late failure as a break in its group's family. The group was counted when it was answered."""
        by_name = {family.name: family for family in self.families}
        for name, evidence in late:
            asked = next((family for family in self.families if family.structured.has_asked(evidence.group)), None)
            family = by_name.get(name or "") or asked or self.families[0]
            search = family.structured if name is None else family.drawn
            tally = search.tally.laws.get(BROKEN_LAW)
            if tally is not None:
                tally.store(in_family(self.target, evidence, family.name))

    def _tell_found(self) -> None:
        """Report the first unexpected break, once."""
        for family in () if self._told_first else self.families:
            if family.first_break is not None:
                law, evidence = family.first_break
                self._tell_first(law, family.name, evidence)

    def _tell_first(self, law: str, inputs: str, evidence: Evidence) -> None:
        if not self._told_first:
            self._told_first = True
            self.tell(FirstBreak(law, inputs, evidence, self.budget.seconds_spent()))

    def shrink(self) -> None:
        """
        Shrink each law's smallest evidence first, then its others. Each gets its share of the time left.

        An early end of the search does not extend the shrinking: a check that saw all examples in two seconds must not
        take forty more.
        """
        by_id = {law.id: law for law in self.laws}
        most = self.budget.seconds * (1 - SEARCHING)
        left = max(0.0, self.budget.seconds_left() - self._reserved())
        shrinking = Budget(seconds=min(left, most), clock=self.budget.clock)
        jobs = shrink_jobs(self._broken_cells())
        waiting = sum(job.share for job in jobs)
        unexpected = sum(job.evidence.expected is None for job in jobs)
        if unexpected:
            self.tell(ShrinkingStarts(unexpected, shrinking.seconds))
        for job in jobs:
            budget = shrinking.share_of_rest(job.share / waiting)
            waiting -= job.share
            self.proved[job.law, job.family.name] = find_smallest(
                job.family.structured, by_id[job.law], job.evidence, budget
            )
            self.report_progress()

    def _broken_laws(self) -> dict[tuple[str, str], bool]:
        """The law and the family of each break -> whether it is unexpected."""
        return {
            (law, family.name): unexpected
            for family in self.families
            for law, unexpected in family.broken_laws().items()
        }

    def _broken_cells(self) -> Iterator[ShrinkJob]:
        for family in self.families:
            for law in family.broken_laws():
                evidence = family.evidence(law)
                assert evidence is not None, "a broken law has evidence"
                yield ShrinkJob(law, family, evidence)

    def report_progress(self) -> None:
        """Report the progress to the watcher."""
        self.watch(
            SearchProgress(
                groups=sum(family.groups for family in self.families),
                spent=self.budget.seconds_spent(),
                left=self.budget.seconds_left(),
                broken=tuple(self._broken_laws()),
                worst_spread=max(
                    (tally.worst_spread for family in self.families for tally in family.tallies), default=0
                ),
            )
        )
