"""A package with known releases and faults, in place of a registry and of hosts."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted import targets as opening
from kafka_assay.assignors.hosted.node import node_host
from kafka_assay.benchmarks.releases import measurement
from kafka_assay.benchmarks.workload import Workload
from kafka_assay.properties.releases import history
from tests.properties.releases.stand_ins import Package, a_glance
from tests.properties.stand_ins import StandIn

if TYPE_CHECKING:
    import pytest


TARGET = "npm:stand-in@..:x"
SMALL = Workload(member_count=2, partitions_to_member_ratio=2, topic_count=2)
GROUP = {"format": "assay-group/1", "topics": {"t0": 3}, "members": [{"id": "C0", "subscription": ["t0"]}]}
CASE = {"format": "assay-case/1", "law": "nothing-left-out", "inputs": "clean", "steps": [{"group": GROUP}]}


def put_in_place(shape: str, monkeypatch: pytest.MonkeyPatch) -> Package:
    """Install the package of this `shape` for the test; a search looks at one group."""
    package = Package(shape)

    def open_target(text: str, **_: Any) -> StandIn:
        try:
            return package.open_at(text.split("@")[1].split(":", maxsplit=1)[0])
        except AssayError as wrong:
            raise AssayError(f"{text}: {wrong}") from None

    monkeypatch.setattr(node_host, "list_releases", lambda _: package.releases)
    monkeypatch.setattr(opening, "open_target", open_target)
    monkeypatch.setattr(history, "check", a_glance)
    return package


def measure_little(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measure releases on 30 groups, in two passes, and time them on a tiny group."""
    small = partial(measurement.MeasurePlan, groups=30, passes=2, workloads=(SMALL,))
    monkeypatch.setattr(measurement, "MeasurePlan", small)


def write_document(name: str, document: object = CASE) -> str:
    """The name of a file in the working directory that holds `document`."""
    Path(name).write_text(json.dumps(document), encoding="utf-8")
    return name
