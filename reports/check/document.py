"""
The record of a check as scripts read it: `assay-check/1`, with the sentences and the commands that repeat each cell.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from typing import Any

from kafka_assay.properties.records.case_format import Case, case_to_json, step_to_json
from kafka_assay.properties.records.check_record import CheckCell, CheckRecord, UnaskedQuestions
from kafka_assay.reports.answer.verdict_lines import ONLY_VALIDITY
from kafka_assay.reports.wording.life_story import life_sentences
from kafka_assay.reports.wording.sentences import explain_facts
from kafka_assay.reports.wording.words import quantity, series

FORMAT = "assay-check/1"


def explain_case(case: Case) -> Case:
    """`case` with the sentences that tell what happened and prove the breach."""
    told = life_sentences([step_to_json(step) for step in case.steps])
    return replace(case, explanation=" ".join([*told, explain_facts(case.law, case.facts)]))


def check_document(record: CheckRecord, *, command: str, replay_of: Callable[[CheckCell], str]) -> dict[str, Any]:
    """`record` as a document; `command` repeats the whole check, `replay_of` says what repeats one cell."""
    document: dict[str, Any] = {
        "format": FORMAT,
        "target": record.target,
        "version": record.version,
        "like": record.like,
        "seed": record.seed,
        "seconds": record.seconds,
        "budget": record.budget,
        "examples": record.examples,
        "groups": record.groups,
        "command": command,
        "corpus": list(record.corpus),
        "not_put": list(record.not_put),
        "cannot_be_asked": [asdict(one) for one in record.unasked],
        "interrupted": record.interrupted,
    }
    notes = [ONLY_VALIDITY] if record.like is None else []
    refused = {one.inputs for one in record.unasked if one.law is None}
    unequal = [name for name in record.not_put if name not in refused]
    if unequal:
        families = series(unequal)
        notes.append(f"{families}: no group with equal subscriptions was met; {record.target} is asked with no others.")
    notes += unasked_sentences(record)
    if notes:
        document["note"] = " ".join(notes)
    document["cells"] = [_cell_record(cell, replay_of(cell)) for cell in record.cells]
    return document


def unasked_sentences(record: CheckRecord) -> list[str]:
    """
    A sentence for each reason why something could not be put to the target: how many groups, in which families, or
    which laws' further questions.
    """
    by_reason: dict[tuple[bool, str], list[UnaskedQuestions]] = {}
    for one in record.unasked:
        by_reason.setdefault((one.law is not None, one.reason), []).append(one)
    return [_unasked_sentence(several) for several in by_reason.values()]


def _unasked_sentence(several: Sequence[UnaskedQuestions]) -> str:
    families = series(list(dict.fromkeys(one.inputs for one in several)))
    laws = list(dict.fromkeys(one.law for one in several if one.law is not None))
    groups = quantity(sum(one.groups for one in several), "group")
    about = f"{series(laws)} ({families})" if laws else families
    passed = f"passed over on {groups}" if laws else f"{groups} passed over"
    return f"{about}: {passed}; {several[0].reason}."


def _cell_record(cell: CheckCell, replay: str) -> dict[str, Any]:
    return {
        "law": cell.law,
        "inputs": cell.inputs,
        "verdict": cell.verdict,
        "expected": cell.expected,
        "examples": cell.examples,
        "kept": cell.kept,
        "undecided": cell.undecided,
        "unanswered": cell.unanswered,
        "reason": cell.reason,
        "counterexample": None if cell.counterexample is None else _counterexample_record(cell.counterexample),
        "replay": replay,
    }


def _counterexample_record(case: Case) -> dict[str, Any]:
    document = case_to_json(explain_case(case))
    last = document["steps"][-1]
    return {**document, "group": last["group"], "assignment": last["assignment"]}
