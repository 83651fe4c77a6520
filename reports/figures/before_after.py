"""The picture of one group before and after: the base's answer on the left, the candidate's on the right."""

from __future__ import annotations

from collections.abc import Iterator

from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.benchmarks.comparison.comparison_record import ComparisonLine
from kafka_assay.properties.records.case_format import Case, CaseStep
from kafka_assay.reports.check.lines import shown_steps
from kafka_assay.reports.figures.explanation_drawing import (
    ExplanationFigure,
    MemberColumn,
    PartitionCell,
    PartitionMark,
)
from kafka_assay.reports.wording.safe_names import member_labels
from kafka_assay.reports.wording.words import display_name, quantity

MOST_COLUMNS = 8
"""The most members drawn on each side. In a larger group: those whose partitions differ first."""
GAP = MemberColumn("", ())


def before_after_figure(line: ComparisonLine) -> ExplanationFigure | None:
    """The picture of the line's case with both answers; None if one of them is unknown."""
    if line.case is None or line.counterpart is None:
        return None
    sides = [line.counterpart, line.case]
    if line.outcome in {"newly-kept", "better"}:
        sides.reverse()
    before, after = _last_difference(*sides)
    members = _shown_members(before, after)
    hidden = len(after.group.members) - len(members)
    caption = "Left: before. Right: after. Hatched: in another place after."
    return ExplanationFigure(
        title=f"{line.law}: {'kept before, broken after' if sides[1] is line.case else 'broken before, kept after'}",
        caption=f"{caption}\n{quantity(hidden, 'more member')} not shown." if hidden > 0 else caption,
        columns=(
            *_columns(before, members, after.assignment),
            GAP,
            *_columns(after, members, None),
        ),
    )


def _last_difference(before: Case, after: Case) -> tuple[CaseStep, CaseStep]:
    """The last answers of both sides that differ; the last ones if none do."""
    pairs = zip(shown_steps(before.steps), shown_steps(after.steps), strict=False)
    answers = [(old, new) for (_, old), (_, new) in pairs]
    different = [(old, new) for old, new in answers if (old.assignment, old.error) != (new.assignment, new.error)]
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
