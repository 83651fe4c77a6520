"""Faults of released clients, seen in groups on a real broker. Those that depend on chance are left out."""

import pytest

from tests.support.broker.finding_histories import HISTORIES
from tests.support.broker.replays import replay_finding

pytestmark = pytest.mark.broker

CERTAIN = (
    "aiokafka-1",
    "aiokafka-5",
    "kafka-clients-1",
    "kafka-clients-2",
    "kafka-clients-3",
    "kafkajs-1",
    "librdkafka-1",
    "librdkafka-7",
    "sarama-1",
)


@pytest.mark.parametrize("name", CERTAIN)
def test_the_fault_is_seen_in_its_first_run(name: str) -> None:
    sighting = replay_finding(HISTORIES[name], 1)

    assert (True, 1) == (sighting.seen, sighting.tries), sighting.fact
    assert HISTORIES[name].fault in sighting.fact
