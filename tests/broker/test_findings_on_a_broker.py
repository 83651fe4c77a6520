"""Faults of released clients, seen in groups on a real broker. The slow and the random ones run in the study only."""

import pytest

from studies.broker.broker_findings import replay_finding
from studies.broker.finding_histories import HISTORIES

pytestmark = pytest.mark.broker

QUICK = ("kafka-clients-3", "librdkafka-1", "librdkafka-7", "aiokafka-5")


@pytest.mark.parametrize("name", QUICK)
def test_the_fault_is_seen_in_its_first_run(name: str) -> None:
    sighting = replay_finding(HISTORIES[name], 1)

    assert (True, 1) == (sighting.seen, sighting.tries), sighting.fact
    assert HISTORIES[name].fault in sighting.fact
