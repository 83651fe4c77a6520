"""Verdicts for people and scripts: each law as a record, and the judgement as lines. The first line is the result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.properties.judging.judgement import Gap, LawVerdict
from kafka_assay.properties.measures.flaws import flaw_of, left_out_partitions
from kafka_assay.properties.registry import weakest_first
from kafka_assay.properties.verdict import facts_of, gravest_verdict
from kafka_assay.reports.render.blocks import TextLine
from kafka_assay.reports.wording.safe_names import FULL_IDS, ShortNames
from kafka_assay.reports.wording.sentences import explain_facts, source_of, why_it_matters
from kafka_assay.reports.wording.words import quantity

ONLY_VALIDITY = "Only the laws for all assignors were checked. --like NAME also checks the promises of an assignor."


def law_record(judged: LawVerdict, names: ShortNames = FULL_IDS) -> dict[str, Any]:
    """One law's verdict as JSON."""
    facts = facts_of(judged.verdict)
    return {
        "law": judged.law,
        "verdict": judged.verdict.word,
        "facts": facts,
        "explanation": explain_facts(judged.law, facts, names),
    }


def headline(judged: Sequence[LawVerdict]) -> TextLine:
    """The result in one line: the number of broken laws, and the first of them."""
    tally = Counter(one.verdict.word for one in judged)
    laws = quantity(len(judged), "law")
    if tally["broken"]:
        first = weakest_first([one.law for one in judged if one.verdict.word == "broken"])[0].weakest
        text = (
            f"BROKEN: {first}"
            if tally["broken"] == 1
            else f"BROKEN: {tally['broken']} of {laws}, the most basic is {first}"
        )
    elif tally["undecided"]:
        text = f"UNDECIDED: nothing broken, but {tally['undecided']} of {laws} could not be judged"
    else:
        text = f"KEPT: {laws}"
    return TextLine(text, word=gravest_verdict(one.verdict.word for one in judged))


def law_lines(judged: Sequence[LawVerdict], names: ShortNames = FULL_IDS, target: str = "") -> list[TextLine]:
    """Broken laws with their proofs, the weakest before those that fell with it; then undecided and kept laws."""
    by_law = {one.law: one for one in judged}
    lines: list[TextLine] = []
    for fallen in weakest_first([one.law for one in judged if one.verdict.word == "broken"]):
        lines += _broken_lines(by_law[fallen.weakest], 0, names, target)
        for also in fallen.stronger:
            lines += _broken_lines(by_law[also], 2, names, target)
    unknown: dict[str, list[str]] = {}
    for one in judged:
        if one.verdict.word == "undecided":
            unknown.setdefault(explain_facts(one.law, facts_of(one.verdict)), []).append(one.law)
    lines += [TextLine(f"{', '.join(laws)}: {why}", 0, "undecided") for why, laws in unknown.items()]
    kept = [one.law for one in judged if one.verdict.word == "kept"]
    return [*lines, TextLine(", ".join(kept), 0, "kept")] if kept else lines


def _broken_lines(one: LawVerdict, indent: int, names: ShortNames, target: str) -> list[TextLine]:
    facts = facts_of(one.verdict)
    return [
        TextLine(f"{one.law}: {explain_facts(one.law, facts, names)}", indent, "broken"),
        TextLine(f"Why it matters: {why_it_matters(one.law, facts, target)}", indent + 2),
        TextLine(f"Source: {source_of(one.law)}", indent + 2),
    ]


def why_no_plan(group: Group, answer: Assignment) -> str | None:
    """A clause that says why the loads of `answer` cannot be compared with a plan's; None if they can."""
    missing = left_out_partitions(group, answer)
    if missing is not None:
        return f"{quantity(missing['count'], 'partition')} {'is' if missing['count'] == 1 else 'are'} left out"
    flaw = flaw_of(group, answer)
    return None if flaw is None else f"{flaw[:1].upper()}{flaw[1:]}"


def gap_sentence(gap: Gap, flaw: str | None) -> str:
    """
    The distance of the answer from the optimum: balance first, then moves.

    With a `flaw` the answer is no plan. Its loads are not compared, because they leave partitions out or count some
    twice.
    """
    squares, best = gap.sum_of_squares, gap.optimal_sum_of_squares
    if flaw is not None:
        moves = quantity(gap.optimal_moves, "move")
        return f"{flaw}, so the loads are not compared. Best plan: sum of squared loads {best:,}, {moves}."
    if squares > best:
        moves = f"{quantity(gap.moves, 'move')} (best {gap.optimal_moves:,})"
        return f"Sum of squared loads {squares:,} (best {best:,}); {moves}."
    if gap.moves > gap.optimal_moves:
        moves = f"; {quantity(gap.moves, 'move')} (best {gap.optimal_moves:,})"
    else:
        moves = f", with the fewest moves ({gap.moves:,})" if gap.moves else ", and nothing moved"
    return f"The loads are the best possible (sum of squares {squares:,}){moves}."


def assumption_lines(assumptions: Sequence[str]) -> list[TextLine]:
    """The assumptions of an import, repeated wherever the group is reported."""
    return [TextLine(f"Assumed: {assumption}") for assumption in assumptions]


def answer_summary(loads: Mapping[str, int]) -> str:
    """
    The members, the partitions and the loads.

    >>> answer_summary({"a": 2, "b": 1})
    '2 members, 3 partitions assigned, loads 2/1'
    """
    shared = f"{quantity(len(loads), 'member')}, {quantity(sum(loads.values()), 'partition')} assigned"
    return f"{shared}, {loads_in_words(list(loads.values()))}" if loads else shared


def loads_in_words(loads: Sequence[int]) -> str:
    """
    The loads of a group, the heaviest first, `3/2/1`; for many members the range.

    >>> loads_in_words([1, 3, 2]), loads_in_words([4] * 40), loads_in_words([])
    ('loads 3/2/1', 'loads 4 each', 'no loads')
    """
    if not loads:
        return "no loads"
    low, high = min(loads), max(loads)
    if len(loads) <= 12:
        return "loads " + "/".join(str(load) for load in sorted(loads, reverse=True))
    return f"loads {low:,} each" if low == high else f"loads {low:,} to {high:,}"
