"""
The content of the pictures of answers: what to draw, which members to leave out, and the finding as title.

A picture explains one answer, or shows those of the base and of the candidate to the smallest group for a law.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.ownership import loads
from kafka_assay.benchmarks.comparison.comparison_record import ComparisonLine
from kafka_assay.properties.measures.flaws import (
    doubled_partitions,
    foreign_partitions,
    ghost_partitions,
    left_out_partitions,
)
from kafka_assay.properties.registry import weakest_first
from kafka_assay.properties.trials.trial import TrialStep
from kafka_assay.properties.verdict import Facts, facts_of
from kafka_assay.reports.comparison.case_text import BothSides, both_sides
from kafka_assay.reports.explanation import TELL_OF_CHAINS, TELL_OF_MOVES, Explanation
from kafka_assay.reports.figures.explanation_drawing import (
    WIDTH,
    ColumnSpan,
    ExplanationFigure,
    HandOverArrow,
    MemberColumn,
    PartitionCell,
    PartitionMark,
)
from kafka_assay.reports.group_tables import partitions_of
from kafka_assay.reports.render.blocks import Picture
from kafka_assay.reports.wording.life_story import AskedQuestion
from kafka_assay.reports.wording.safe_names import member_labels, shorten
from kafka_assay.reports.wording.sentences import explain_facts
from kafka_assay.reports.wording.words import display_name, partition_name, quantity

MOST_COLUMNS = 16
"""The most members drawn. In a larger group: those of the finding, then the most and the least loaded."""
MOST_ARROWS = 8
"""The most needless moves drawn as arrows. If there are more, they are marked on the partitions."""
NOBODY = "nobody"
NO_ENTRY = "–"

Marks: TypeAlias = Mapping[tuple[str, str, int], PartitionCell]
"""Member, topic and partition -> the cell, if it is marked."""


def _columns(group: Group, answer: Assignment, members: Iterable[str], marks: Marks) -> list[MemberColumn]:
    """The partitions of these members. Marked partitions are on top."""
    labels = member_labels([(member.id, member.client_id) for member in group.members])
    columns = []
    for member in members:
        cells = [
            marks.get((member, topic, partition), PartitionCell(f"{topic}-{partition}"))
            for topic, ids in sorted(answer.get(member, {}).items())
            for partition in sorted(ids)
        ]
        cells.sort(key=lambda cell: cell.mark is not PartitionMark.PLAIN)
        note = NO_ENTRY if answer and member not in answer else ""
        columns.append(MemberColumn(labels.get(member, display_name(member)), tuple(cells), note))
    return columns


def _choose(members: Sequence[str], preferred: Iterable[str], most: int) -> list[str]:
    """The first `most` of the `preferred` members, in the order of all."""
    chosen = set(list(dict.fromkeys(preferred))[:most])
    return [member for member in members if member in chosen]


def _missing_sentence(columns: Iterable[MemberColumn]) -> str:
    return f"{NO_ENTRY}: missing from the answer." if any(one.note == NO_ENTRY for one in columns) else ""


def explanation_figure(explanation: Explanation) -> ExplanationFigure:
    """The picture of an explanation."""
    answer, shortfall, best = explanation.answer or {}, explanation.shortfall, explanation.best
    faults, lost = _faults(explanation, answer)
    is_faulty = bool(faults or lost)
    steps = [] if is_faulty else [*shortfall.chain, *shortfall.needless, *shortfall.instead]
    leaving = {
        (step["from"], step["topic"], step["partition"]): PartitionCell(partition_name(step), PartitionMark.LEAVES)
        for step in steps
    }
    shown = _shown_members(explanation.group, answer, [place[0] for place in sorted(faults)], steps)
    place = {member: number for number, member in enumerate(shown)}
    few = bool(shortfall.chain) or len(steps) <= MOST_ARROWS
    arrows = steps if few and all({step["from"], step["to"]} <= place.keys() for step in steps) else []
    columns = _columns(explanation.group, answer, shown, leaving | faults)
    if lost:
        columns.append(MemberColumn(NOBODY, tuple(lost)))
    members = explanation.group.member_ids()
    hidden = sum(member not in place for member in members)
    sentences = [
        _steps_sentence(explanation, len(steps), drawn=bool(arrows)) if steps else "",
        "Crossed: a fault." if is_faulty else "",
        _missing_sentence(columns),
        f"{quantity(hidden, 'more member')} not shown." if hidden else f"{quantity(len(members), 'member')}.",
    ]
    return ExplanationFigure(
        title=_title(explanation, steps),
        caption="\n".join(filter(None, sentences)),
        columns=tuple(columns),
        arrows=tuple(_arrow(step, place, columns) for step in arrows),
        best=None if best is None else max(loads(explanation.group, best).values(), default=0),
    )


def _faults(
    explanation: Explanation, answer: Assignment
) -> tuple[dict[tuple[str, str, int], PartitionCell], list[PartitionCell]]:
    """The partitions with a fault, and those without an owner."""
    if explanation.answer is None:
        return {}, []
    found = {
        (member, fact["topic"], fact["partition"]): PartitionCell(partition_name(fact), PartitionMark.FAULTY, note)
        for find, note in (
            (doubled_partitions, "given twice"),
            (foreign_partitions, "not subscribed"),
            (ghost_partitions, "does not exist"),
        )
        for fact in (find(explanation.group, answer) or {"partitions": []})["partitions"]
        for member in fact.get("owners") or [fact["member"]]
    }
    # A single round of a cooperative assignor may leave partitions out.
    must_be_complete = any(one.law == "nothing-left-out" for one in explanation.judged)
    facts = left_out_partitions(explanation.group, answer) if must_be_complete else None
    lost = facts["partitions"] if facts else []
    return found, [PartitionCell(partition_name(one), PartitionMark.FAULTY, "left out") for one in lost]


def _shown_members(group: Group, answer: Assignment, faulty: list[str], steps: list[Facts]) -> list[str]:
    sizes = {member: sum(map(len, topics.values())) for member, topics in answer.items()}
    strangers = sorted(member for member in answer.keys() - set(group.member_ids()) if sizes[member])
    members = [*group.member_ids(), *strangers]
    by_load = sorted(members, key=lambda member: -sizes.get(member, 0))
    ends = [by_load[at // 2] if at % 2 == 0 else by_load[-1 - at // 2] for at in range(len(by_load))]
    about = [member for step in steps for member in (step["from"], step["to"])]
    return _choose(members, [*about, *faulty, *ends], MOST_COLUMNS)


def _arrow(step: Facts, place: dict[str, int], columns: list[MemberColumn]) -> HandOverArrow:
    name, giver = partition_name(step), place[step["from"]]
    start = columns[giver].cells.index(PartitionCell(name, PartitionMark.LEAVES))
    return HandOverArrow(giver=giver, taker=place[step["to"]], name=name, start=start)


def _title(explanation: Explanation, steps: list[Facts]) -> str:
    shortfall, gap = explanation.shortfall, explanation.gap
    first = next((one.weakest for one in weakest_first(explanation.broken)), None)
    if first is not None and (not steps or first not in (TELL_OF_CHAINS if shortfall.chain else TELL_OF_MOVES)):
        facts = facts_of(explanation.broken[first].verdict)
        return f"{first}: {explain_facts(first, facts, explanation.names)}"
    if shortfall.chain:
        return _chain_title(explanation)
    if gap is None:
        return f"{explanation.title}: one round of a cooperative assignor, no law broken"
    if shortfall.needless:
        return f"{explanation.title}: {quantity(gap.moves, 'move')} (best {gap.optimal_moves:,})"
    return f"{explanation.title}: best possible loads, no needless moves"


def _chain_title(explanation: Explanation) -> str:
    chain, sizes = explanation.shortfall.chain, explanation.trial.loads
    labels = member_labels([(member.id, member.client_id) for member in explanation.group.members])
    giver, taker = chain[0]["from"], chain[-1]["to"]
    most, least = sizes[giver], sizes[taker]
    ways = quantity(len(chain), "hand-over")
    level = "level them" if most - least == 2 else "bring them closer"
    few = f"{least:,}" if least else "none"
    return f"{labels[giver]} has {quantity(most, 'partition')} and {labels[taker]} {few}; {ways} would {level}"


def _steps_sentence(explanation: Explanation, steps: int, *, drawn: bool) -> str:
    is_chain, one = bool(explanation.shortfall.chain), steps == 1
    if not drawn:
        clause = "moved by a chain of hand-overs" if is_chain else "elsewhere in the cheaper plan"
        return f"Hatched: {clause} ({quantity(steps, 'partition')})."
    improving = f"{'a hand-over' if one else 'a chain of hand-overs'} that improves the balance"
    what = improving if is_chain else "hand-overs of the cheaper plan"
    return f"{'Arrow' if one else 'Arrows'}: {what}. Hatched: given up; dashed: received."


MOST_COMPARED = 8
"""The most members drawn on each side. In a larger group: those whose partitions differ first."""
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
    pictures = []
    for side, word, questions in zip(("base", "candidate"), words, (sides.base, sides.candidate), strict=True):
        if (sides.are_asked_alike or word == "broken") and len(questions) > 1:
            earlier, last = questions[-2:]
            asked = f"Question on the right: {shorten(last.words, LONGEST_WORDS)}."
            answers = {"answer": earlier.settled, "next answer": last.settled}
            title, what = f"{line.law}: {word} by the {side}", f"Left: an answer of the {side}. Right: its next one."
            pictures.append(_picture(f"{name}-{side}", title, what, asked, answers))
    return tuple(pictures)


def _picture(name: str, title: str, sides: str, asked: str, answers: dict[str, TrialStep]) -> Picture:
    left, right = answers.values()
    everybody = list(dict.fromkeys([*left.group.member_ids(), *right.group.member_ids()]))
    old, new = left.assignment or {}, right.assignment or {}
    changed = [member for member in everybody if partitions_of(old, member) != partitions_of(new, member)]
    members = _choose(everybody, [*changed, *everybody], MOST_COMPARED)
    leaving = {
        (member, topic, partition): PartitionCell(f"{topic}-{partition}", PartitionMark.LEAVES)
        for member in members
        for topic, partition in partitions_of(old, member) - partitions_of(new, member)
        if right.error is None
    }
    one, other = _step_columns(left, members, leaving), _step_columns(right, members, {})
    is_hatched = any(cell.mark is PartitionMark.LEAVES for column in one for cell in column.cells)
    hidden = len(everybody) - len(members)
    sentences = [
        sides,
        "Hatched: another owner, or none, on the right." if is_hatched else "",
        _missing_sentence([*one, *other]),
        f"{quantity(hidden, 'more member')} not shown." if hidden else "",
        asked,
    ]
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
    answers = [
        (one, old, new)
        for one, other in zip(sides.base, sides.candidate, strict=True)
        if one.group == other.group
        for old, new in ((one.answers[0], other.answers[0]), (one.answers[-1], other.answers[-1]))
    ]
    different = [
        found for found in answers if (found[1].assignment, found[1].error) != (found[2].assignment, found[2].error)
    ]
    return (different or answers)[-1]


def _step_columns(step: TrialStep, members: list[str], marks: Marks) -> list[MemberColumn]:
    """A column for each of the `members` that is in the group of the step, or words if there is no answer."""
    present = set(step.group.member_ids())
    shown = [member for member in members if member in present]
    if step.error is not None:
        side = max(1, len(shown) // 2) * (GAP,)
        return [*side, MemberColumn("", (), f"no answer:\n{shorten(step.error['type'], LONGEST_ERROR)}"), *side]
    return _columns(step.group, step.assignment or {}, shown, marks) or [MemberColumn("", (), "no members")]
