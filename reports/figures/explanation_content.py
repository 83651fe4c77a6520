"""
The content of the pictures of answers: what to draw, which members to leave out, and the finding as title.

A picture explains one answer, or shows those of the base and of the candidate to the smallest group for a law.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.benchmarks.comparison.comparison_record import ComparisonLine
from kafka_assay.properties.judging.judgement import LawVerdict
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
from kafka_assay.reports.render.blocks import Picture
from kafka_assay.reports.wording.life_story import AskedQuestion
from kafka_assay.reports.wording.safe_names import member_labels, short_names, shorten
from kafka_assay.reports.wording.sentences import explain_facts
from kafka_assay.reports.wording.words import display_name, number_in_words, quantity

MOST_COLUMNS = 16
"""The most members drawn. In a larger group: those of the finding, then the most and the least loaded."""
MOST_ARROWS = 8
"""The most needless moves drawn as arrows. If there are more, they are marked on the partitions."""
NOBODY = "nobody"

Faults: TypeAlias = dict[tuple[str, str, int], str]


def explanation_figure(explanation: Explanation) -> ExplanationFigure:
    """The picture of an explanation. A missing answer is drawn as empty columns."""
    answer = explanation.answer or {}
    faults, lost = _faults(explanation, answer)
    steps = (
        []
        if faults or lost
        else [*explanation.shortfall.chain, *explanation.shortfall.needless, *explanation.shortfall.instead]
    )
    shown = _shown_members(explanation, answer, faults, steps)
    place = {member: number for number, member in enumerate(shown)}
    few = bool(explanation.shortfall.chain) or len(steps) <= MOST_ARROWS
    arrows = steps if few and all({step["from"], step["to"]} <= place.keys() for step in steps) else []
    leaving = {(step["from"], step["topic"], step["partition"]) for step in steps}
    labels = member_labels([(member.id, member.client_id) for member in explanation.group.members])
    columns = [
        MemberColumn(labels.get(member, display_name(member)), _cells(member, answer, leaving, faults))
        for member in shown
    ]
    if lost:
        columns.append(MemberColumn(NOBODY, tuple(lost)))
    return ExplanationFigure(
        title=_title(explanation, steps, labels),
        caption=_caption(explanation, steps, drawn=bool(arrows), faulty=bool(faults or lost), shown=set(shown)),
        columns=tuple(columns),
        arrows=tuple(_arrow(step, place, columns) for step in arrows),
        best=explanation.best_load,
    )


def _faults(explanation: Explanation, answer: Assignment) -> tuple[Faults, list[PartitionCell]]:
    """(member, topic, partition) -> the fault there; and the unassigned partitions."""
    if explanation.answer is None:
        return {}, []
    found: Faults = {}
    for find, note in (
        (doubled_partitions, "given twice"),
        (foreign_partitions, "not subscribed"),
        (ghost_partitions, "does not exist"),
    ):
        for fact in (find(explanation.group, answer) or {"partitions": []})["partitions"]:
            for member in fact.get("owners") or [fact["member"]]:
                found[member, fact["topic"], fact["partition"]] = note
    # A single round of a cooperative assignor may leave partitions out.
    must_be_complete = any(one.law == "nothing-left-out" for one in explanation.judged)
    facts = left_out_partitions(explanation.group, answer) if must_be_complete else None
    lost = [f"{one['topic']}-{one['partition']}" for one in facts["partitions"]] if facts else []
    return found, [PartitionCell(name, PartitionMark.FAULTY, "left out") for name in lost]


def _shown_members(explanation: Explanation, answer: Assignment, faults: Faults, steps: list[Facts]) -> list[str]:
    members = [*explanation.group.member_ids(), *sorted(answer.keys() - set(explanation.group.member_ids()))]
    loads = {member: sum(map(len, answer.get(member, {}).values())) for member in members}
    strangers = {member for member in members[len(explanation.group.members) :] if not loads[member]}
    about = dict.fromkeys([member for step in steps for member in (step["from"], step["to"])])
    about.update(dict.fromkeys(sorted(fault[0] for fault in faults)))
    by_load = sorted(members, key=lambda member: -loads[member])
    ends = [by_load[at // 2] if at % 2 == 0 else by_load[-1 - at // 2] for at in range(len(by_load))]
    chosen = set([*about, *(member for member in ends if member not in about)][:MOST_COLUMNS]) - strangers
    return [member for member in members if member in chosen]


def _cells(
    member: str, answer: Assignment, leaving: set[tuple[str, str, int]], faults: Faults
) -> tuple[PartitionCell, ...]:
    """The partitions of the member. Marked partitions are on top."""
    cells = []
    for topic, ids in sorted(answer.get(member, {}).items()):
        for partition in sorted(ids):
            where = (member, topic, partition)
            mark = (
                PartitionMark.FAULTY
                if where in faults
                else PartitionMark.LEAVES
                if where in leaving
                else PartitionMark.PLAIN
            )
            cells.append(PartitionCell(f"{topic}-{partition}", mark, faults.get(where, "")))
    return tuple(sorted(cells, key=lambda cell: cell.mark is not PartitionMark.PLAIN))


def _arrow(step: Facts, place: dict[str, int], columns: list[MemberColumn]) -> HandOverArrow:
    name = f"{step['topic']}-{step['partition']}"
    giver = place[step["from"]]
    start = next(
        at for at, cell in enumerate(columns[giver].cells) if cell == PartitionCell(name, PartitionMark.LEAVES)
    )
    return HandOverArrow(giver=giver, taker=place[step["to"]], name=name, start=start)


def _title(explanation: Explanation, steps: list[Facts], labels: dict[str, str]) -> str:
    first = _first([one for one in explanation.judged if one.verdict.word == "broken"])
    if first is not None and (not steps or not _arrows_tell(first, explanation)):
        return f"{first.law}: {explain_facts(first.law, facts_of(first.verdict), short_names([explanation.group]))}"
    if explanation.shortfall.chain:
        return _chain_title(explanation, labels)
    if explanation.shortfall.needless and explanation.gap is not None:
        moves, best = explanation.gap.moves, explanation.gap.optimal_moves
        return f"{explanation.title}: {quantity(moves, 'move')} (best {best:,})"
    if explanation.gap is None:
        return f"{explanation.title}: one round of a cooperative assignor, no law broken"
    return f"{explanation.title}: best possible loads, no needless moves"


def _first(broken: list[LawVerdict]) -> LawVerdict | None:
    by_law = {one.law: one for one in broken}
    fallen = weakest_first(by_law)
    return by_law[fallen[0].weakest] if fallen else None


def _arrows_tell(first: LawVerdict, explanation: Explanation) -> bool:
    return first.law in (TELL_OF_CHAINS if explanation.shortfall.chain else TELL_OF_MOVES)


def _chain_title(explanation: Explanation, labels: dict[str, str]) -> str:
    chain = explanation.shortfall.chain
    loads = {member: sum(map(len, topics.values())) for member, topics in (explanation.answer or {}).items()}
    giver, taker = chain[0]["from"], chain[-1]["to"]
    most, least = loads[giver], loads.get(taker, 0)
    ways = "one hand-over" if len(chain) == 1 else f"{number_in_words(len(chain))} hand-overs"
    level = "level them" if most - least == 2 else "bring them closer"
    few = f"{least:,}" if least else "none"
    return f"{labels[giver]} has {quantity(most, 'partition')} and {labels[taker]} {few}; {ways} would {level}"


def _caption(explanation: Explanation, steps: list[Facts], *, drawn: bool, faulty: bool, shown: set[str]) -> str:
    what = "hand-overs of the cheaper plan"
    if explanation.shortfall.chain:
        what = "a hand-over that improves the balance"
        if len(steps) > 1:
            what = "a chain of hand-overs that improves the balance"
    parts = []
    if drawn:
        parts.append(f"{'Arrow' if len(steps) == 1 else 'Arrows'}: {what}. Hatched: given up; dashed: received.")
    elif steps:
        clause = "moved by a chain of hand-overs" if explanation.shortfall.chain else "elsewhere in the cheaper plan"
        parts.append(f"Hatched: {clause} ({quantity(len(steps), 'partition')}).")
    if faulty:
        parts.append("Crossed: a fault.")
    members = explanation.group.member_ids()
    hidden = sum(member not in shown for member in members)
    parts.append(f"{quantity(hidden, 'more member')} not shown." if hidden else f"{quantity(len(members), 'member')}.")
    return "\n".join(parts)


MOST_COMPARED = 8
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
    members = _compared_members(left, right)
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


def _compared_members(left: TrialStep, right: TrialStep) -> list[str]:
    members = _member_ids(left.group, right.group)
    old, new = left.assignment or {}, right.assignment or {}
    changed = [member for member in members if _partitions(old, member) != _partitions(new, member)]
    chosen = set([*changed, *(member for member in members if member not in changed)][:MOST_COMPARED])
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
