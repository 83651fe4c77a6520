"""
What has been seen of one law in one family, and what a cell says of it.

A cell is *broken* where one group broke the law. It is *kept* where at least one group kept it and none left it open
for a reason that matters. Everything else is *undecided*. The one reason that does not matter is that the assignor gave
no answer to the group itself: `returns-an-answer` is broken then, in the same family, and says so once for all.

What cannot be put to the assignor at all is no example: a law that is never asked for that reason has no cell.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from kafka_assay.assignors.interface import ExpectedFailure
from kafka_assay.properties.judging.evidence import Evidence
from kafka_assay.properties.verdict import Kept, Undecided, Word

DRY = 60
"""So many groups in a row on which a law means nothing, and it is asked of no further ones."""
RARE = 120, 5
"""The same for so many in all, and so many more for each example: what is defined on one group in ten gets fewer."""


@dataclass(slots=True, kw_only=True)
class LawTally:
    """
    The count of one law in one family: `examples` were judged, up to the first that broke it.

    `broken` is the evidence of that one; `excused` that of one that broke it as `expected`, which ends no search;
    `passed_over` counts the groups on which the law means nothing, `in_a_row` those since the last example; `unasked`
    those of them on which it cannot be asked, for reasons of which `refusal` is the first.
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
    reason: str | None = None
    refusal: str | None = None
    broken: Evidence | None = None
    excused: Evidence | None = None
    expected: ExpectedFailure | None = None

    def add(self, verdict: Kept | Undecided | None) -> None:
        """Count one verdict that is no finding; None: the law means nothing there, which is no example."""
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
        Count a group that broke the law, as declared in `failure` or unexpectedly; of each kind the first is kept.
        """
        self.examples += 1
        self.in_a_row = 0
        if failure is None:
            self.broken = self.broken or evidence
        elif self.excused is None:
            self.excused, self.expected = evidence, failure

    def has_enough(self, examples: int) -> bool:
        """
        Whether to ask no more: it broke, it has its `examples`, or the law means too little in this family.

        Nothing but the groups seen decides, so that a cell asked for the examples that it got stops at the same group.
        """
        few, more = RARE
        rare = self.in_a_row >= DRY or self.passed_over > few + more * self.examples
        return self.broken is not None or self.examples >= examples or rare

    @property
    def shown_evidence(self) -> Evidence | None:
        """The evidence that the law is broken: the unexpected where there is any, else the expected."""
        return self.broken or self.excused

    @property
    def verdict(self) -> Word:
        """The verdict of the cell."""
        if self.shown_evidence is not None:
            return "broken"
        return "kept" if self.kept and not self.undecided else "undecided"
