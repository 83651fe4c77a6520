"""The record of a history as JSON: `assay-history/1`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kafka_assay.properties.budget import EXAMPLES
from kafka_assay.properties.records.case_format import case_from_json, case_to_json
from kafka_assay.properties.records.typed_record import read_record, write_record
from kafka_assay.properties.releases.history import CaseRow, History, HistoryPlan
from kafka_assay.properties.releases.law_rows import LawRow
from kafka_assay.properties.releases.release_findings import (
    AtRelease,
    SearchedRelease,
    UnavailableRelease,
    verdict_changes,
    verdict_from_json,
)
from kafka_assay.reports.check.document import explain_case
from kafka_assay.reports.history.history_record import HistoryRecord
from kafka_assay.reports.known_breaks import known_key

FORMAT = "assay-history/1"


def history_document(record: HistoryRecord) -> dict[str, Any]:
    """`record` as a document."""
    plan, history, measured = record.plan, record.history, None
    if record.measurement is not None:
        changes = [{**write_record(change), "effect": change.effect} for change in record.measurement.change_points]
        measured = {**write_record(record.measurement), "change_points": changes}
    return {
        "format": FORMAT,
        "target": record.target,
        "verdict": record.verdict,
        "seed": plan.seed,
        "examples": EXAMPLES if plan.groups is None else None,
        "groups": plan.groups,
        "seconds": plan.seconds,
        "inputs": list(plan.families),
        "command": record.command,
        "only_minor": record.only_minor,
        "interrupted": history.interrupted,
        "releases": [_release_to_json(here) for here in history.releases],
        "laws": [_law_to_json(record, row) for row in record.laws],
        "cases": [_case_to_json(row, record.replays[row.name]) for row in history.cases],
        "measurement": measured,
    }


def history_from_json(document: Mapping[str, Any]) -> HistoryRecord:
    """Read what `history_document` wrote. Other input raises `KeyError`, `TypeError` or `InvalidGroup`."""
    return read_record(
        HistoryRecord,
        document,
        plan=read_record(HistoryPlan, document, laws=None, families=tuple(document["inputs"])),
        history=History(
            releases=tuple(
                read_record(UnavailableRelease, here)
                if here["status"] == "unavailable"
                else read_record(SearchedRelease, here)
                for here in document["releases"]
            ),
            cases=tuple(
                CaseRow(
                    name=row["name"],
                    case=case_from_json(row["counterexample"]),
                    found_at=tuple(row["found_at"]),
                    verdicts={release: verdict_from_json(verdict) for release, verdict in row["releases"].items()},
                )
                for row in document["cases"]
            ),
            interrupted=document["interrupted"],
        ),
        replays={row["name"]: row["replay"] for row in document["cases"]},
    )


def _release_to_json(here: AtRelease) -> dict[str, Any]:
    about = {"release": here.release, "target": here.target}
    if isinstance(here, UnavailableRelease):
        return {**about, "status": "unavailable", "reason": here.reason}
    found = write_record(here)
    for law in found["laws"]:
        del law["counterexample"]  # it is a case of the history
    return {**about, "status": "asked", "reason": None, **found}


def _law_to_json(record: HistoryRecord, row: LawRow) -> dict[str, Any]:
    return {
        "law": row.law,
        "releases": {
            release: {
                "verdict": word,
                "expected": row.expected.get(release),
                **known_key(record.known_at(row, release)),
            }
            for release, word in row.words.items()
        },
        "changes": [
            {**write_record(change), "case": None if case is None else case.name} for change, case in row.changes
        ],
        "cases": [case.name for case in row.cases],
    }


def _case_to_json(row: CaseRow, replay: str) -> dict[str, Any]:
    return {
        "name": row.name,
        "law": row.case.law,
        "inputs": row.case.inputs,
        "found_at": list(row.found_at),
        "releases": {release: verdict.to_json() for release, verdict in row.verdicts.items()},
        "changes": [write_record(change) for change in verdict_changes(row.words.items())],
        "counterexample": case_to_json(explain_case(row.case)),
        "replay": replay,
    }
