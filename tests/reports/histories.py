"""Records of histories whose releases and faults are known."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from assay.files.history_notebook import FolderNotebook
from kafka_assay.benchmarks.environment import Machine
from kafka_assay.benchmarks.releases.measurement import WORKLOADS, ChangePoint, MeasuredRelease, Measurement
from kafka_assay.properties.releases.history import Historian, HistoryPlan
from kafka_assay.reports.history.history_record import HistoryRecord
from tests.properties.releases.stand_ins import Package, plan

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
    notebook = FolderNotebook(None, {})
    historian = Historian(target_at=package.target_at, open_at=package.open_at, plan=chosen, notebook=notebook)
    found = historian.make_history(package.releases)
    return HistoryRecord(
        target=TARGET,
        command=f"assay releases {TARGET}",
        plan=chosen,
        history=found,
        replays={row.name: f"assay check {TARGET} --case {row.case.law}.json" for row in found.cases},
    )


def measurement_of(seconds: dict[str, float]) -> Measurement:
    """Releases with these times, and ten times as many MiB. Each step is a change; a small one is added."""
    workload, releases = str(WORKLOADS[0]), list(seconds)
    changes = [
        ChangePoint(measure=measure, last=last, first=first, before=times * seconds[last], after=times * seconds[first])
        for measure, times in ((f"seconds {workload}", 1), ("memory_mib", 10))
        for last, first in pairwise(releases)
        if seconds[last] != seconds[first]
    ]
    if changes:
        changes.append(ChangePoint(measure="balance_gap", last=releases[0], first=releases[1], before=1.0, after=1.01))
    return Measurement(
        groups=50,
        compared=40,
        passes=2,
        workloads=(workload,),
        machine=Machine(processor="a processor", cores=2, python="CPython 3.11"),
        releases={
            release: MeasuredRelease(
                answered=40,
                balance_gap=0.5,
                needless_moves=None,
                rounds=1.0,
                seconds={workload: (one, one)},
                memory_mib=(10 * one, 10 * one),
            )
            for release, one in seconds.items()
        },
        change_points=tuple(changes),
    )
