"""
A batch of the drawn search: examples with consecutive numbers, judged here or in another process.

Its result is small: one byte for each law and rebalance, and the first evidence of each kind. So it can be merged with
others in the order of the numbers, and cut at any place.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, assert_never

from kafka_assay.assignors.interface import CannotBeAsked, ExpectedFailure, Target
from kafka_assay.assignors.model import Group
from kafka_assay.properties.judging.evidence import Evidence
from kafka_assay.properties.judging.expected_failures import find_excuse
from kafka_assay.properties.judging.law_findings import LawFinding, judge_laws
from kafka_assay.properties.judging.rebalances import Rebalance, run_rebalances
from kafka_assay.properties.law import Law
from kafka_assay.properties.search.answer_kind import answer_kind
from kafka_assay.properties.search.late_failure import late_failures
from kafka_assay.properties.strategies.drawn import drawn_example
from kafka_assay.properties.verdict import Broken, Kept, Undecided

KEPT, UNDECIDED, UNANSWERED, BROKEN, EXPECTED, UNASKED, PASSED, NOT_DUE = b"kunbx?.-"
"""
The marks of a law on one rebalance.

`PASSED`: not applicable. `UNASKED`: its question cannot be expressed. `NOT_DUE`: not its turn (see `Law.every`).
"""
FIRST = 0x20
"""A letter without this bit is the law's first mark on an example: a life has several rebalances."""


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


class Find(NamedTuple):
    """A break at this `place` among a batch's rebalances, declared in `expected` or unexpected (None)."""

    place: int
    evidence: Evidence
    expected: ExpectedFailure | None


@dataclass(slots=True)
class LawMarks:
    """The marks of one law on all rebalances of a batch, up to its first unexpected break."""

    marks: bytearray = field(default_factory=bytearray)
    finds: list[Find] = field(default_factory=list)
    reasons: dict[int, str] = field(default_factory=dict)


@dataclass(slots=True, kw_only=True)
class DrawnBatch:
    """
    The result of a batch.

    `steps` has the number of rebalances of each example judged. It is -1 minus that number if a group of the example
    cannot be expressed to the target; the first reason is `refusal`, with its stack. `kinds` has the kind of each
    example's last answer. `late` are the failures of the host after an answer, with the family of the answered group
    (None: unknown).
    """

    job: BatchJob
    steps: list[int] = field(default_factory=list)
    kinds: list[int] = field(default_factory=list)
    laws: dict[str, LawMarks] = field(default_factory=dict)
    refusal: str | None = None
    refusal_trace: str = ""
    late: list[tuple[str | None, Evidence]] = field(default_factory=list)
    worst_spread: int = 0
    seconds: float = 0.0

    @property
    def unexpected(self) -> list[tuple[str, Evidence]]:
        """The laws that broke unexpectedly, with the evidence."""
        return [(law, find.evidence) for law, one in self.laws.items() for find in one.finds if find.expected is None]


