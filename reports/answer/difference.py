"""
Where two targets differ, as scripts read it (`assay-difference/1`) and as people do: the smallest group, and both
answers to it side by side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from kafka_assay.assignors.formats.group_format import group_to_json
from kafka_assay.assignors.model import Group
from kafka_assay.properties.records.check_record import CheckCell, CheckRecord
from kafka_assay.properties.search.agreement import TargetPair
from kafka_assay.properties.shrink.groups import size_of
from kafka_assay.properties.verdict import Facts, Word, gravest_verdict
from kafka_assay.reports.render.plain_text import TextLine
from kafka_assay.reports.wording.group_text import answer_in_words, members_in_words, size_in_words, topics_in_words
from kafka_assay.reports.wording.phrases import loads_text
from kafka_assay.reports.wording.repeatable import exchange_text
from kafka_assay.reports.wording.words import display_name, quantity

FORMAT = "assay-difference/1"
DIFFERENCE_WORDS = {"kept": "alike", "broken": "different", "undecided": "undecided"}
VERDICTS = {said: word for word, said in DIFFERENCE_WORDS.items()}


def smallest_difference(record: CheckRecord) -> CheckCell | None:
    """The cell with the smallest group on which the two differ; None where they answered alike."""
    found = [cell for cell in record.cells if cell.counterexample is not None]
    return min(found, key=lambda cell: size_of(group_of_cell(cell)), default=None)


def group_of_cell(cell: CheckCell) -> Group:
    """The group that both were asked about last."""
    assert cell.counterexample is not None, "only what differs has a group"
    return cell.counterexample.steps[-1].group


def difference_document(
    record: CheckRecord,
    pair: TargetPair,
    *,
    command: str,
    replay_of: Callable[[CheckCell], str],
    unsteady: Sequence[str] = (),
) -> dict[str, Any]:
    """
    `record` of a pair as a document; `command` repeats the whole search, `replay_of` what a cell found. The `unsteady`
    answer otherwise when they are asked twice.
    """
    smallest = smallest_difference(record)
    return {
        "format": FORMAT,
        "targets": [{"target": target.name, "version": target.version} for target in (pair.first, pair.second)],
        "compared": "loads" if pair.loads_only else "answers",
        "seed": record.seed,
        "seconds": record.seconds,
        "examples": sum(cell.examples for cell in record.cells),
        "cannot_be_asked": [asdict(one) for one in record.unasked],
        "interrupted": record.interrupted,
        "command": command,
        "difference": None if smallest is None else _difference_record(smallest, pair, replay_of(smallest), unsteady),
        "families": [_family_record(cell, replay_of) for cell in record.cells],
    }


def _difference_record(cell: CheckCell, pair: TargetPair, replay: str, unsteady: Sequence[str]) -> dict[str, Any]:
    assert cell.counterexample is not None, "only what differs is told"
    facts = cell.counterexample.facts
    names = _different_names(pair)
    sides = dict(zip(names, facts["sides"], strict=True))
    return {
        "inputs": cell.inputs,
        "group": group_to_json(group_of_cell(cell)),
        "answers": {name: side["answer"] for name, side in sides.items()},
        "sides": sides,
        "unsteady": list(unsteady),
        "explanation": " ".join([*_sentences(facts, names), *map(_unsteady_sentence, dict.fromkeys(unsteady))]),
        "replay": replay,
    }


def _different_names(pair: TargetPair) -> tuple[str, str]:
    first, second = pair.first.name, pair.second.name
    return (first, second) if first != second else (first, f"{second} (the second)")


def _family_record(cell: CheckCell, replay_of: Callable[[CheckCell], str]) -> dict[str, Any]:
    different = cell.counterexample is not None
    return {
        "inputs": cell.inputs,
        "examples": cell.examples,
        "verdict": DIFFERENCE_WORDS[cell.verdict],
        "unanswered": cell.unanswered,
        "reason": cell.reason,
        "group": group_to_json(group_of_cell(cell)) if different else None,
        "replay": replay_of(cell) if different else None,
    }


def _unsteady_sentence(name: str) -> str:
    return f"{display_name(name)} answers differently when it is asked twice, so this may be chance."


def _sentences(facts: Facts, names: Sequence[str]) -> list[str]:
    """What is different, in sentences: who failed, what breaks a law of all, loads, kept, partitions."""
    sides = facts["sides"]
    told = [
        f"{display_name(name)} gave no answer: {side['error']['type']} "
        f"({display_name(side['error']['message']) or 'no message'})."
        for name, side in zip(names, sides, strict=True)
        if side["error"] is not None
    ]
    if told:
        return told
    one, other = sides
    if one["loads"] != other["loads"]:
        told.append(f"The loads are {loads_text(one['loads'])} and {loads_text(other['loads'])}.")
    if one["kept"] != other["kept"]:
        told.append(f"Of what was validly owned, {one['kept']:,} and {other['kept']:,} stay.")
    if not told:
        told.append("Loads and moves are the same.")
    told += [
        f"Of {display_name(name)}, {side['flaw']}." for name, side in zip(names, sides, strict=True) if side["flaw"]
    ]
    if facts["count"]:
        told.append(f"Apart lie {exchange_text(facts, link=' / ')}.")
    return told


def difference_verdict(document: Mapping[str, Any]) -> Word:
    """The verdict: different, or alike, or undecided where a family was not compared at all."""
    return gravest_verdict(VERDICTS[family["verdict"]] for family in document["families"])


def difference_lines(document: Mapping[str, Any]) -> Iterator[TextLine]:
    """The answer first, then the smallest group with both answers, then what each family showed."""
    one, other = (display_name(target["target"]) for target in document["targets"])
    compared = "" if document["compared"] == "answers" else " in loads and kept partitions"
    word = difference_verdict(document)
    said = {
        "broken": f"DIFFERENT: {one} and {other}{compared}",
        "kept": f"ALIKE: {one} and {other}{compared}",
        "undecided": f"UNDECIDED: nothing different{compared} between {one} and {other}, but not all was compared",
    }[word]
    about = f"{quantity(document['examples'], 'group')}, seed {document['seed']}, {document['seconds']:.1f} s"
    yield TextLine(said, word=word)
    yield TextLine(about + (", interrupted" if document["interrupted"] else ""), 2)
    if document["difference"] is not None:
        yield TextLine("")
        yield from _difference_lines(document["difference"])
    yield TextLine("")
    yield from _family_lines(document["families"])
    for one in document.get("cannot_be_asked", ()):
        yield TextLine(f"{one['inputs']}: {quantity(one['groups'], 'group')} passed over: {one['reason']}")


def _difference_lines(difference: Mapping[str, Any]) -> Iterator[TextLine]:
    group = difference["group"]
    yield TextLine(f"DIFFERENT  {difference['inputs']}   {size_in_words(group)}", word="broken")
    yield TextLine(f"topics   {topics_in_words(group)}", 2)
    for number, member in enumerate(members_in_words(group)):
        yield TextLine(f"{'members  ' if number == 0 else '         '}{member}", 2)
    for name, side in difference["sides"].items():
        yield TextLine(f"{display_name(name)}: {_figures_text(side)}", 2)
        yield TextLine(answer_in_words({"error": side["error"], "assignment": side["answer"]}), 4)
    yield TextLine(f"What differs: {difference['explanation']}", 2)
    yield TextLine(f"Replay: {difference['replay']}", 2)


def _figures_text(side: Mapping[str, Any]) -> str:
    if side["error"] is not None:
        return "no answer"
    return f"loads {loads_text(side['loads']) or 'none'}, kept {side['kept']:,}, moved {side['moved']:,}"


def _family_lines(families: Sequence[Mapping[str, Any]]) -> Iterator[TextLine]:
    """
    Which families differ, after how many groups; which are alike, on how many; which could not be compared, and why.
    """
    for family in families:
        if family["verdict"] == "different":
            size, groups = size_in_words(family["group"]), quantity(family["examples"], "group")
            yield TextLine(f"{family['inputs']}: different after {groups}; the smallest has {size}", word="broken")
    alike = [f"{family['inputs']} ({family['examples']:,})" for family in families if family["verdict"] == "alike"]
    if alike:
        yield TextLine(f"alike in {', '.join(alike)}", word="kept")
    for family in families:
        if family["verdict"] == "undecided":
            yield TextLine(f"{family['inputs']}: {family['reason'] or 'nothing was compared'}", word="undecided")
