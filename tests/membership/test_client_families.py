"""The model of a client by its name, and which client families share a group."""

import pytest

from kafka_assay.assignors.errors import InvalidGroup
from kafka_assay.assignors.life_members import Protocol
from kafka_assay.membership.client_families import FAMILIES, STRATEGIES, guests_of, model_of


def test_the_strategies_of_every_family_are_known() -> None:
    assert set(FAMILIES) == set(STRATEGIES)


@pytest.mark.parametrize("protocol", [Protocol.EAGER, Protocol.COOPERATIVE])
@pytest.mark.parametrize("strategy", ["range", "roundrobin", "sticky", "cooperative-sticky"])
def test_guests_share_a_strategy_with_their_host(strategy: str, protocol: Protocol) -> None:
    for host in FAMILIES:
        for guest in guests_of(host, strategy, protocol):
            assert strategy in STRATEGIES[host] & STRATEGIES[guest]


@pytest.mark.parametrize("host", FAMILIES)
def test_an_eager_sarama_member_is_nobodys_guest_but_may_have_guests(host: str) -> None:
    assert "sarama" not in guests_of(host, "sticky", Protocol.EAGER)
    assert "kafka-clients" in guests_of("sarama", "sticky", Protocol.EAGER)


@pytest.mark.parametrize(("host", "strategy"), [("kafkajs", "RoundRobinAssigner"), ("kafka-clients", "mine")])
def test_a_strategy_that_no_other_client_has_has_no_guests(host: str, strategy: str) -> None:
    assert () == guests_of(host, strategy, Protocol.EAGER)


@pytest.mark.parametrize(
    ("client", "says"), [("kafka-clientz", "kafka-clients"), ("kafka-clients 2.3", "a member of cooperative")]
)
def test_an_unknown_client_is_refused(client: str, says: str) -> None:
    with pytest.raises(InvalidGroup, match=says):
        model_of(client, Protocol.COOPERATIVE)
