"""
The case of a law that changed: what was asked, what each side answered, and the command that repeats it.

The last part says whose verdicts may not repeat.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Literal

from kafka_assay.benchmarks.comparison.comparison_record import Comparison, ComparisonLine
from kafka_assay.properties.records.case_format import case_name
from kafka_assay.reports.check.lines import kept_options
from kafka_assay.reports.wording.group_text import answer_in_words
from kafka_assay.reports.wording.life_story import (
    AskedQuestion,
    are_alike,
    asked_like,
    asked_questions,
    group_rows,
    shown_answers,
)
from kafka_assay.reports.wording.safe_names import short_names, shorten_members


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
    rows = group_rows(line.case.steps[0].group, line.case.life)
    lines = [f"{label:<11}{text}" for label, text in rows]
    for side, questions in {"base": sides.base, "candidate": sides.candidate}.items():
        lines += _side_lines(side, questions)
        lines += [f"{'':<11}not asked: {one.words}" for one in sides.left_out(questions)]
    if sides.are_asked_alike and not sides.are_asked_the_same:
        lines.append(f"{'note':<11}the earlier answers differ, so the last question differs in its claims")
    cut = [one if len(one) <= LONGEST_LINE else f"{one[:LONGEST_LINE]}…" for one in lines[:MOST_LINES]]
    left = len(lines) - MOST_LINES
    return "\n".join([*cut, *([f"… and {left} more lines"] if left > 0 else [])])


def _side_lines(side: str, questions: Sequence[AskedQuestion]) -> Iterator[str]:
    names = short_names(step.group for question in questions for step in question.rounds)
    for place, (why, step) in enumerate(shown_answers(questions)):
        answer = answer_in_words(shorten_members(step.assignment, names), step.error)
        label = side if place == 0 else ""
        yield f"{label:<11}{f'{why} → ' if why else ''}{answer}"


def repeat_command(record: Comparison, line: ComparisonLine, folder: Path | None) -> str:
    """
    The command that repeats the case of `line`, whose file is in `folder`. Empty if there is no such file.

    It is also empty for a case of the base if the base is another revision, because that one is not at hand.
    """
    words = shlex.split(record.command)
    if line.case is None or folder is None or ("--git" in words and line.is_about_base):
        return ""
    path = folder / "cases" / case_name(line.case)
    again = ["assay", "check", line.case.target, *kept_options(words), "--case", str(path)]
    return shlex.join(again) if path.exists() else ""


Side = Literal["base", "candidate"]

REPEATS = "same-question-same-answer"


def repeats_answers(record: Comparison, side: Side) -> bool:
    """
    Whether nothing in `record` shows otherwise.

    The law shows it of both sides. Of the base a control does too: it was asked once more, because its answers vary.
    """
    if any(line.law == REPEATS and getattr(line, side) for line in record.lines):
        return False
    # Time has a control in every comparison.
    return side == "candidate" or all(line.control is None for line in record.lines if line.measure != "seconds")


def case_note(record: Comparison, side: Side) -> str:
    """A sentence for the command that repeats a case of `side`; empty if the side repeats its answers."""
    said = f"The {side} does not repeat its answers, so this case may keep the law next time."
    return "" if repeats_answers(record, side) else said


def comparison_note(record: Comparison) -> str:
    """A sentence for the command that repeats the comparison, for each side that does not repeat its answers."""
    sides: tuple[Side, Side] = ("base", "candidate")
    varying = [side for side in sides if not repeats_answers(record, side)]
    said = "does not repeat its answers, so the counts may differ if it is asked again."
    return " ".join(f"The {side} {said}" for side in varying)
