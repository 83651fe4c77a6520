"""Findings and policies of invented clients."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kafka_assay.properties.known.known_findings import (
    AffectedClient,
    FindingPath,
    Kind,
    KnownAlarm,
    KnownFinding,
    Upstream,
)
from kafka_assay.reports import known_breaks

if TYPE_CHECKING:
    import pytest


def alarm_on(law: str, *inputs: str, assignors: tuple[str, ...] = ("x",), failure: str | None = None) -> KnownAlarm:
    """Breaks of `law` on groups of the families `inputs`."""
    return KnownAlarm(assignors=assignors, law=law, inputs=inputs, failure=failure)


def row_of(name: str, *alarms: KnownAlarm, target: str = "npm:stand-in@3:x", **changes: Any) -> AffectedClient:
    """A row of a finding that has these alarms. Its other values can be changed."""
    values: dict[str, Any] = {
        "first": "2",
        "last": "3",
        "severity": "needless moves or imbalance",
        "who": "own client",
        "cases": (f"cases/{name}.json",),
        "path": FindingPath(status="shown", source="model", members=2, events=1),
        "upstream": Upstream(searched=("issues",), covered=True, issues=(), changes=()),
    }
    return AffectedClient(id=name, target=target, alarms=alarms, **values | changes)


def finding_of(
    *rows: AffectedClient, kind: Kind = "finding", why: str = "the manual says so.", title: str = "A partition is lost"
) -> KnownFinding:
    """A finding with these rows; of another kind for the reason `why`."""
    laws = dict.fromkeys(alarm.law for row in rows for alarm in row.alarms) or {"nothing-left-out": None}
    return KnownFinding(
        ids=tuple(row.id for row in rows),
        title=title,
        laws=tuple(laws),
        kind=kind,
        why=None if kind == "finding" else why,
        clients=rows,
    )


def finding_of_client(
    name: str, target: str, *, alarms: tuple[KnownAlarm, ...] = (), kind: Kind = "finding", **changes: Any
) -> KnownFinding:
    """A finding with one row of the `target`. Its reason, its title and other values of its row can be changed."""
    words = {key: changes.pop(key) for key in ("why", "title") if key in changes}
    return finding_of(row_of(name, *alarms, target=target, **changes), kind=kind, **words)


def put_in_place(monkeypatch: pytest.MonkeyPatch, *findings: KnownFinding) -> None:
    """Let these be all findings that are known."""
    monkeypatch.setattr(known_breaks, "known_findings", lambda: findings)
