"""The golden lines, recorded from Kafka's trunk of October 2024, replayed on release 4.0.0."""

from __future__ import annotations

import pytest

from kafka_assay.assignors.formats.group_format import group_from_json
from tests.assignors.hosted.java.hosts import NEWEST, RECORDED, RECORDED_COORDINATOR, Open
from tests.assignors.reference.answers import as_sets
from tests.assignors.reference.test_golden import golden

CLASSES = {
    "range": "RangeAssignor",
    "roundrobin": "RoundRobinAssignor",
    "sticky": "StickyAssignor",
    "cooperative-sticky": "CooperativeStickyAssignor",
}


@pytest.mark.parametrize("release", [RECORDED, NEWEST])
@pytest.mark.parametrize("name", CLASSES)
def test_kafka_consumers_give_the_golden_answers(host: Open, release: str, name: str) -> None:
    target = host(f"{release}:{CLASSES[name]}")
    lines = golden(name) + golden(name, racks=True)

    answers = [as_sets(target.assign(group_from_json(line["group"]))) for line in lines]

    assert [as_sets(line["expected"]) for line in lines] == answers


def test_kafka_coordinator_gives_the_golden_answers(host: Open) -> None:
    """Its range assignor handles each topic alone, so topic ids may differ."""
    target = host(f"{RECORDED_COORDINATOR}:RangeAssignor")
    lines = golden("server-range")

    answers = [as_sets(target.assign(group_from_json(line["group"]))) for line in lines]

    assert [as_sets(line["expected"]) for line in lines] == answers
