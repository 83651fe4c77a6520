"""Records of histories whose releases and faults are known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafka_assay.properties.releases.history import Historian, HistoryPlan
from kafka_assay.reports.history.history_record import HistoryRecord
from tests.properties.releases.stand_ins import Notes, Package, plan

if TYPE_CHECKING:
    import pytest


TARGET = "npm:stand-in@..:x"


def history_of(shape: str, monkeypatch: pytest.MonkeyPatch, asked: HistoryPlan | None = None) -> HistoryRecord:
    """Return the record of a package of this `shape`. A search checks one group."""
    from kafka_assay.properties.releases import history
    from tests.properties.releases.stand_ins import a_glance

    monkeypatch.setattr(history, "check", a_glance)
    package = Package(shape)
    chosen = asked or plan()
    historian = Historian(target_at=package.target_at, open_at=package.open_at, plan=chosen, notebook=Notes())
    found = historian.make_history(package.releases)
    return HistoryRecord(
        target=TARGET,
        command=f"assay history {TARGET}",
        plan=chosen,
        history=found,
        replays={row.name: f"assay check {TARGET} --case {row.case.law}.json" for row in found.cases},
    )
