"""The record of a check as JSON: `assay-check/1`, with the sentences and the command that repeats each cell."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from typing import Any

from kafka_assay.assignors.errors import InvalidGroup
from kafka_assay.assignors.formats.json_values import array_at
from kafka_assay.properties.records.case_format import Case, case_to_json
from kafka_assay.properties.records.check_record import CheckCell, CheckRecord, UnaskedQuestions
from kafka_assay.properties.records.typed_record import read_record, write_record
from kafka_assay.reports.known_breaks import known_key, known_of_case
from kafka_assay.reports.wording.life_story import life_sentences, with_story
from kafka_assay.reports.wording.safe_names import short_names
from kafka_assay.reports.wording.sentences import explain_facts
from kafka_assay.reports.wording.words import ONLY_VALIDITY, quantity, series

FORMAT = "assay-check/1"


def explain_case(case: Case) -> Case:
    """`case` with the sentences that say what happened and prove the breach."""
    sentences = [*life_sentences(case.steps), explain_breach(case)]
    return replace(case, explanation=" ".join(sentences), path=with_story(case.path))


def explain_breach(case: Case) -> str:
    """The sentences that prove the breach, without the events before it."""
    names = short_names(step.group for step in case.steps)
    rebalance = 1 + sum(step.event is not None for step in case.steps)
    return explain_facts(case.law, case.facts, names, rebalance)


def explain_record(record: CheckRecord, *, command: str, replay_of: Callable[[CheckCell], str]) -> CheckRecord:
    """`record` with the sentences of its cases, and the commands that repeat the whole check and each cell."""
    cells = (
        replace(cell, replay=replay_of(cell), counterexample=cell.counterexample and explain_case(cell.counterexample))
        for cell in record.cells
    )
    return replace(record, command=command, cells=tuple(cells))


def check_from_json(document: dict[str, Any]) -> CheckRecord:
    """The record that `check_document` wrote. Raises `InvalidGroup`."""
    asked = enumerate(array_at(document.get("cannot_be_asked", []), "cannot_be_asked"))
    unasked = tuple(read_record(UnaskedQuestions, one, f"cannot_be_asked[{place}]") for place, one in asked)
    record = read_record(CheckRecord, document, unasked=unasked)
    for place, cell in enumerate(record.cells):
        if cell.verdict == "broken" and cell.counterexample is None:
            raise InvalidGroup(f"cells[{place}].counterexample", None, "a case")
    return record


def check_document(record: CheckRecord) -> dict[str, Any]:
    """`record` as a document: its verdict, then the keys in the order of the fields."""
    document = {
        "format": FORMAT,
        "verdict": record.verdict,
        **write_record(record, "unasked", "interrupted", "cells"),
        "cannot_be_asked": [write_record(one, *([] if one.trace else ["trace"])) for one in record.unasked],
        "interrupted": record.interrupted,
    }
    if note := check_note(record):
        document["note"] = note
    document["cells"] = [_cell_record(record.target, cell) for cell in record.cells]
    return document


def check_note(record: CheckRecord) -> str:
    """The questions that were not asked at all, and why."""
    notes = [ONLY_VALIDITY] if record.like is None and record.same_as is None else []
    by_reason: dict[tuple[bool, str], list[UnaskedQuestions]] = {}
    for one in record.unasked:
        by_reason.setdefault((one.law is not None, one.reason), []).append(one)
    return " ".join([*notes, *map(_unasked_sentence, by_reason.values())])


def _unasked_sentence(several: Sequence[UnaskedQuestions]) -> str:
    """The number of groups that were skipped and their families, or the laws whose further questions were."""
    families = series(list(dict.fromkeys(one.inputs for one in several)))
    laws = list(dict.fromkeys(one.law for one in several if one.law is not None))
    groups = quantity(sum(one.groups for one in several), "group")
    about = f"{series(laws)} ({families})" if laws else families
    passed = f"skipped for {groups}" if laws else f"{groups} skipped"
    return f"{about}: {passed}, because {several[0].reason}."


def _cell_record(target: str, cell: CheckCell) -> dict[str, Any]:
    case, found = cell.counterexample, asdict(replace(cell, counterexample=None))
    if case is None:
        return found
    document = case_to_json(case)
    last = document["steps"][-1]
    found["counterexample"] = {**document, "group": last["group"], "assignment": last["assignment"]}
    return found if cell.expected else found | known_key(known_of_case(target, case))
