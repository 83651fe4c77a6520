"""The findings at one release as JSON, for the notebook and for the record of a history."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

from kafka_assay.properties.records.case_format import case_from_json, case_to_json
from kafka_assay.properties.releases.release_findings import ReleaseLaw, SearchedRelease
from kafka_assay.properties.releases.release_verdict import ReleaseVerdict
from kafka_assay.properties.releases.verdict_changes import VerdictChange


def searched_to_json(found: SearchedRelease) -> dict[str, Any]:
    """A search, with its counterexamples."""
    laws = [
        {**law_to_json(law), "counterexample": None if law.case is None else case_to_json(law.case)}
        for law in found.laws
    ]
    return asdict(replace(found, laws=())) | {"laws": laws}


def law_to_json(law: ReleaseLaw) -> dict[str, Any]:
    """One law of a search, without its counterexample."""
    return {
        "law": law.law,
        "verdict": law.word,
        "expected": law.expected,
        "reason": law.reason,
        "seconds_to_find": law.seconds,
        "inputs": dict(law.inputs),
    }


def searched_from_json(document: Mapping[str, Any]) -> SearchedRelease:
    """Read what `searched_to_json` wrote. Other input raises `KeyError`, `TypeError` or `InvalidGroup`."""
    return SearchedRelease(**{**document, "laws": tuple(_law_from_json(law) for law in document["laws"])})


def _law_from_json(law: Mapping[str, Any]) -> ReleaseLaw:
    case = law["counterexample"]
    return ReleaseLaw(
        law=law["law"],
        word=law["verdict"],
        inputs=law["inputs"],
        reason=law["reason"],
        expected=law["expected"],
        seconds=law["seconds_to_find"],
        case=None if case is None else case_from_json(case),
    )


def verdict_to_json(verdict: ReleaseVerdict) -> dict[str, Any]:
    """The verdict of a release on a case."""
    said = {"verdict": verdict.word, "reason": verdict.reason, "expected": verdict.expected, "silent": verdict.silent}
    return said if verdict.failure is None else {**said, "failure": verdict.failure}


def verdict_from_json(document: Mapping[str, Any]) -> ReleaseVerdict:
    """Read what `verdict_to_json` wrote. Other input raises `KeyError` or `TypeError`."""
    said = {key: document[key] for key in ("reason", "expected", "silent")}
    return ReleaseVerdict(word=document["verdict"], failure=document.get("failure"), **said)


def change_to_json(change: VerdictChange) -> dict[str, Any]:
    """A change, with the undecided releases between its two ends."""
    return {"change": change.kind, "last": change.last, "first": change.first, "between": list(change.between)}
