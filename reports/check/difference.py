"""The differences of two targets as JSON (`assay-difference/1`) and as lines: the smallest group with both answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from kafka_assay.assignors.formats.group_format import group_to_json
from kafka_assay.assignors.model import Group
from kafka_assay.properties.input_families import CLEAN
from kafka_assay.properties.records.case_format import Case
from kafka_assay.properties.records.check_record import CheckCell, CheckRecord
from kafka_assay.properties.search.agreement import TIE, TargetPair
from kafka_assay.properties.shrink.sizes import size_of
from kafka_assay.properties.verdict import Facts
from kafka_assay.reports.check.document import unasked_record
from kafka_assay.reports.check.lines import case_of, group_lines
from kafka_assay.reports.render.plain_text import TextLine
from kafka_assay.reports.wording.group_text import answer_in_words, size_in_words
from kafka_assay.reports.wording.phrases import loads_text
from kafka_assay.reports.wording.repeatable import exchange_text
from kafka_assay.reports.wording.short_names import short_names, shorten_members, shorten_owners
from kafka_assay.reports.wording.words import display_name, quantity

FORMAT = "assay-difference/1"
COMPARED_MAPS = "whole maps: who has which partition"
COMPARED_PLANS = "sorted loads and kept partitions (--maps: who has which partition)"
DIFFERENCE_WORDS = {"kept": "alike", "broken": "different", "undecided": "undecided"}


def shown_difference(record: CheckRecord) -> CheckCell | None:
    """
    The cell to show; None if the two answered alike.

    The clean family comes first, then a cell in which more than names differ, then the one with the smallest group.
    """
    found = [cell for cell in record.cells if cell.counterexample is not None]
    return min(
        found,
        key=lambda cell: (cell.inputs != CLEAN, kind_of_cell(cell) == TIE, size_of(group_of_cell(cell))),
        default=None,
    )


def kind_of_cell(cell: CheckCell) -> str:
    """`plan` if more than names differ, else `tie`."""
    kind: str = case_of(cell).facts["kind"]
    return kind


def group_of_cell(cell: CheckCell) -> Group:
    """The last group that both were asked about."""
    return case_of(cell).steps[-1].group


def explain_difference(case: Case, pair: TargetPair, unsteady: Sequence[str] = ()) -> Case:
    """`case` with the sentences that say what differs. The `unsteady` targets answer differently if asked twice."""
    facts = shorten_members(case.facts, short_names(step.group for step in case.steps))
    sentences = [*_sentences(facts, _different_names(pair)), *map(_unsteady_sentence, dict.fromkeys(unsteady))]
    return replace(case, explanation=" ".join(sentences))


def difference_document(record: CheckRecord, pair: TargetPair, unsteady: Sequence[str] = ()) -> dict[str, Any]:
    """The explained `record` of a pair as a document."""
    shown = shown_difference(record)
    return {
        "format": FORMAT,
        "targets": [{"target": target.name, "version": target.version} for target in (pair.first, pair.second)],
        "compared": "answers" if pair.compares_maps else "loads",
        "seed": record.seed,
        "seconds": record.seconds,
        "examples": sum(cell.examples for cell in record.cells),
        "cannot_be_asked": [unasked_record(one) for one in record.unasked],
        "interrupted": record.interrupted,
        "command": record.command,
        "kind": None if shown is None else kind_of_cell(shown),
        "difference": None if shown is None else _difference_record(shown, pair, unsteady),
        "families": [_family_record(cell) for cell in record.cells],
    }


def _difference_record(cell: CheckCell, pair: TargetPair, unsteady: Sequence[str]) -> dict[str, Any]:
    sides = _sides(cell, pair)
    return {
        "kind": kind_of_cell(cell),
        "inputs": cell.inputs,
        "group": group_to_json(group_of_cell(cell)),
        "answers": {name: side["answer"] for name, side in sides.items()},
        "sides": sides,
        "unsteady": list(unsteady),
        "explanation": case_of(cell).explanation,
        "replay": cell.replay,
    }


def _sides(cell: CheckCell, pair: TargetPair) -> dict[str, Facts]:
    return dict(zip(_different_names(pair), case_of(cell).facts["sides"], strict=True))


def _different_names(pair: TargetPair) -> tuple[str, str]:
    first, second = pair.first.name, pair.second.name
    return (first, second) if first != second else (first, f"{second} (the second)")


def _family_record(cell: CheckCell) -> dict[str, Any]:
    return {
        "inputs": cell.inputs,
        "examples": cell.examples,
        "verdict": DIFFERENCE_WORDS[cell.verdict],
        "kind": None if cell.counterexample is None else kind_of_cell(cell),
        "unanswered": cell.unanswered,
        "reason": cell.reason,
        "group": None if cell.counterexample is None else group_to_json(group_of_cell(cell)),
        "replay": cell.replay or None,
    }


def _unsteady_sentence(name: str) -> str:
    return f"{display_name(name)} gives different answers to the same group, so this difference may be random."


def _sentences(facts: Facts, names: Sequence[str]) -> list[str]:
    """The differences in sentences: failures, broken laws for every assignor, loads, kept partitions, owners."""
    sides = facts["sides"]
    sentences = [
        f"{display_name(name)} gave no answer: {side['error']['type']} "
        f"({display_name(side['error']['message']) or 'no message'})."
        for name, side in zip(names, sides, strict=True)
        if side["error"] is not None
    ]
    if sentences:
        return sentences
    one, other = sides
    if one["loads"] != other["loads"]:
        sentences.append(f"Loads {loads_text(one['loads'])} and {loads_text(other['loads'])}.")
    if one["kept"] != other["kept"]:
        sentences.append(f"Kept partitions: {one['kept']:,} and {other['kept']:,}.")
    if not sentences:
        sentences.append("Sorted loads and kept partitions are the same.")
    sentences += [
        f"{display_name(name)}: {side['flaw']}." for name, side in zip(names, sides, strict=True) if side["flaw"]
    ]
    if facts["count"]:
        sentences.append(f"{exchange_text(facts)}.")
    return sentences


def difference_lines(record: CheckRecord, pair: TargetPair) -> Iterator[TextLine]:
    """The result, then the smallest group with both answers, then the result of each family."""
    one, other = display_name(pair.first.name), display_name(pair.second.name)
    word = record.verdict
    headline = {
        "broken": f"DIFFERENT: {one} and {other}",
        "kept": f"ALIKE: {one} and {other}",
        "undecided": f"UNDECIDED: no difference found between {one} and {other}, but some groups were not compared",
    }[word]
    examples = sum(cell.examples for cell in record.cells)
    about = f"{quantity(examples, 'group')}, seed {record.seed}, {record.seconds:.1f} s"
    yield TextLine(headline, word=word)
    yield TextLine(about + (", interrupted" if record.interrupted else ""), 2)
    yield TextLine(f"compared: {COMPARED_MAPS if pair.compares_maps else COMPARED_PLANS}", 2)
    shown = shown_difference(record)
    if shown is not None:
        yield TextLine("")
        yield from _difference_lines(shown, pair)
    yield TextLine("")
    yield from _family_lines(record.cells)
    for few in record.unasked:
        yield TextLine(f"{few.inputs}: {quantity(few.groups, 'group')} skipped, because {few.reason}")


def _difference_lines(cell: CheckCell, pair: TargetPair) -> Iterator[TextLine]:
    group = group_of_cell(cell)
    names = short_names([group])
    kind = "TIE" if kind_of_cell(cell) == TIE else "DIFFERENT"
    yield TextLine(f"{kind}  {cell.inputs}   {size_in_words(group)}", word="broken")
    yield from group_lines(group)
    for name, side in _sides(cell, pair).items():
        yield TextLine(f"{display_name(name)}: {_figures_text(side)}", 2)
        yield TextLine(answer_in_words(shorten_owners(side["answer"], names), side["error"]), 4)
    yield TextLine(f"What differs: {case_of(cell).explanation}", 2)
    yield TextLine(f"Replay: {cell.replay}", 2)


def _figures_text(side: Facts) -> str:
    if side["error"] is not None:
        return "no answer"
    return f"loads {loads_text(side['loads']) or 'none'}, kept {side['kept']:,}, moved {side['moved']:,}"


def _family_lines(families: Sequence[CheckCell]) -> Iterator[TextLine]:
    """The families that differ, those that agree, and those that could not be compared, with counts and reasons."""
    for family in families:
        if family.verdict == "broken":
            size, groups = size_in_words(group_of_cell(family)), quantity(family.examples, "group")
            what = "a tie resolved differently" if kind_of_cell(family) == TIE else "different"
            yield TextLine(f"{family.inputs}: {what} after {groups}; the smallest has {size}", word="broken")
    alike = [f"{family.inputs} ({family.examples:,})" for family in families if family.verdict == "kept"]
    if alike:
        yield TextLine(f"alike in {', '.join(alike)}", word="kept")
    for family in families:
        if family.verdict == "undecided":
            yield TextLine(f"{family.inputs}: {family.reason or 'nothing was compared'}", word="undecided")
