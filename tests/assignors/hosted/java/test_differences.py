from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from typing import Any

import pytest

from kafka_assay.assignors.formats.group_format import group_from_json
from kafka_assay.assignors.hosted.host_target import HostTarget
from kafka_assay.assignors.hosted.supervised_process import Limits
from kafka_assay.assignors.interface import AssignorFailed
from kafka_assay.assignors.model import group_of
from studies.kafka.likeness import KAFKA
from tests.assignors.hosted.java.hosts import Open, command
from tests.assignors.reference.answers import as_sets
from tests.assignors.reference.test_golden import DIFFERENCES

ENDLESS = "hang"
AGES = {"C0": None, "C1": 1, "C2": None}


def recorded_differences(*, answered: bool) -> list[Any]:
    """The differences in which Kafka's class gives an answer, or those in which it fails, without the endless ones."""
    return [line for line in DIFFERENCES if answered == (line["error"] is None) and line["error"] != ENDLESS]


@pytest.mark.parametrize(
    "line", recorded_differences(answered=True), ids=lambda line: f"{line['assignor']}, {line['why']}"
)
def test_kafka_answers_as_recorded(host: Open, line: Any) -> None:
    given = host(KAFKA[line["assignor"]]).assign(group_from_json(line["group"]))

    assert as_sets(line["kafka"]) == as_sets(given)


@pytest.mark.parametrize(
    "line", recorded_differences(answered=False), ids=lambda line: f"{line['assignor']}, {line['why']}"
)
def test_kafka_fails_as_recorded(host: Open, line: Any) -> None:
    """With the same exception."""
    with pytest.raises(AssignorFailed) as failure:
        host(KAFKA[line["assignor"]]).assign(group_from_json(line["group"]))

    assert line["error"] == failure.value.kind


def test_reused_object_remembers_the_newest_generation(host: Open) -> None:
    """So C1, whose claim is outdated, counts as the previous owner instead of C2."""
    sticky = host(KAFKA["sticky"])
    everybody = {"C0": ["t0"], "C1": ["t1", "t0"], "C2": ["t0"]}
    plain = group_of({"t0": 1, "t1": 1}, everybody, {"C1": {"t0": [0]}, "C2": {"t0": [0]}})
    group = replace(plain, members=tuple(replace(one, generation=AGES[one.id]) for one in plain.members))
    newer = group_of({"t": 1}, {"a": ["t"]}, {"a": {"t": [0]}}, generation=1000)

    fresh = sticky.assign(group)
    reused = sticky.reused_object()
    reused(newer)
    used = reused(group)

    assert {"C0": {}, "C1": {"t1": [0]}, "C2": {"t0": [0]}} == fresh
    assert {"C0": {"t0": [0]}, "C1": {"t1": [0]}, "C2": {}} == used


def test_kafka_still_never_answers() -> None:
    """No answer within two seconds for a group of four members."""
    line = next(line for line in DIFFERENCES if line["error"] == ENDLESS)
    started = command(KAFKA[line["assignor"]])
    hurried = replace(started, limits=Limits(start_seconds=120.0, call_seconds=2.0))

    with closing(HostTarget("sticky", hurried)) as target, pytest.raises(AssignorFailed) as failure:
        target.assign(group_from_json(line["group"]))

    assert ENDLESS == failure.value.kind
