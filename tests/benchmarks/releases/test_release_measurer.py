"""Tests of the measurer, with releases in this process. No test depends on how long anything takes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import pytest

from kafka_assay.assignors.interface import Target
from kafka_assay.benchmarks.releases import release_measurer
from kafka_assay.benchmarks.releases.measurement import MeasurePlan, ReleaseMeasures
from kafka_assay.benchmarks.releases.release_measurer import MOST_HANGS, ReleaseMeasurer
from kafka_assay.benchmarks.workload import Workload
from kafka_assay.properties.records.typed_record import read_record, write_record
from tests.properties.releases.stand_ins import Package

SMALL = Workload(member_count=2, partitions_to_member_ratio=2, topic_count=2)
PLAN = MeasurePlan(groups=4, passes=2, workloads=(SMALL,))


Notes: TypeAlias = dict[str, ReleaseMeasures]
"""Measures stored in memory."""


def measurer(open_at: Callable[[str], Target], plan: MeasurePlan, notes: Notes) -> ReleaseMeasurer:
    """A measurer with these notes."""
    return ReleaseMeasurer(open_at=open_at, plan=plan, read=notes.get, write=notes.__setitem__)


def measure(package: Package, notes: Notes | None = None) -> tuple[dict[str, ReleaseMeasures], bool]:
    """The measures of all releases of the package."""
    return measurer(package.open_at, PLAN, {} if notes is None else notes).measure(package.releases)


def test_passes_go_over_all_releases_in_turn() -> None:
    """One that cannot be opened has no measures."""
    package = Package("..!")

    found, interrupted = measure(package)

    assert (list("123123"), False) == (package.opened, interrupted)
    assert {"1": 2, "2": 2} == {release: len(one.seconds[str(SMALL)]) for release, one in found.items()}


def test_quality_is_asked_once_and_judged() -> None:
    """The stand-in answers like round-robin; the other one leaves partitions out, which is no valid plan."""
    found, _ = measure(Package(".x"))

    assert [4, 4] == [len(one.balance_gap) for one in found.values()]
    assert all(gap is not None and gap >= 0 for gap in found["1"].balance_gap)
    assert None in found["2"].balance_gap


def test_release_that_hangs_is_asked_few_times() -> None:
    target = Package("h").open_at("1")

    plan = MeasurePlan(groups=MOST_HANGS + 3, passes=1, workloads=(SMALL,))
    found, _ = measurer(lambda _: target, plan, {}).measure(["1"])

    times_and_memory = 2
    assert MOST_HANGS + times_and_memory == len(target.asked)
    assert ((None,) * (MOST_HANGS + 3), ()) == (found["1"].balance_gap, found["1"].seconds[str(SMALL)])


def test_finished_passes_are_not_repeated() -> None:
    notes, package = Notes(), Package("..")
    measure(package, notes)
    first = dict(notes)
    package.opened.clear()

    found, _ = measure(package, notes)

    assert ([], first) == (package.opened, found)
    assert found["1"] == read_record(ReleaseMeasures, write_record(found["1"]))


def test_interrupted_run_keeps_what_it_has() -> None:
    package, notes = Package("..."), Notes()
    real = package.open_at

    def open_at(release: str) -> Target:
        if release == "3":
            raise KeyboardInterrupt
        return real(release)

    found, interrupted = measurer(open_at, PLAN, notes).measure(package.releases)

    assert (["1", "2"], True) == (list(found), interrupted)
    assert {"1": 1, "2": 1} == {release: one.passes for release, one in notes.items()}


def test_memory_is_that_of_the_hosted_process_after_one_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []

    def peak(_: Target, group: object) -> float:
        asked.append(group)
        return 42.0

    monkeypatch.setattr(release_measurer, "peak_after_answer", peak)

    found, _ = measure(Package("."))

    assert (42.0, 42.0) == found["1"].memory_mib
    assert 2 == len(asked)
