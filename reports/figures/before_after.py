"""The pictures of the smallest group for a law: the answers of the base and of the candidate."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.benchmarks.comparison.comparison_record import ComparisonLine
from kafka_assay.properties.trials.trial import TrialStep
from kafka_assay.reports.comparison.case_text import BothSides, both_sides
from kafka_assay.reports.figures.explanation_drawing import (
    WIDTH,
    ColumnSpan,
    ExplanationFigure,
    MemberColumn,
    PartitionCell,
    PartitionMark,
)
from kafka_assay.reports.render.blocks import Picture
from kafka_assay.reports.wording.life_story import AskedQuestion
from kafka_assay.reports.wording.safe_names import member_labels, shorten
from kafka_assay.reports.wording.words import display_name, quantity

MOST_COLUMNS = 8
"""The most members drawn on each side. In a larger group: those whose partitions differ first."""
NO_ENTRY = "–"
GAP = MemberColumn("", ())
NARROW, NARROW_COLUMNS = 4.3, 11
"""The width in inches that fits a phone, and the most columns whose text is readable there."""
LONGEST_WORDS = 90
"""The most characters of the last question in a caption."""
LONGEST_ERROR = 24


def before_after_pictures(line: ComparisonLine, name: str) -> tuple[Picture, ...]:
    """
    The pictures of the line's case, called `name`. There are none if one side is unknown.

    If the law asks a further question, each side that was asked it has a picture: the answer, and the next one. What
    breaks the law is the step between them. Otherwise one picture has the answers of both sides, unless the questions
    differ because they follow from earlier answers.
    """
    if line.case is None or line.counterpart is None:
        return ()
    sides = both_sides(line)
    words = ("broken", "kept") if sides.base_breaks else ("kept", "broken")
    if sides.are_asked_the_same and not sides.have_further_question:
        title = f"{line.law}: {words[0]} by the base, {words[1]} by the candidate"
        question, left, right = _last_difference(sides)
        asked = f"Question: {shorten(question.words, LONGEST_WORDS)}." if question.words else ""
        return (_picture(name, title, "Left: base. Right: candidate.", asked, {"base": left, "candidate": right}),)
    return tuple(
        _own_picture(f"{name}-{side}", f"{line.law}: {word} by the {side}", side, questions)
        for side, word, questions in zip(("base", "candidate"), words, (sides.base, sides.candidate), strict=True)
        if (sides.are_asked_alike or word == "broken") and len(questions) > 1
    )


def _own_picture(name: str, title: str, side: str, questions: Sequence[AskedQuestion]) -> Picture:
    """The last two answers of one side."""
    earlier, last = questions[-2:]
    asked = f"Question on the right: {shorten(last.words, LONGEST_WORDS)}."
    return _picture(
        name,
        title,
        f"Left: an answer of the {side}. Right: its next one.",
        asked,
        {"answer": earlier.settled, "next answer": last.settled},
    )


def _picture(name: str, title: str, sides: str, asked: str, answers: dict[str, TrialStep]) -> Picture:
    left, right = answers.values()
    members = _shown_members(left, right)
    hidden = len(_member_ids(left.group, right.group)) - len(members)
    one, other = _columns(left, members, right.assignment), _columns(right, members, None)
    is_hatched = any(cell.mark is PartitionMark.LEAVES for column in one for cell in column.cells)
    sentences = [sides, "Hatched: another owner, or none, on the right." if is_hatched else ""]
    has_no_entry = any(column.note == NO_ENTRY for column in (*one, *other))
    sentences += [f"{NO_ENTRY}: missing from the answer." if has_no_entry else ""]
    sentences += [f"{quantity(hidden, 'more member')} not shown." if hidden > 0 else "", asked]
    columns, start = (*one, GAP, *other), len(one) + 1
    headings = zip(answers, (0, start), (len(one), len(columns)), strict=True)
    figure = ExplanationFigure(
        title=title,
        caption="",
        columns=columns,
        spans=tuple(ColumnSpan(heading=heading, start=begin, end=end) for heading, begin, end in headings),
        width=NARROW if len(columns) <= NARROW_COLUMNS else WIDTH,
    )
    return Picture(name=name, drawing=figure, reading=" ".join(filter(None, sentences)))


def _last_difference(sides: BothSides) -> tuple[AskedQuestion, TrialStep, TrialStep]:
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


def _shown_members(left: TrialStep, right: TrialStep) -> list[str]:
    members = _member_ids(left.group, right.group)
    old, new = left.assignment or {}, right.assignment or {}
    changed = [member for member in members if _partitions(old, member) != _partitions(new, member)]
    chosen = set([*changed, *(member for member in members if member not in changed)][:MOST_COLUMNS])
    return [member for member in members if member in chosen]


def _member_ids(*groups: Group) -> list[str]:
    return list(dict.fromkeys(member for group in groups for member in group.member_ids()))


def _columns(step: TrialStep, members: list[str], later: Assignment | None) -> list[MemberColumn]:
    """
    A column for each of the `members` that is in the group of the step, or words if there is no answer.

    Partitions that another one has in the answer `later` are hatched.
    """
    present = set(step.group.member_ids())
    shown = [member for member in members if member in present]
    if step.error is not None:
        side = max(1, len(shown) // 2) * (GAP,)
        return [*side, MemberColumn("", (), f"no answer:\n{shorten(step.error['type'], LONGEST_ERROR)}"), *side]
    return list(_member_columns(step, shown, later)) or [MemberColumn("", (), "no members")]


def _member_columns(step: TrialStep, members: list[str], later: Assignment | None) -> Iterator[MemberColumn]:
    labels = member_labels([(member.id, member.client_id) for member in step.group.members])
    for member in members:
        cells = []
        for name in sorted(_partitions(step.assignment or {}, member)):
            leaves = later is not None and name not in _partitions(later, member)
            cells.append(PartitionCell(name, PartitionMark.LEAVES if leaves else PartitionMark.PLAIN))
        cells.sort(key=lambda cell: cell.mark is not PartitionMark.PLAIN)
        note = "" if member in (step.assignment or {}) else NO_ENTRY
        yield MemberColumn(labels.get(member, display_name(member)), tuple(cells), note)


def _partitions(answer: Assignment, member: str) -> set[str]:
    return {f"{topic}-{partition}" for topic, ids in answer.get(member, {}).items() for partition in ids}
