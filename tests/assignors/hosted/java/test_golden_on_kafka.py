"""The golden lines, replayed on Kafka's classes."""

from __future__ import annotations

import pytest

from kafka_assay.assignors.formats.group_format import group_from_json
from tests.assignors.hosted.java.hosts import NEWEST, NEWEST_COORDINATOR, RECORDED, RECORDED_COORDINATOR, Open
from tests.assignors.reference.answers import as_sets
from tests.assignors.reference.test_golden import golden

CLASSES = {
    "range": "RangeAssignor",
    "roundrobin": "RoundRobinAssignor",
    "sticky": "StickyAssignor",
    "cooperative-sticky": "CooperativeStickyAssignor",
}


@pytest.mark.parametrize(
    ("release", "recorded"), [(RECORDED, "trunk-2024-10"), (NEWEST, "trunk-2024-10"), (NEWEST, "4.4.0")]
)
@pytest.mark.parametrize("name", CLASSES)
def test_kafka_consumers_give_the_golden_answers(host: Open, release: str, recorded: str, name: str) -> None:
    target = host(f"{release}:{CLASSES[name]}")
    lines = golden(recorded, name)

    answers = [as_sets(target.assign(group_from_json(line["group"]))) for line in lines]

    assert [as_sets(line["expected"]) for line in lines] == answers


@pytest.mark.parametrize(
    ("target", "recorded", "name"),
    [
        # It handles each topic alone, so topic ids may differ.
        (f"{RECORDED_COORDINATOR}:RangeAssignor", "trunk-2024-10", "server-range"),
        (f"{NEWEST_COORDINATOR}:UniformAssignor", "4.4.0", "server-uniform"),
    ],
)
def test_kafka_coordinator_gives_the_golden_answers(host: Open, target: str, recorded: str, name: str) -> None:
    opened = host(target)
    lines = golden(recorded, name)

    answers = [as_sets(opened.assign(group_from_json(line["group"]))) for line in lines]

    assert [as_sets(line["expected"]) for line in lines] == answers
