"""Findings of one client, written by hand."""

from __future__ import annotations

from typing import Any

from kafka_assay.properties.known.known_findings import (
    AffectedClient,
    FindingPath,
    Kind,
    KnownAlarm,
    KnownFinding,
    Upstream,
)

SHOWN = FindingPath(status="shown", source="model", members=2, events=1)
NOTHING_FOUND = Upstream(searched=("issues",), covered=True, issues=(), changes=())


def finding_of(
    name: str,
    target: str,
    *,
    kind: Kind = "finding",
    why: str | None = None,
    title: str = "A partition is lost",
    severity: str = "needless moves or imbalance",
    path: FindingPath = SHOWN,
    alarms: tuple[KnownAlarm, ...] = (),
    **changes: Any,
) -> KnownFinding:
    """Return a finding with one row, whose other values can be changed."""
    row = {"first": "1.0.0", "last": "2.0.0", "who": "own client", "cases": (f"cases/{name}.json",)} | changes
    client = AffectedClient(
        id=name, target=target, severity=severity, path=path, upstream=NOTHING_FOUND, alarms=alarms, **row
    )
    laws = tuple(dict.fromkeys(alarm.law for alarm in alarms)) or ("nothing-left-out",)
    return KnownFinding(ids=(name,), title=title, laws=laws, kind=kind, why=why, clients=(client,))
