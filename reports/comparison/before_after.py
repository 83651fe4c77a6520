"""The two sides of a law's case: what was asked, and what each side answered, as data and in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from kafka_assay.benchmarks.comparison.comparison_record import ComparisonLine
from kafka_assay.properties.records.case_format import Case
from kafka_assay.reports.wording.asked_questions import (
    AskedQuestion,
    are_alike,
    asked_like,
    asked_questions,
    shown_answers,
)
from kafka_assay.reports.wording.group_text import answer_in_words, members_in_words, topics_in_words
from kafka_assay.reports.wording.life_story import client_sentence
from kafka_assay.reports.wording.safe_names import short_names, shorten_owners


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


MOST_LINES = 28
LONGEST_LINE = 240
"""A group that could not be shrunk must not fill the report."""


def before_after_text(line: ComparisonLine) -> str:
    """The group of the line's case, what the base answers, and what the candidate answers."""
    assert line.case is not None, "only a line with a case is shown"
    sides = both_sides(line)
    lines = list(_group_lines(line.case))
    for side, questions in sides.by_name().items():
        lines += _side_lines(side, questions)
        lines += [f"{'':<11}not asked: {one.words}" for one in sides.left_out(questions)]
    lines += [f"{'note':<11}{note}" for note in _notes(sides)]
    cut = [_cut(one) for one in lines[:MOST_LINES]]
    left = len(lines) - MOST_LINES
    return "\n".join([*cut, *([f"… and {left} more lines"] if left > 0 else [])])


def _group_lines(case: Case) -> Iterator[str]:
    group = case.steps[0].group
    first, *others = members_in_words(group) or ["none"]
    yield f"topics     {topics_in_words(group)}"
    yield f"members    {first}"
    yield from (f"           {member}" for member in others)
    if case.life is not None:
        yield f"clients    {client_sentence(case.life)}"


def _side_lines(side: str, questions: Sequence[AskedQuestion]) -> Iterator[str]:
    names = short_names(step.group for question in questions for step in question.rounds)
    for place, (why, step) in enumerate(shown_answers(questions)):
        answer = answer_in_words(shorten_owners(step.assignment, names), step.error)
        label = side if place == 0 else ""
        yield f"{label:<11}{f'{why} → ' if why else ''}{answer}"


def _notes(sides: BothSides) -> Iterator[str]:
    if sides.are_asked_alike and not sides.are_asked_the_same:
        yield "the earlier answers differ, so the last question differs in its claims"


def _cut(line: str) -> str:
    return line if len(line) <= LONGEST_LINE else f"{line[:LONGEST_LINE]}…"
