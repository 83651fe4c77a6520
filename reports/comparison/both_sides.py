"""The questions that both sides of a comparison were asked about a small group for a law."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from kafka_assay.benchmarks.comparison.comparison_record import ComparisonLine
from kafka_assay.reports.wording.asked_questions import AskedQuestion, are_alike, asked_like, asked_questions


@dataclass(frozen=True, slots=True, kw_only=True)
class BothSides:
    """
    The questions of each side, empty if unknown.

    The side that keeps the law may have been asked more further questions than the other. Of these, only the one that
    breaks the law on the other side is here.
    """

    base: Sequence[AskedQuestion]
    candidate: Sequence[AskedQuestion]
    base_breaks: bool

    def by_name(self) -> dict[str, Sequence[AskedQuestion]]:
        """Side -> its questions."""
        return {"base": self.base, "candidate": self.candidate}

    def left_out(self, mine: Sequence[AskedQuestion]) -> list[AskedQuestion]:
        """The questions that only the other side was asked; none if one side is unknown."""
        others = self.candidate if mine is self.base else self.base
        same = takewhile(lambda pair: pair[0].repeats(pair[1]), zip(mine, others, strict=False))
        return list(others[len(list(same)) :]) if mine else []

    @property
    def are_asked_alike(self) -> bool:
        """Whether both have the same questions. A question may still follow from answers that differ."""
        return are_alike(self.base, self.candidate)

    @property
    def have_further_question(self) -> bool:
        """Whether the law asked something after all rebalances of a side."""
        return any(question.is_further for question in (*self.base, *self.candidate))

    @property
    def are_asked_the_same(self) -> bool:
        """Whether both have the same questions, and the last one is about the same group."""
        return self.are_asked_alike and (not self.base or self.base[-1].group == self.candidate[-1].group)


def both_sides(line: ComparisonLine) -> BothSides:
    """The questions of both sides of a `line` with a case."""
    assert line.case is not None, "only a line with a case is shown"
    broken = asked_questions(line.case.steps)
    kept: Sequence[AskedQuestion] = ()
    if line.counterpart is not None:
        kept = asked_like(line.counterpart.steps, broken)
    base, candidate = (broken, kept) if line.is_about_base else (kept, broken)
    return BothSides(base=base, candidate=candidate, base_breaks=line.is_about_base)
