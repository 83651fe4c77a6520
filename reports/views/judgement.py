"""A judged answer as blocks: the verdicts, the distance from the best answer, what to change, and who gets what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from kafka_assay.assignors.model import Assignment, TopicPartition
from kafka_assay.properties.judging.judgement import LawVerdict
from kafka_assay.properties.measures.facts import holders
from kafka_assay.properties.registry import weakest_first
from kafka_assay.properties.verdict import Facts, facts_of, gravest_verdict
from kafka_assay.reports.explanation import Explanation
from kafka_assay.reports.group_tables import member_blocks
from kafka_assay.reports.render.blocks import Block, Lines, TextLine
from kafka_assay.reports.wording.safe_names import FULL_IDS, ShortNames, short_names, shorten_members
from kafka_assay.reports.wording.sentences import explain_facts, source_of, why_it_matters
from kafka_assay.reports.wording.words import ONLY_VALIDITY, moves_sentence, quantity


def judgement_blocks(explanation: Explanation) -> list[Block]:
    """The result, the laws, the distance from the best answer; then the table of the answer, if there is one."""
    lines = Lines(tuple(explanation_lines(explanation)))
    if explanation.answer is None:
        return [lines]
    return [lines, *member_blocks(explanation.group, explanation.answer, explanation.title)]


def explanation_lines(explanation: Explanation) -> list[TextLine]:
    """The lines of the explanation. The first line is the result."""
    before = len(explanation.story)
    certified = explanation.certified
    unproved = None if certified is None else certified.refused
    lines = [] if unproved is None else [TextLine(f"NOT PROVED by the proof: {unproved}", word="undecided")]
    lines += [
        headline(explanation.judged),
        *(TextLine(one, 2) for one in explanation.sentences[: before + 1]),
        *law_lines(explanation.judged, short_names([explanation.group]), explanation.target),
    ]
    if certified is not None and unproved is None:
        lines.append(TextLine("The proof shows that no answer is better.", word="kept"))
    lines += [TextLine(f"{law} is an expected failure: {reason}") for law, reason in explanation.excused.items()]
    lines += [TextLine(remark) for remark in explanation.remarks]
    lines += _better_plan_lines(explanation)
    if explanation.gap is None and explanation.answer is not None:
        lines.append(TextLine("This is one round of a cooperative assignor. It is not compared with the optimum."))
    if explanation.like is None:
        lines.append(TextLine(ONLY_VALIDITY))
    return [*lines, *assumption_lines(explanation.group.assumptions)]


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


def _better_plan_lines(explanation: Explanation) -> list[TextLine]:
    if explanation.shortfall.better is None:
        return []
    changes = _changes(explanation.answer or {}, explanation.shortfall.better)
    if explanation.answer is None:
        return [TextLine(f"A valid assignment exists: {quantity(len(changes), 'partition')} can be assigned.")]
    names = short_names([explanation.group])
    moves = moves_sentence([shorten_members(change, names) for change in changes], len(changes))
    return [TextLine(f"A better plan changes {quantity(len(changes), 'partition')}: {moves}.")]


def _changes(answer: Assignment, better: Assignment) -> list[Facts]:
    """The partitions that change owner in the better plan, with both owners."""
    before = holders(answer)
    found: list[Facts] = []
    for member, topics in better.items():
        for topic, ids in topics.items():
            for partition in ids:
                had = before.get(TopicPartition(topic, partition), ["nobody"])
                others = [other for other in had if other != member]
                if others:
                    found.append({"topic": topic, "partition": partition, "from": others[0], "to": [member]})
    return found


def assumption_lines(assumptions: Sequence[str]) -> list[TextLine]:
    """The assumptions of an import, repeated wherever the group is reported."""
    return [TextLine(f"Assumed: {assumption}") for assumption in assumptions]
