"""The rules of all client families: complete and sourced; and which families share a group.

`tests/studies/wire/test_rules_on_wire.py` compares each of them with what the clients sent.
"""

from __future__ import annotations

import pytest

from kafka_assay.assignors.errors import InvalidGroup
from kafka_assay.assignors.life_members import Protocol
from kafka_assay.assignors.model import Claims, Member
from kafka_assay.membership.client_families import FAMILIES, STRATEGIES, guests_of, model_of
from kafka_assay.membership.client_model import ClientModel, Situation
from kafka_assay.membership.client_table import MODELS
from kafka_assay.membership.member_state import MemberState

CONFIG = Member(id="C0", subscription=("t0",), rack="r")
HELD: Claims = (("t0", (1,)), ("t1", (0,)))
EAGER, COOPERATIVE = Protocol.EAGER, Protocol.COOPERATIVE
SETTLED, HEARTBEAT, JOIN = Situation.SETTLED, Situation.UNKNOWN_AT_HEARTBEAT, Situation.UNKNOWN_AT_JOIN


@pytest.mark.parametrize("model", MODELS, ids=lambda model: f"{model.family}-{model.protocol.value}-{model.first}")
def test_each_model_has_one_sourced_rule_for_each_situation(model: ClientModel) -> None:
    assert set(Situation) == {one for rule in model.rules for one in rule.situations if not rule.static_only}
    assert all(rule.source for rule in model.rules)


@pytest.mark.parametrize(("situation", "claims"), [(HEARTBEAT, ()), (JOIN, ()), (SETTLED, HELD)])
def test_a_missed_sync_brings_no_lost_claims_back(situation: Situation, claims: Claims) -> None:
    """Java's client gives its partitions up if it is told that its membership was lost."""
    config, model = Member(id="C0", subscription=("t0", "t1")), model_of("kafka-clients", COOPERATIVE)
    state = MemberState(config=config, model=model, held=HELD, assigned=3, joined=3, situation=situation)

    assert claims == state.without_sync(4).metadata().claims


def test_a_member_that_names_no_client_claims_what_it_last_had() -> None:
    for situation in Situation:
        state = MemberState(config=CONFIG, model=model_of(None, EAGER), held=HELD, assigned=3, situation=situation)

        assert (HELD, 3) == (state.metadata().claims, state.metadata().user_data)


@pytest.mark.parametrize(
    ("client", "protocol", "claimed"),
    [
        ("kafka-clients", COOPERATIVE, ("t0",)),
        ("kafka-clients", EAGER, ("t0", "t1")),
        ("franz-go", COOPERATIVE, ("t0",)),
        ("franz-go v1.21.7", COOPERATIVE, ("t0", "t1")),
        ("franz-go v1.9.1", COOPERATIVE, ("t0",)),
        ("kafka-python", COOPERATIVE, ("t0", "t1")),
    ],
)
def test_a_changed_subscription_filters_the_claims_of_some_clients(
    client: str, protocol: Protocol, claimed: tuple[str, ...]
) -> None:
    state = MemberState(config=CONFIG, model=model_of(client, protocol), held=HELD, assigned=3)

    assert claimed == tuple(topic for topic, _ in state.metadata().claims)


@pytest.mark.parametrize(
    ("client", "protocol", "rack"),
    [
        ("kafka-clients 3.4.1", EAGER, "r"),
        ("kafka-clients 3.3.2", EAGER, None),
        ("franz-go v1.21.0", EAGER, "r"),
        ("franz-go v1.20.7", EAGER, None),
        ("kafka-clients 4.1.0", Protocol.CONSUMER, "r"),
        ("kafka-clients 4.0.0", Protocol.CONSUMER, None),
    ],
)
def test_a_rack_is_sent_since_some_release(client: str, protocol: Protocol, rack: str | None) -> None:
    assert rack == MemberState(config=CONFIG, model=model_of(client, protocol)).metadata().rack


@pytest.mark.parametrize("protocol", [EAGER, COOPERATIVE])
@pytest.mark.parametrize("strategy", ["range", "roundrobin", "sticky", "cooperative-sticky"])
def test_guests_share_a_strategy_with_their_host(strategy: str, protocol: Protocol) -> None:
    for host in FAMILIES:
        for guest in guests_of(host, strategy, protocol):
            assert strategy in STRATEGIES[host] & STRATEGIES[guest]


def test_an_eager_sarama_member_is_nobodys_guest_but_may_have_guests() -> None:
    """A strategy that no other client has has no guests."""
    assert not any("sarama" in guests_of(host, "sticky", EAGER) for host in FAMILIES)
    assert "kafka-clients" in guests_of("sarama", "sticky", EAGER)
    assert () == guests_of("kafkajs", "RoundRobinAssigner", EAGER) == guests_of("kafka-clients", "mine", EAGER)


@pytest.mark.parametrize(
    ("client", "says"), [("kafka-clientz", "kafka-clients"), ("kafka-clients 2.3", "a member of cooperative")]
)
def test_an_unknown_client_is_refused(client: str, says: str) -> None:
    with pytest.raises(InvalidGroup, match=says):
        model_of(client, Protocol.COOPERATIVE)
