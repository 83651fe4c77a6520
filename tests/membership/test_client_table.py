"""The rules of all client families: complete, sourced, and as each client's source says."""

from collections.abc import Sequence

import pytest

from kafka_assay.assignors.life_members import Protocol
from kafka_assay.assignors.model import Claims, Member
from kafka_assay.membership.client_families import model_of
from kafka_assay.membership.client_model import ClientModel, Situation
from kafka_assay.membership.client_table import MODELS
from kafka_assay.membership.member_state import MemberState, as_member

HELD: Claims = (("t0", (1,)), ("t1", (0,)))
EAGER, COOPERATIVE = Protocol.EAGER, Protocol.COOPERATIVE
SETTLED, MISSED = Situation.SETTLED, Situation.MISSED_SYNC
HEARTBEAT, JOIN, SYNC = Situation.UNKNOWN_AT_HEARTBEAT, Situation.UNKNOWN_AT_JOIN, Situation.UNKNOWN_AT_SYNC
ILLEGAL = Situation.ILLEGAL_GENERATION


@pytest.mark.parametrize("model", MODELS, ids=lambda model: f"{model.family}-{model.protocol.value}-{model.first}")
def test_each_model_has_one_sourced_rule_for_each_situation(model: ClientModel) -> None:
    assert set(Situation) == {one for rule in model.rules for one in rule.situations if not rule.static_only}
    assert all(rule.source for rule in model.rules)


def claim(client: str, protocol: Protocol, situation: Situation) -> tuple[bool, int | None]:
    """Whether a member claims what it held from generation 3, and at which generation; it joined generation 4."""
    config = Member(id="C0", subscription=("t0", "t1"))
    state = MemberState(
        config=config, model=model_of(client, protocol), held=HELD, assigned=3, joined=4, situation=situation
    )
    sent = as_member(config, state.metadata(), protocol)
    assert sent.owned in {(), HELD}
    return sent.owned == HELD, sent.generation


FRANZ = [(True, 4), (True, 4), (False, 4), (True, 4), (False, 4), (False, 4)]
EXPECTED: list[tuple[str, Protocol, Sequence[tuple[bool, int | None]]]] = [
    # settled, missed sync, unknown at heartbeat, at join, at sync, illegal generation
    ("kafka-clients 2.2.2", EAGER, [(True, None)] * 6),
    ("kafka-clients 2.3", EAGER, [(True, 3)] * 6),
    ("kafka-clients 3.3.2", EAGER, [(True, 3)] * 6),
    ("kafka-clients", EAGER, [(True, 3)] * 6),
    (
        "kafka-clients 2.8.0",
        COOPERATIVE,
        [(True, None), (True, None), (False, None), (True, None), (True, None), (False, None)],
    ),
    ("kafka-clients 3.3.2", COOPERATIVE, [(True, 3), (True, 3)] + [(False, 3)] * 4),
    ("kafka-clients 4.4.0", COOPERATIVE, [(True, 3), (True, 4)] + [(False, 3)] * 4),
    ("librdkafka", EAGER, [(False, None)] * 6),
    ("librdkafka", COOPERATIVE, [(True, 3)] * 2 + [(False, 3)] * 4),
    ("sarama", EAGER, [(True, 3)] * 6),
    ("sarama", COOPERATIVE, [(True, 3), (True, 4)] + [(False, 3)] * 4),
    ("aiokafka", EAGER, [(True, None)] * 6),
    ("kafkajs", EAGER, [(False, None)] * 6),
    ("platformatic", EAGER, [(False, None)] * 6),
    ("platformatic", COOPERATIVE, [(True, 4)] * 2 + [(False, None)] * 4),
    ("kacrab", EAGER, [(False, None)] * 6),
    ("kacrab", COOPERATIVE, [(True, None)] * 6),
    ("kafka-python", EAGER, [(True, 3)] * 6),
    ("kafka-python", COOPERATIVE, [(True, None)] * 6),
    ("franz-go", EAGER, [(False, 4)] * 6),
    ("franz-go v1.17.0", EAGER, [(False, 4)] * 6),
    ("franz-go v1.16.1", EAGER, FRANZ),
    ("franz-go v1.14.0", EAGER, FRANZ),
    ("franz-go v1.9.1", EAGER, [(False, 4)] * 6),
    ("franz-go", COOPERATIVE, FRANZ),
    ("franz-go v1.21.7", COOPERATIVE, FRANZ),
    ("franz-go v1.20.7", COOPERATIVE, FRANZ),
    ("franz-go v1.14.0", COOPERATIVE, FRANZ),
    ("franz-go v1.9.1", COOPERATIVE, FRANZ),
]
"""Client, protocol, and the claim in each situation: does it claim, and at which generation."""


@pytest.mark.parametrize(("client", "protocol", "expected"), EXPECTED)
def test_what_a_client_claims(client: str, protocol: Protocol, expected: Sequence[tuple[bool, int | None]]) -> None:
    assert list(expected) == [claim(client, protocol, one) for one in (SETTLED, MISSED, HEARTBEAT, JOIN, SYNC, ILLEGAL)]


@pytest.mark.parametrize(("situation", "claims"), [(HEARTBEAT, ()), (JOIN, ()), (SETTLED, HELD)])
def test_a_missed_sync_brings_no_lost_claims_back(situation: Situation, claims: Claims) -> None:
    """Java's client gives its partitions up if it is told that its membership was lost."""
    config = Member(id="C0", subscription=("t0", "t1"))
    model = model_of("kafka-clients", COOPERATIVE)
    state = MemberState(config=config, model=model, held=HELD, assigned=3, joined=3, situation=situation)

    assert claims == state.without_sync(4).metadata().claims


def test_every_model_of_the_classic_protocol_is_in_the_table() -> None:
    tested = [model_of(client, protocol) for client, protocol, _ in EXPECTED]

    left = [model for model in MODELS if model.protocol is not Protocol.CONSUMER and model not in tested]

    assert [] == [(model.family, model.protocol, model.first) for model in left]


def test_a_member_that_names_no_client_claims_what_it_last_had() -> None:
    config = Member(id="C0", subscription=("t0",))
    for situation in Situation:
        state = MemberState(config=config, model=model_of(None, EAGER), held=HELD, assigned=3, situation=situation)

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
    config = Member(id="C0", subscription=("t0",))
    state = MemberState(config=config, model=model_of(client, protocol), held=HELD, assigned=3)

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
    config = Member(id="C0", subscription=("t0",), rack="r")

    assert rack == MemberState(config=config, model=model_of(client, protocol)).metadata().rack
