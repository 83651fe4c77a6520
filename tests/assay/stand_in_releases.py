"""A package with known releases and faults, in place of a registry and of hosts."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted import targets as opening
from kafka_assay.assignors.hosted.node import node_host
from kafka_assay.benchmarks.releases import measurement
from kafka_assay.benchmarks.workload import Workload
from kafka_assay.properties.releases import history
from tests.assay.groups import CASE
from tests.properties.releases.stand_ins import Package, a_glance
from tests.properties.stand_ins import StandIn

if TYPE_CHECKING:
    import pytest

Releases: TypeAlias = "Callable[[str], Package]"
"""It puts a package of a shape in the place of a registry."""

TARGET = "npm:stand-in@..:x"
SMALL = Workload(member_count=2, partitions_to_member_ratio=2, topic_count=2)
LOST = {**CASE, "law": "nothing-left-out"}
"""A case of the fault that the releases have."""


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
