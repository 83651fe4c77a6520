"""The measures of balance and time, on few and small groups."""

from __future__ import annotations

import shlex

import pytest

from kafka_assay.benchmarks.workload import Workload, parse_workload
from studies.state import quality_measure
from studies.state.quality_measure import measure_quality, solve_everyday
from studies.state.time_measure import WORKLOADS, measure_times, time_command

SMALL = Workload(member_count=2, partitions_to_member_ratio=2, topic_count=1)


def test_time_has_a_point_for_each_size() -> None:
    found = measure_times(["range", "sticky"], [SMALL])

    assert {"range", "sticky"} == found.keys()
    (point,) = found["range"]["points"]
    assert (str(SMALL), True) == (point["workload"], point["least"] <= point["seconds"] <= point["most"])


def test_command_times_the_same_groups() -> None:
    words = shlex.split(time_command("sticky"))

    assert list(WORKLOADS) == [
        parse_workload(words[place + 1]) for place, one in enumerate(words) if one == "--workload"
    ]


def test_quality_counts_equal_and_unequal_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quality_measure, "solve_everyday", lambda: solve_everyday(6))

    found = measure_quality("optimal")

    assert 6 == found["groups"] == found["equal"]["asked"] + found["unequal"]["asked"]
    assert found["equal"]["moves"] == found["equal"]["needed"]
