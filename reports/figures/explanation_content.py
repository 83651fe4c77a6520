"""The content of an explanation's picture: what to draw, which members to leave out, and the finding as title."""

from __future__ import annotations

from typing import TypeAlias

from kafka_assay.assignors.model import Assignment
from kafka_assay.properties.judging.judgement import LawVerdict
from kafka_assay.properties.measures.flaws import (
    doubled_partitions,
    foreign_partitions,
    ghost_partitions,
    left_out_partitions,
)
from kafka_assay.properties.registry import weakest_first
from kafka_assay.properties.verdict import Facts, facts_of
from kafka_assay.reports.answer.explanation import TELL_OF_CHAINS, TELL_OF_MOVES, Explanation
from kafka_assay.reports.figures.explanation_drawing import (
    ExplanationFigure,
    HandOverArrow,
    MemberColumn,
    PartitionCell,
    PartitionMark,
)
from kafka_assay.reports.wording.safe_names import member_labels, short_names
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
