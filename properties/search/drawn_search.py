"""
The drawn search in one family: batches of the seeded generator's examples, merged in the order of their numbers.

A cell counts the unbroken prefix of the numbers. So the same counts come again with any number of processes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import accumulate

from kafka_assay.properties.budget import BARREN, REFUSED, ExampleLimit
from kafka_assay.properties.judging.evidence import Evidence
from kafka_assay.properties.law import Law
from kafka_assay.properties.search.drawn_batch import (
    BROKEN,
    EXPECTED,
    FIRST,
    KEPT,
    NOT_DUE,
    PASSED,
    UNANSWERED,
    UNASKED,
    UNDECIDED,
    BatchJob,
    DrawnBatch,
    LawMarks,
)
from kafka_assay.properties.search.law_tally import LawTally

BATCH_SECONDS = 0.2
"""The time that a batch should take: short enough to stop soon, long enough to cost nothing to send."""
FEWEST, MOST = 8, 1_000
"""The size of a family's first batch, and of the largest."""
RARE = 100
"""A break is rare if the laws that broke were kept on so many examples before."""
GROWTH = 4
"""A batch has at most this many times the examples of the batch before."""


class DrawnSearch:
    """The drawn search in one family. It hands out jobs and merges their results; the judging is done elsewhere."""

    def __init__(self, name: str, laws: Sequence[Law], limit: ExampleLimit) -> None:
        """Search the family `name` for breaks of the `laws`, up to the drawn examples of `limit` for each law."""
        self.name = name
        self.limit = limit
        self.tallies = {law.id: LawTally(law=law.id, inputs=name) for law in laws}
        self.groups = 0
        self.numbers = 0
        self.handed_out = 0
        self.refused = 0
        self.refusal: str | None = None
        self.refusal_trace = ""
        self.given_up: str | None = None
        self.worst_spread = 0
        self.seconds = 0.0
        self.kinds: Counter[int] = Counter()
        self.found: list[tuple[str, Evidence]] = []
        self._open = [] if limit.drawn == 0 else [law.id for law in laws]
        self._is_ended = False
        self._early: dict[int, DrawnBatch] = {}
        self._judged = 0
        self._size = FEWEST // GROWTH

    @property
    def is_done(self) -> bool:
        """Whether the search ended, or every law is broken, has its examples, or found no more applicable groups."""
        return self._is_ended or not self._open

    @property
    def is_barren(self) -> bool:
        """Whether the family seems to have no group that may be put to the target."""
        return not self.groups and (self.numbers >= BARREN or self.refused >= REFUSED)

    @property
    def has_rare_break(self) -> bool:
        """Whether laws broke that are not declared, and all of them only after `RARE` examples."""
        broken = [tally.examples for tally in self.tallies.values() if tally.broken is not None]
        return bool(broken) and min(broken) > RARE

    def next_job(self, until: float, *, stops_at_break: bool) -> BatchJob:
        """The next batch, to judge until the time `until`."""
        self._size = min(self._size * GROWTH, self._usual_size(), self._most_needed())
        job = BatchJob(
            family=self.name,
            laws=tuple(self._open),
            first=self.handed_out,
            count=max(1, self._size),
            until=until,
            # With a limit, a break may lie beyond the last example of its law. Then it ends nothing.
            stops_at_break=stops_at_break and self.limit.drawn is None,
        )
        self.handed_out += job.count
        return job

    def _usual_size(self) -> int:
        each = self.seconds / self._judged if self._judged else 0.0
        return min(MOST, int(BATCH_SECONDS / each)) if each else MOST

    def _most_needed(self) -> int:
        """The largest number of examples that is still needed, so that a small search draws no large batches."""
        if not self.groups:
            return max(1, BARREN - self.handed_out)
        if self.limit.drawn is None:
            return MOST
        return max(1, self.limit.drawn - min(self.tallies[law].examples for law in self._open))

    def add(self, batch: DrawnBatch) -> None:
        """Merge `batch`, at once or when all numbers before it are there."""
        self.seconds += batch.seconds
        self._judged += len(batch.steps)
        self.worst_spread = max(self.worst_spread, batch.worst_spread)
        if self.limit.drawn is None:
            self.found += batch.unexpected
        self._early[batch.job.first] = batch
        while self._open and self.numbers in self._early:
            self._merge(self._early.pop(self.numbers))

    def end(self) -> None:
        """Hand out no more batches."""
        self._is_ended = True

    def give_up(self, reason: str) -> None:
        """End the search for this `reason`, though laws need more examples."""
        self.given_up = reason
        self.end()

    def why_unjudged(self, law: str) -> str | None:
        """Why `law` was not judged on all examples that it needs; None if the search was not given up."""
        return self.given_up if law in self._open else None

    def close(self) -> None:
        """Keep the evidence of batches that came after a missing one. Their examples are not counted."""
        for batch in self._early.values():
            for law in self._open:
                found = batch.laws.get(law)
                for find in () if found is None else found.finds:
                    self.tallies[law].store(find.evidence, find.expected)
        self._early.clear()
        self.end()

    def _merge(self, batch: DrawnBatch) -> None:
        places = list(accumulate(step if step >= 0 else -1 - step for step in batch.steps))
        ends = [self._count(self.tallies[law], batch.laws[law]) for law in self._open]
        if not places:
            return
        self._open = [law for law, end in zip(self._open, ends, strict=True) if end is None]
        used = len(places)
        if not self._open:
            last = max(end for end in ends if end is not None)
            used = 1 + next(number for number, place in enumerate(places) if place >= last)
        self.numbers += used
        self.groups += places[used - 1]
        self.kinds.update(
            kind for kind, step in zip(batch.kinds, batch.steps[:used], strict=False) if step not in {0, -1}
        )
        self.refused += sum(step < 0 for step in batch.steps[:used])
        if self.refusal is None:
            self.refusal, self.refusal_trace = batch.refusal, batch.refusal_trace
        if not self.groups and self.numbers >= BARREN:
            self._open.clear()

    def _count(self, tally: LawTally, found: LawMarks) -> int | None:
        """Count the marks of one law. Returns the number of marks used if the law needs no more of them, else None."""
        end = self._end(tally, found)
        marks = found.marks if end is None else found.marks[:end]
        upper = {mark: marks.count(mark & ~FIRST) for mark in (KEPT, UNDECIDED, UNANSWERED, BROKEN, EXPECTED)}
        count = {mark: firsts + marks.count(mark) for mark, firsts in upper.items()}
        examples = sum(count.values())
        tally.examples += examples
        tally.draws += sum(upper.values()) - count[UNDECIDED] - count[UNANSWERED]
        tally.kept += count[KEPT]
        tally.undecided += count[UNDECIDED]
        tally.unanswered += count[UNANSWERED]
        tally.unasked += marks.count(UNASKED)
        tally.passed_over += len(marks) - examples - marks.count(NOT_DUE)
        tail = marks[len(marks.rstrip(bytes((PASSED, UNASKED, NOT_DUE)))) :]
        tally.in_a_row = len(tail) - tail.count(NOT_DUE) + (0 if examples else tally.in_a_row)
        if count[UNDECIDED]:
            tally.reason = found.reasons[UNDECIDED] if tally.undecided == count[UNDECIDED] else tally.reason
        elif count[UNANSWERED]:
            tally.reason = tally.reason or found.reasons[UNANSWERED]
        if tally.refusal is None and UNASKED in marks:
            tally.refusal = found.reasons[UNASKED]
        for find in found.finds:
            if end is None or find.place < end:
                tally.store(find.evidence, find.expected)
                if self.limit.drawn is not None and find.expected is None:
                    self.found.append((tally.law, find.evidence))
        return end

    def _end(self, tally: LawTally, found: LawMarks) -> int | None:
        """The number of marks after which the law broke, has its examples, or is applicable too seldom."""
        if self.limit.drawn is None:
            return len(found.marks) if found.marks and found.marks[-1] | FIRST == BROKEN else None
        run = LawTally(law="", inputs="", examples=tally.examples)
        run.passed_over, run.in_a_row = tally.passed_over, tally.in_a_row
        for place, mark in enumerate(found.marks):
            if mark in {PASSED, UNASKED}:
                run.passed_over += 1
                run.in_a_row += 1
            elif mark != NOT_DUE:
                run.examples += 1
                run.in_a_row = 0
            if mark | FIRST == BROKEN or run.has_enough(self.limit.drawn, is_patient=self.limit.is_count):
                return place + 1
        return None
