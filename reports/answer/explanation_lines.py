"""An explanation as lines for people: the verdicts as `judge` shows them, then the distance from the best answer."""

from __future__ import annotations

from kafka_assay.assignors.model import Assignment, TopicPartition
from kafka_assay.properties.measures.facts import holders
from kafka_assay.properties.verdict import Facts
from kafka_assay.reports.answer.explanation import Explanation
from kafka_assay.reports.answer.verdict_lines import ONLY_VALIDITY, assumption_lines, headline, law_lines
from kafka_assay.reports.render.blocks import TextLine
from kafka_assay.reports.wording.safe_names import short_names, shorten_members
from kafka_assay.reports.wording.words import moves_sentence, quantity


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
