"""The record of a history as scripts read it: `assay-history/1`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kafka_assay.properties.records.case_format import case_to_json
from kafka_assay.properties.releases.history import CaseRow, History, HistoryPlan
from kafka_assay.properties.releases.law_rows import LawRow, law_rows
from kafka_assay.properties.releases.notebook_format import change_to_json, law_to_json, verdict_to_json
from kafka_assay.properties.releases.release_findings import AtRelease, SearchedRelease
from kafka_assay.reports.check.document import explain_case

FORMAT = "assay-history/1"


def history_document(
    history: History,
    plan: HistoryPlan,
    *,
    target: str,
    command: str,
    replay_of: Callable[[CaseRow, str], str],
    only_minor: bool = False,
) -> dict[str, Any]:
    """
    `history` of the range `target`, searched as `plan` says, as a document; `command` repeats it, `replay_of` says what
    puts a case to one release. With `only_minor` the newest release of each minor version was asked, and no other.
    """
    rows = law_rows(history)
    return {
        "format": FORMAT,
        "target": target,
        "verdict": _history_verdict(history, rows),
        "seed": plan.seed,
        "examples": plan.examples,
        "seconds": plan.seconds,
        "inputs": list(plan.families),
        "command": command,
        "only_minor": only_minor,
        "interrupted": history.interrupted,
        "releases": [_release_record(here) for here in history.releases],
        "laws": [_law_record(row) for row in rows],
        "cases": [_case_record(row, replay_of) for row in history.cases],
    }


def _history_verdict(history: History, rows: tuple[LawRow, ...]) -> str:
    """The gravest word of all releases: one that could not be asked leaves the history undecided, if nothing broke."""
    if any(len(row.expected) < len(row.broken_at) for row in rows):
        return "broken"
    searched = [here for here in history.releases if isinstance(here, SearchedRelease)]
    left_open = any(law.word == "undecided" or law.reason is not None for here in searched for law in here.laws)
    left_open |= any(word in ("undecided", "unavailable") for row in rows for word in row.words.values())
    whole = len(searched) == len(history.releases) and any(here.laws for here in searched)
    return "kept" if whole and not left_open else "undecided"


def _release_record(here: AtRelease) -> dict[str, Any]:
    if not isinstance(here, SearchedRelease):
        return {"release": here.release, "target": here.target, "status": "unavailable", "reason": here.reason}
    return {
        "release": here.release,
        "target": here.target,
        "status": "asked",
        "reason": None,
        "version": here.version,
        "like": here.like,
        "groups": here.groups,
        "seconds": here.seconds,
        "laws": [law_to_json(law) for law in here.laws],
    }


def _law_record(row: LawRow) -> dict[str, Any]:
    return {
        "law": row.law,
        "releases": {
            release: {"verdict": word, "expected": row.expected.get(release)} for release, word in row.words.items()
        },
        "changes": [
            {**change_to_json(change), "case": None if case is None else case.name} for change, case in row.changes
        ],
        "cases": [case.name for case in row.cases],
    }


def _case_record(row: CaseRow, replay_of: Callable[[CaseRow, str], str]) -> dict[str, Any]:
    broken = [release for release, said in row.verdicts.items() if said.word == "broken"] or list(row.found_at)
    return {
        "name": row.name,
        "law": row.case.law,
        "inputs": row.case.inputs,
        "found_at": list(row.found_at),
        "releases": {release: verdict_to_json(said) for release, said in row.verdicts.items()},
        "changes": [change_to_json(change) for change in row.changes],
        "counterexample": case_to_json(explain_case(row.case)),
        "replay": replay_of(row, broken[-1]),
    }
