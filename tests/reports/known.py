"""Findings and policies of invented clients."""

from __future__ import annotations

from typing import TYPE_CHECKING

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


def row_of(
    name: str, *alarms: KnownAlarm, target: str = "npm:stand-in@3:x", first: str = "2", last: str = "3"
) -> AffectedClient:
    """A row of a finding: the releases `first` to `last` of `target`'s package have these alarms."""
    return AffectedClient(
        id=name,
        target=target,
        first=first,
        last=last,
        severity="crash or hang",
        who="own client",
        cases=(),
        path=FindingPath(status="constructed", source=None, members=2, events=1),
        upstream=Upstream(searched=(), covered=False, issues=(), changes=()),
        alarms=alarms,
    )


def finding_of(*rows: AffectedClient, kind: Kind = "finding") -> KnownFinding:
    """A finding or a policy with these rows."""
    return KnownFinding(
        ids=tuple(row.id for row in rows),
        title="A partition is forgotten",
        laws=tuple({alarm.law: None for row in rows for alarm in row.alarms}),
        kind=kind,
        why=None if kind == "finding" else "the manual says so.",
        clients=rows,
    )


def put_in_place(monkeypatch: pytest.MonkeyPatch, *findings: KnownFinding) -> None:
    """Let these be all findings that are known."""
    monkeypatch.setattr(known_breaks, "known_findings", lambda: findings)
