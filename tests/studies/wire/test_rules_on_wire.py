"""The record of `rules_on_wire` covers every rule that the models call checked on the wire, and agrees with them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from kafka_assay.assignors.life_members import Protocol
from kafka_assay.membership.client_model import ClientModel, Situation
from kafka_assay.membership.client_table import MODELS
from studies.records import read_lines
from studies.wire.rules_on_wire import BEGIN, END, PAGE, RECORD, read_observations, rule_lines
from tests.support.wire.observation import Observation, Verdict, expected_metadata, verdict_on
from tests.support.wire.situations import SITUATIONS
from tests.support.wire.wire_members import MEMBERS, WireMember

SEEN = read_observations(read_lines(RECORD))
CLASSIC = [model for model in MODELS if model.protocol is not Protocol.CONSUMER]
JAVA = "kafka-clients 4.4.0 cooperative-sticky"


def members_of(model: ClientModel) -> Iterator[WireMember]:
    return (member for member in MEMBERS.values() if member.model == model)


@pytest.mark.parametrize("name", MEMBERS)
def test_what_a_member_sent_is_what_its_model_says(name: str) -> None:
    possible = [one for one in SITUATIONS if MEMBERS[name].obstacle(one) is None]

    verdicts = {one: verdict_on(SEEN[name, one]) for one in possible}

    assert [] == [one for one, verdict in verdicts.items() if verdict is Verdict.DIFFERS]
    assert Verdict.AGREES is verdicts["settled"]


@pytest.mark.parametrize("model", CLASSIC, ids=lambda model: f"{model.family}-{model.protocol.value}-{model.first}")
def test_a_rule_is_called_checked_on_the_wire_for_the_releases_of_the_record(model: ClientModel) -> None:
    releases = tuple(member.release for member in members_of(model))

    agreed = {
        SITUATIONS[seen.situation].rule
        for seen in SEEN.values()
        if MEMBERS[seen.member].model == model and verdict_on(seen) is Verdict.AGREES
    }

    assert releases
    assert sorted(releases) == sorted(model.seen)
    assert set(Situation) == agreed


def test_the_page_shows_the_record() -> None:
    page = PAGE.read_text("utf-8").partition(BEGIN)[2].partition(END)[0]

    assert "\n".join(rule_lines(SEEN, list(MEMBERS.values()))) in page


def changed(**sent: object) -> Observation:
    settled = SEEN[JAVA, "settled"]
    assert settled.sent is not None
    return replace(settled, sent=replace(settled.sent, **sent))  # type: ignore[arg-type]


@pytest.mark.parametrize("sent", [{"claims": ()}, {"field": None}, {"user_data": 4}, {"rack": None}, {"version": 2}])
def test_everything_that_a_member_sends_is_compared(sent: dict[str, object]) -> None:
    assert (Verdict.AGREES, Verdict.DIFFERS) == (verdict_on(changed()), verdict_on(changed(**sent)))


def test_a_member_that_does_not_join_again_differs_unless_that_is_expected() -> None:
    fenced = SEEN[JAVA, "FENCED_INSTANCE_ID to a heartbeat"]
    silent = SEEN["kafkajs 2.2.4 roundrobin", "a topic is deleted"]

    assert Verdict.DIFFERS is verdict_on(replace(changed(), sent=None, end="no JoinGroup"))
    assert (None, Verdict.AGREES) == (fenced.sent, verdict_on(fenced))
    assert (None, Verdict.NOT_JUDGED) == (silent.sent, verdict_on(silent))


def test_a_deleted_topic_is_dropped_by_the_model_of_a_client_that_has_noticed_it() -> None:
    name = "librdkafka 2.16.0 cooperative-sticky"

    assert ("t0",) == expected_metadata(SEEN[name, "a topic is deleted"]).topics
    assert ("t0", "t1") == expected_metadata(SEEN[name, "a topic is deleted, unnoticed"]).topics
