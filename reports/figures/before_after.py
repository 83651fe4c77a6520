"""The pictures of one group before and after: the answers of the base and of the candidate."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.benchmarks.comparison.comparison_record import ComparisonLine
from kafka_assay.properties.records.case_format import CaseStep
from kafka_assay.reports.comparison.both_sides import BothSides, both_sides
from kafka_assay.reports.figures.explanation_drawing import (
    ExplanationFigure,
    MemberColumn,
    PartitionCell,
    PartitionMark,
)
from kafka_assay.reports.wording.asked_questions import AskedQuestion
from kafka_assay.reports.wording.safe_names import member_labels, shorten
from kafka_assay.reports.wording.words import display_name, quantity

MOST_COLUMNS = 8
"""The most members drawn on each side. In a larger group: those whose partitions differ first."""
GAP = MemberColumn("", ())
LONGEST_WORDS = 90
"""The most characters of the last question in a caption."""


def before_after_figures(line: ComparisonLine) -> tuple[ExplanationFigure, ...]:
    """
    The pictures of the line's case: one with both answers, if both sides were asked the same.

    If the last question follows from earlier answers that differ, each side has a picture of its own. If a side was not
    asked the same at all, only the side that breaks the law has one. Nothing is drawn if one side is unknown.
    """
    if line.case is None or line.counterpart is None:
        return ()
    sides = both_sides(line)
    words = ("broken", "kept") if sides.base_breaks else ("kept", "broken")
    if sides.are_asked_the_same:
        title = f"{line.law}: {words[0]} before, {words[1]} after"
        question, left, right = _last_difference(sides)
        return (_figure(title, "Left: before. Right: after", "Question", question, left, right),)
    own = [
        _own_figure(f"{line.law}, {side}: {word}", questions)
        for side, word, questions in zip(("base", "candidate"), words, (sides.base, sides.candidate), strict=True)
        if (sides.are_asked_alike or word == "broken") and len(questions) > 1
    ]
    return tuple(own)


def _own_figure(title: str, questions: Sequence[AskedQuestion]) -> ExplanationFigure:
    """The last two answers of one side."""
    earlier, last = questions[-2:]
    return _figure(
        title, "Left: an answer. Right: the next one", "Question on the right", last, earlier.settled, last.settled
    )


def _figure(
    title: str, sides: str, label: str, question: AskedQuestion, left: CaseStep, right: CaseStep
) -> ExplanationFigure:
    members = _shown_members(left, right)
    hidden = len(_member_ids(left.group, right.group)) - len(members)
    sentences = [sides, "Hatched: in another place on the right"]
    sentences += [f"{quantity(hidden, 'more member')} not shown"] if hidden > 0 else []
    asked = f"\n{label}: {shorten(question.words, LONGEST_WORDS)}." if question.words else ""
    return ExplanationFigure(
        title=title,
        caption=". ".join(sentences) + f".{asked}",
        columns=(*_columns(left, members, right.assignment), GAP, *_columns(right, members, None)),
    )


def _last_difference(sides: BothSides) -> tuple[AskedQuestion, CaseStep, CaseStep]:
    """The last answers of both sides to the same group that differ, and their question; the last ones if none do."""
    pairs = [(one, other) for one, other in zip(sides.base, sides.candidate, strict=True) if one.group == other.group]
    answers = [
        (one, old, new)
        for one, other in pairs
        for old, new in ((one.answers[0], other.answers[0]), (one.answers[-1], other.answers[-1]))
    ]
    different = [
        found for found in answers if (found[1].assignment, found[1].error) != (found[2].assignment, found[2].error)
    ]
    return (different or answers)[-1]


def _shown_members(before: CaseStep, after: CaseStep) -> list[str]:
    members = _member_ids(before.group, after.group)
    old, new = before.assignment or {}, after.assignment or {}
    changed = [member for member in members if _partitions(old, member) != _partitions(new, member)]
    chosen = set([*changed, *(member for member in members if member not in changed)][:MOST_COLUMNS])
    return [member for member in members if member in chosen]


def _member_ids(*groups: Group) -> list[str]:
    return list(dict.fromkeys(member for group in groups for member in group.member_ids()))


def _columns(step: CaseStep, members: list[str], later: Assignment | None) -> Iterator[MemberColumn]:
    """A column for each member. Partitions that another one has in the answer `later` are hatched."""
    if step.error is not None:
        yield MemberColumn("no answer", (PartitionCell(step.error["type"], PartitionMark.FAULTY),))
        return
    labels = member_labels([(member.id, member.client_id) for member in step.group.members])
    for member in members:
        cells = []
        for name in sorted(_partitions(step.assignment or {}, member)):
            leaves = later is not None and name not in _partitions(later, member)
            cells.append(PartitionCell(name, PartitionMark.LEAVES if leaves else PartitionMark.PLAIN))
        cells.sort(key=lambda cell: cell.mark is not PartitionMark.PLAIN)
        yield MemberColumn(labels.get(member, display_name(member)), tuple(cells))


def _partitions(answer: Assignment, member: str) -> set[str]:
    return {f"{topic}-{partition}" for topic, ids in answer.get(member, {}).items() for partition in ids}
