"""A judged answer, as data and as blocks: the verdicts, the distance from the best answer, and what to change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from kafka_assay.assignors.formats.assignment_format import assignment_to_json
from kafka_assay.assignors.interface import CannotBeAsked
from kafka_assay.assignors.model import CONNECT, Assignment, TopicPartition
from kafka_assay.properties.judging.judgement import LawVerdict
from kafka_assay.properties.measures.facts import holders
from kafka_assay.properties.measures.places import do_racks_matter
from kafka_assay.properties.measures.spread import idle_members
from kafka_assay.properties.registry import LAW_BY_ID, weakest_first
from kafka_assay.properties.verdict import Facts, facts_of, gravest_verdict
from kafka_assay.reports.explanation import FIGURES, Explanation
from kafka_assay.reports.group_tables import member_blocks
from kafka_assay.reports.render.blocks import Block, Lines, TextLine
from kafka_assay.reports.wording.group_text import stderr_text
from kafka_assay.reports.wording.safe_names import FULL_IDS, ShortNames, shorten_members
from kafka_assay.reports.wording.sentences import broken_clause, explain_facts, why_it_matters
from kafka_assay.reports.wording.words import ONLY_VALIDITY, load_list, moves_sentence, quantity


def judgement_document(explanation: Explanation) -> dict[str, Any]:
    """The explanation as `assay-judgement/1`."""
    answer, shortfall = explanation.answer, explanation.shortfall
    figures = dict.fromkeys(FIGURES) if answer is None else explanation.figures
    document = {
        "format": "assay-judgement/1",
        "target": explanation.target or None,
        "like": explanation.like,
        "assignment": None if answer is None else assignment_to_json(answer),
        **figures,
        "laws": [_law_record(one, explanation) for one in explanation.judged],
        "sentences": judgement_sentences(explanation),
        "chain": list(shortfall.chain),
        "needless": list(shortfall.needless),
        "instead": list(shortfall.instead),
        "better": shortfall.better,
        "best_loads": explanation.best_loads,
        "gap": None if explanation.gap is None else explanation.gap._asdict(),
    }
    if explanation.certified is not None:
        refused = explanation.certified.refused
        document["certificate"] = {"proves": not refused, "reason": refused}
    if explanation.like is None:
        document["note"] = _note(explanation)
    if explanation.group.assumptions:
        document["assumptions"] = list(explanation.group.assumptions)
    return document


def _law_record(one: LawVerdict, explanation: Explanation) -> dict[str, Any]:
    facts, excused = facts_of(one.verdict), explanation.excused
    return {
        "law": one.law,
        "verdict": one.verdict.word,
        "facts": facts,
        "explanation": explain_facts(one.law, facts, explanation.names),
    } | ({"expected": excused[one.law]} if one.law in excused else {})


def judgement_sentences(explanation: Explanation) -> list[str]:
    """The explanation in sentences: the story, the answer, then the broken laws, each with why it matters."""
    lines = (line for line in explanation_lines(explanation) if line.word != "kept")
    return [f"Broken: {line.text}" if line.word == "broken" else line.text for line in lines]


def judgement_blocks(explanation: Explanation) -> list[Block]:
    """The result, the laws, the distance from the best answer; then the table of the answer, if there is one."""
    certified = explanation.certified
    refused = None if certified is None else certified.refused
    unproved = [] if refused is None else [TextLine(f"NOT PROVED by the proof: {refused}", word="undecided")]
    lines = Lines((*unproved, first_line(explanation), *explanation_lines(explanation)))
    if explanation.answer is None:
        return [lines]
    return [lines, *member_blocks(explanation.group, explanation.answer, explanation.title)]


def explanation_lines(explanation: Explanation) -> Iterator[TextLine]:
    """The lines below the result."""
    yield from (TextLine(sentence, 2) for sentence in explanation.story)
    yield TextLine(_summary(explanation), 2)
    if explanation.like is None:
        yield TextLine(_note(explanation))
    yield from law_lines(explanation.judged, explanation.names, explanation.target, explanation.law)
    if explanation.certified is not None and explanation.certified.refused is None:
        yield TextLine("The proof shows that no answer is better.", word="kept")
    yield from (TextLine(f"{law} is an expected failure: {why}") for law, why in explanation.excused.items())
    yield from map(TextLine, explanation.remarks())
    if explanation.shortfall.better is not None:
        yield TextLine(_better_plan(explanation, explanation.shortfall.better))
    if explanation.gap is None and explanation.answer is not None:
        yield TextLine("This is one round of a cooperative assignor. It is not compared with the optimum.")
    yield from assumption_lines(explanation.group.assumptions)


def _note(explanation: Explanation) -> str:
    """What was checked without `--like`. Connect may leave the tasks of a lost worker without an owner for a while."""
    no_law = (
        "No law of consumer groups is about the tasks of Connect. --like NAME checks them as if they were partitions."
    )
    return no_law if explanation.group.strategy == CONNECT else ONLY_VALIDITY


def _summary(explanation: Explanation) -> str:
    """Members, partitions and loads of the answer, and how many partitions it keeps, moves and leaves out."""
    if explanation.answer is None:
        failure = explanation.trial.failure
        if isinstance(failure, CannotBeAsked):
            return f"{explanation.title} {failure}."
        stderr = "" if failure is None else stderr_text(failure.to_json())
        return f"{explanation.title} gave no answer{f' (stderr: {stderr})' if stderr else ''}."
    found = explanation.figures
    mine = found["loads"].values()
    parts = [quantity(len(mine), "member"), f"{quantity(sum(mine), 'partition')} assigned"]
    parts += [f"loads {load_list(mine)}"] if mine else []
    parts += [f"{found[key]:,} {key}" for key in ("kept", "moved", "unassigned", "idle") if found[key] or key != "idle"]
    spreads = {"within topics": found["topic_spread"], "over hosts": found["host_spread"]}
    known = [f"{spread:,.3g} {where}" for where, spread in spreads.items() if spread is not None]
    return f"{explanation.title}: {', '.join(parts)}{'; spread ' if known else ''}{', '.join(known)}."


def first_line(explanation: Explanation) -> TextLine:
    """
    The result in one line: the laws, and how even the answer is. That comes first if no promises were asked.

    The line is only marked as good if no answer has better loads.
    """
    result = headline(explanation.judged)
    if result.word != "kept" or explanation.gap is None or explanation.best_loads is None:
        return result
    gap, loads = explanation.gap, load_list(explanation.figures["loads"].values())
    if gap.sum_of_squares > gap.optimal_sum_of_squares:
        idle = explanation.figures["idle"] - idle_members(explanation.best_loads)
        waiting = f"; {quantity(idle, 'member')} idle that could work" if idle > 0 else ""
        standing = f"UNEVEN: loads {loads}, best {load_list(explanation.best_loads)}{waiting}"
        both = (standing, result.text) if explanation.like is None else (result.text, standing)
        return TextLine(". ".join(both))
    if explanation.like is not None:
        return result
    more = gap.moves - gap.optimal_moves
    moves = f", but {quantity(more, 'needless move')}" if more else ""
    if more and do_racks_matter(explanation.group):
        moves = f", with {quantity(more, 'move')} that balance does not need, but racks may"
    standing = f"{'EVEN' if more else 'BEST POSSIBLE'}: loads {loads}{moves}"
    return TextLine(f"{standing}. {result.text}", word=None if more else "kept")


def headline(judged: Sequence[LawVerdict]) -> TextLine:
    """The result in one line: the number of broken laws, and the first of them."""
    words = [one.verdict.word for one in judged]
    laws, unsure = quantity(len(judged), "law"), words.count("undecided")
    if "broken" in words:
        text = broken_clause([one.law for one in judged if one.verdict.word == "broken"], len(judged))
    elif unsure:
        text = f"UNDECIDED: nothing broken, but {unsure} of {laws} could not be judged"
    else:
        text = f"KEPT: {laws}"
    return TextLine(text, word=gravest_verdict(words))


def law_lines(
    judged: Sequence[LawVerdict], names: ShortNames = FULL_IDS, target: str = "", first: str | None = None
) -> Iterator[TextLine]:
    """
    Broken laws with their proofs, the weakest before those that fell with it; then undecided and kept laws.

    The law `first` comes before all others.
    """
    broken = {one.law: facts_of(one.verdict) for one in judged if one.verdict.word == "broken"}
    indents = {law: 2 * (law != one.weakest) for one in weakest_first(broken) for law in (one.weakest, *one.stronger)}
    for law in sorted(indents, key=lambda law: law != first):
        indent, facts = 0 if law == first else indents[law], broken[law]
        yield TextLine(f"{law}: {explain_facts(law, facts, names)}", indent, "broken")
        yield TextLine(f"Why it matters: {why_it_matters(law, facts, target)}", indent + 2)
        yield TextLine(f"Source: {LAW_BY_ID[law].source}", indent + 2)
    unknown: dict[str, list[str]] = {}
    for one in judged:
        if one.verdict.word == "undecided":
            unknown.setdefault(explain_facts(one.law, facts_of(one.verdict)), []).append(one.law)
    yield from (TextLine(f"{', '.join(laws)}: {why}", 0, "undecided") for why, laws in unknown.items())
    kept = [one.law for one in judged if one.verdict.word == "kept"]
    yield from [TextLine(", ".join(kept), 0, "kept")] if kept else []


def _better_plan(explanation: Explanation, better: Assignment) -> str:
    changes = _changes(explanation.answer or {}, better)
    partitions = quantity(len(changes), "partition")
    if explanation.answer is None:
        return f"A valid assignment exists: {partitions} can be assigned."
    named = [shorten_members(change, explanation.names) for change in changes]
    return f"A better plan changes {partitions}: {moves_sentence(named, len(changes))}."


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
