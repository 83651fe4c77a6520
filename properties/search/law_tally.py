"""
The counts of one law in one family, and the verdict of that cell.

A cell is *broken* if one group broke the law. It is *kept* if at least one group kept it and no group was undecided for
a reason that matters. Otherwise it is *undecided*. One reason does not matter: the assignor gave no answer to the group
itself. Then `returns-an-answer` is broken in the same family and reports it.

A group that cannot be put to the assignor is no example. A law that is never asked for this reason has no cell.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from kafka_assay.assignors.interface import ExpectedFailure
from kafka_assay.properties.judging.evidence import Evidence
from kafka_assay.properties.shrink.sizes import reading_rank
from kafka_assay.properties.verdict import Kept, Undecided, Word

DRY = 60
"""After this many groups in a row to which a law is not applicable, the law is not asked any more."""
RARE = 120, 5
"""
The same for groups in all: this many, plus this many for each example. A law applicable to every tenth group gets less.
"""


@dataclass(slots=True, kw_only=True)
class LawTally:
    """
    The counts of one law in one family. `examples` were judged, up to the first that broke it.

    `broken` is the evidence of that break. `excused` is the evidence of a break declared in `expected`, which ends no
    search. `passed_over` counts the groups to which the law is not applicable, `in_a_row` those since the last example.
    `unasked` counts those on which it cannot be asked; `refusal` is the first reason. `draws` counts the random
    examples among them that left no doubt; a life is one example, however many of its rebalances were judged.
    """

    law: str
    inputs: str
    examples: int = 0
    kept: int = 0
    undecided: int = 0
    unanswered: int = 0
    passed_over: int = 0
    in_a_row: int = 0
    unasked: int = 0
    draws: int = 0
    reason: str | None = None
    refusal: str | None = None
    broken: Evidence | None = None
    excused: Evidence | None = None
    expected: ExpectedFailure | None = None

    def add(self, verdict: Kept | Undecided | None) -> None:
        """Count one verdict other than broken. None: the law is not applicable, so the group is no example."""
        match verdict:
            case None:
                self._pass_over()
                return
            case Undecided(reason, unasked=True):
                self._pass_over()
                self.unasked += 1
                self.refusal = self.refusal or reason
                return
            case Kept():
                self.kept += 1
            case Undecided(reason, unanswered):
                if self.reason is None or (self.undecided == 0 and not unanswered):
                    self.reason = reason
                self.unanswered += unanswered
                self.undecided += not unanswered
            case _:
                assert_never(verdict)
        self.examples += 1
        self.in_a_row = 0

    def _pass_over(self) -> None:
        self.passed_over += 1
        self.in_a_row += 1

    def add_broken(self, evidence: Evidence, failure: ExpectedFailure | None) -> None:
        """
        Count a group that broke the law, as declared in `failure` or unexpectedly. The first of each kind is stored.
        """
        self.examples += 1
        self.in_a_row = 0
        self.store(evidence, failure)

    def store(self, evidence: Evidence, failure: ExpectedFailure | None) -> None:
        """Store the evidence of a break, as declared in `failure` or unexpected, if it is the first of its kind."""
        if failure is None:
            self.broken = self.broken or evidence
        elif self.excused is None:
            self.excused, self.expected = evidence, failure

    def has_enough(self, examples: int | None, *, is_patient: bool = False) -> bool:
        """
        Whether to stop asking: the law broke, has its `examples`, or is applicable too seldom in this family.

        Only the groups seen decide, so that a cell repeated with its own number of examples stops at the same group. A
        patient search goes on where a law is seldom applicable.
        """
        few, more = RARE
        rare = not is_patient and (self.in_a_row >= DRY or self.passed_over > few + more * self.examples)
        return self.broken is not None or (examples is not None and self.examples >= examples) or rare

    @property
    def shown_evidence(self) -> Evidence | None:
        """The evidence that the law is broken, unexpected before expected; None if there is none."""
        return self.broken or self.excused

    @property
    def verdict(self) -> Word:
        """The verdict of the cell."""
        if self.shown_evidence is not None:
            return "broken"
        return "kept" if self.kept and not self.undecided else "undecided"


def joint_tally(one: LawTally, other: LawTally) -> LawTally:
    """The counts of both searches of one cell. Of two breaks, the one that is easier to read is kept."""
    evidence = [tally.broken for tally in (one, other) if tally.broken is not None]
    excused = [tally for tally in (one, other) if tally.excused is not None]
    shown = min(excused, key=lambda tally: reading_rank(tally.excused.example), default=one)  # type: ignore[union-attr]
    first = one if one.reason is not None and (one.undecided or not other.undecided) else other
    return LawTally(
        law=one.law,
        inputs=one.inputs,
        examples=one.examples + other.examples,
        kept=one.kept + other.kept,
        undecided=one.undecided + other.undecided,
        unanswered=one.unanswered + other.unanswered,
        passed_over=one.passed_over + other.passed_over,
        unasked=one.unasked + other.unasked,
        draws=one.draws + other.draws,
        reason=first.reason,
        refusal=one.refusal or other.refusal,
        broken=min(evidence, key=lambda found: reading_rank(found.example), default=None),
        excused=shown.excused,
        expected=shown.expected,
    )
