"""
Kafka's own classes answer through the host what they answered when the golden lines were recorded: so questions reach
them as they did there.

The lines were recorded from the trunk of October 2024; the first release that was cut from it afterwards is 4.0.0.
"""

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
def test_kafkas_consumers_answer_as_they_did(host: Open, release: str, name: str) -> None:
    """Member by member, the set of partitions is the recorded one; with racks and without."""
    target = host(f"{release}:{CLASSES[name]}")
    lines = golden(name) + golden(name, racks=True)

    answers = [as_sets(target.assign(group_from_json(line["group"]))) for line in lines]

    assert [as_sets(line["expected"]) for line in lines] == answers


def test_kafkas_coordinator_answers_as_it_did(host: Open) -> None:
    """Its range assignor goes topic by topic, so that topics may have other ids than they had then."""
    target = host(f"{RECORDED_COORDINATOR}:RangeAssignor")
    lines = golden("server-range")

    answers = [as_sets(target.assign(group_from_json(line["group"]))) for line in lines]

    assert [as_sets(line["expected"]) for line in lines] == answers