class BatchJudge:
    """Judges batches with one target."""

    def __init__(self, target: Target, laws: Sequence[Law], seed: int) -> None:
        """Judge by the `laws` that a job names. Examples are drawn from `seed`."""
        self.target = target
        self.laws = laws
        self.seed = seed
        self._batch: DrawnBatch | None = None
        self._recent: list[tuple[str, list[Group]]] = []
        self._late_seen = 0

    def judge(self, job: BatchJob, is_over: Callable[[], bool] = lambda: False) -> DrawnBatch:
        """The result of `job`, of at least one example. `is_over` is asked before each further example."""
        start = time.monotonic()
        batch = self._batch = DrawnBatch(job=job)
        laws = [law for law in self.laws if law.id in job.laws]
        batch.laws = {law.id: LawMarks() for law in laws}
        asked: list[Group] = []
        self._recent = [*self._recent[-1:], (job.family, asked)]
        for number in range(job.first, job.first + job.count):
            if batch.steps and is_over():
                break
            laws = self._judge_example(batch, laws, number, asked)
            if not laws or (job.stops_at_break and len(laws) < len(job.laws)):
                break
        batch.late = self.take_late_failures()
        batch.seconds = time.monotonic() - start
        return batch

    def interrupted_batch(self) -> DrawnBatch | None:
        """
        The examples judged so far of a batch that was interrupted; None if there are none.

        What broke in the example under way is kept, but the example is not counted.
        """
        batch = self._batch
        if batch is None or not (batch.steps or batch.unexpected):
            return None
        whole = sum(step if step >= 0 else -1 - step for step in batch.steps)
        for found in batch.laws.values():
            del found.marks[whole:]
        return batch

    def _judge_example(self, batch: DrawnBatch, laws: list[Law], number: int, asked: list[Group]) -> list[Law]:
        """Add one example to `batch`. Returns the laws that are still asked."""
        put, last, refused = 0, None, False
        begun: set[str] = set()
        idle = [batch.laws[law.id].marks for law in laws if not law.is_due(number)]
        if not any(law.is_due(number) for law in self.laws):
            batch.steps.append(0)
            batch.kinds.append(0)
            return laws
        for rebalance in run_rebalances(self.target, drawn_example(batch.job.family, self.seed, number)):
            failure = rebalance.trial.failure()
            if isinstance(failure, CannotBeAsked):
                refused = True
                if batch.refusal is None:
                    batch.refusal, batch.refusal_trace = f"it {failure}", failure.trace
                break
            put += 1
            last = rebalance
            asked.append(rebalance.trial.group)
            broken = [
                finding.law
                for finding in judge_laws(self.target, tuple(laws), rebalance, number=number)
                if self._mark(batch, finding, rebalance, begun)
            ]
            for marks in idle:
                marks.append(NOT_DUE)
            if broken:
                laws = [law for law in laws if law not in broken]
            if failure is None:
                loads = rebalance.trial.loads.values()
                batch.worst_spread = max(batch.worst_spread, max(loads, default=0) - min(loads, default=0))
        batch.steps.append(-1 - put if refused else put)
        alarms = [law for law in begun if batch.laws[law].marks[-1] | FIRST == EXPECTED]
        batch.kinds.append(0 if last is None else answer_kind(last, alarms))
        return laws

    def _mark(self, batch: DrawnBatch, finding: LawFinding, rebalance: Rebalance, begun: set[str]) -> bool:
        """Add the mark of one finding. Returns whether the law broke unexpectedly."""
        law = finding.law.id
        found = batch.laws[law]
        mark = PASSED
        match finding.verdict:
            case None:
                pass
            case Kept():
                mark = KEPT
            case Undecided(reason, unanswered, unasked):
                mark = UNASKED if unasked else UNANSWERED if unanswered else UNDECIDED
                found.reasons.setdefault(mark, reason)
            case Broken(facts):
                evidence = rebalance.evidence(facts, finding.since)
                failure = find_excuse(self.target.expected_failures, law, batch.job.family, evidence.group)
                mark = BROKEN if failure is None else EXPECTED
                if failure is None or not found.finds:
                    found.finds.append(Find(len(found.marks), evidence, failure))
            case _:
                assert_never(finding.verdict)
        if mark not in {PASSED, UNASKED} and law not in begun:
            begun.add(law)
            mark &= ~FIRST
        found.marks.append(mark)
        return mark | FIRST == BROKEN

    def take_late_failures(self) -> list[tuple[str | None, Evidence]]:
        """
        The new failures of the host after an answer, with the family of the answered group.

        The next question reveals such a failure. So the group may belong to the batch before. None: to neither.
        """
        new = late_failures(self.target)[self._late_seen :]
        self._late_seen += len(new)
        return [
            (next((family for family, groups in reversed(self._recent) if one.group in groups), None), one)
            for one in new
        ]
