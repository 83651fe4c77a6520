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

from kafka_assay.properties.judging.evidence import Evidence
from kafka_assay.properties.judging.finding import Finding
from kafka_assay.properties.verdict import Broken, Kept, NotApplicable, NotDue, Undecided, Word, failing_law

COUNTS = ("kept", "breaks", "undecided", "unanswered", "unasked", "draws")


@dataclass(slots=True, kw_only=True)
class Tally:
    """
    What the findings of one law add up to. The first unexpected break closes the tally.

    `unanswered`: there was no answer to the group itself. `unasked`: a question of the law cannot be expressed;
    `refusal` is the first reason. `reason` is that of an undecided finding. `unexpected` and `declared` are the first
    evidence of each kind of break. `draws` counts the examples that left no doubt; a life is one example, however many
    of its rebalances were judged.
    """

    kept: int = 0
    breaks: int = 0
    undecided: int = 0
    unanswered: int = 0
    unasked: int = 0
    draws: int = 0
    reason: str | None = None
    refusal: str | None = None
    unexpected: Evidence | None = None
    declared: Evidence | None = None

    @property
    def examples(self) -> int:
        """The number of rebalances on which the law was judged."""
        return self.kept + self.breaks + self.undecided + self.unanswered

    @property
    def is_closed(self) -> bool:
        """Whether the law broke unexpectedly."""
        return self.unexpected is not None

    @property
    def evidence(self) -> Evidence | None:
        """The evidence that the law is broken, unexpected before declared; None if there is none."""
        return self.unexpected or self.declared

    @property
    def verdict(self) -> Word:
        """The verdict of the cell."""
        if self.evidence is not None:
            return "broken"
        return "kept" if self.kept and not self.undecided else "undecided"

    def add(self, finding: Finding) -> None:
        """Count a finding, unless the tally is closed."""
        if self.unexpected is not None:
            return
        match finding.verdict:
            case Kept():
                self.kept += 1
            case NotApplicable() | NotDue():
                pass
            case Broken():
                self.breaks += 1
                if finding.expected is None or self.declared is None:
                    self.store(finding.evidence)
            case Undecided(reason, unasked=True):
                self.unasked += 1
                self.refusal = self.refusal or reason
            case Undecided(reason, unanswered):
                if _reason_rank(reason, unanswered=unanswered) > self._reason_rank():
                    self.reason = reason
                self.unanswered += unanswered
                self.undecided += not unanswered
            case _:
                assert_never(finding.verdict)

    def _reason_rank(self) -> int:
        return 0 if self.reason is None else _reason_rank(self.reason, unanswered=not self.undecided)

    def store(self, evidence: Evidence) -> None:
        """Store the evidence of a break if it is the first of its kind, without counting it."""
        if evidence.expected is None:
            self.unexpected = self.unexpected or evidence
        else:
            self.declared = self.declared or evidence

    def __add__(self, later: Tally) -> Tally:
        """Both together."""
        first = later if later._reason_rank() > self._reason_rank() else self
        return Tally(
            **{count: getattr(self, count) + getattr(later, count) for count in COUNTS},
            reason=first.reason,
            refusal=self.refusal or later.refusal,
            unexpected=self.unexpected or later.unexpected,
            declared=self.declared or later.declared,
        )


def _reason_rank(reason: str, *, unanswered: bool) -> int:
    """Which reason is kept: another law reports a missing answer, and a break that leaves this law undecided."""
    return 1 if unanswered else 2 if failing_law(reason) is not None else 3
