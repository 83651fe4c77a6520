"""Real members against the scripted coordinator: what they send is what the models of their clients say."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from kafka_assay.assignors.hosted.wire.subscriptions import Subscription
from kafka_assay.assignors.life_members import Protocol
from tests.assignors.hosted.real_hosts import words_or_skip
from tests.support.wire.member_program import running_member
from tests.support.wire.observation import Observation, Verdict, observe, sent_metadata, verdict_on
from tests.support.wire.wire_members import MEMBERS

pytestmark = pytest.mark.functional

PYTHON = ["kafka-python 3.0.12 sticky", "kafka-python 3.0.12 cooperative-sticky", "aiokafka 0.14.0 sticky"]
OTHERS = [
    "kafka-clients 4.4.0 cooperative-sticky",
    "librdkafka 2.16.0 cooperative-sticky",
    "franz-go v1.22.2 cooperative-sticky",
    "sarama v1.61.1 cooperative-sticky",
    "platformatic 2.12.1 cooperative-sticky",
]


def seen_in(name: str, situation: str, folder: Path) -> Observation:
    member = MEMBERS[name]
    words = words_or_skip(name, lambda: member.program(folder))
    return asyncio.run(observe(member, words, situation))


@pytest.mark.integration
@pytest.mark.parametrize("situation", ["missed sync", "UNKNOWN_MEMBER_ID to JoinGroup", "a changed subscription"])
@pytest.mark.parametrize("name", PYTHON)
def test_an_installed_client_sends_what_its_model_says(name: str, situation: str, tmp_path: Path) -> None:
    seen = seen_in(name, situation, tmp_path)

    assert seen.sent is not None
    assert Verdict.AGREES is verdict_on(seen), seen


@pytest.mark.parametrize(
    "name", ["kafkajs 2.2.4 roundrobin", *(pytest.param(one, marks=pytest.mark.integration) for one in OTHERS)]
)
def test_a_fetched_client_sends_what_its_model_says(name: str, tmp_path: Path) -> None:
    seen = seen_in(name, "UNKNOWN_MEMBER_ID to SyncGroup", tmp_path)

    assert (5, 6) == (seen.assigned, seen.joined)
    assert Verdict.AGREES is verdict_on(seen), seen


def test_a_program_that_ends_is_noticed_with_its_last_words() -> None:
    async def run() -> tuple[str, str]:
        script = (
            "import sys; print('no such strategy'); print('  at main'); sys.exit(sys.stdin.readline() == 't0,t1\\n')"
        )
        with running_member((sys.executable, "-c", script)) as program:
            program.subscribe(("t0", "t1"))
            return await asyncio.wait_for(program.ended, 10), program.last_line()

    assert ("with exit code 1", "no such strategy") == asyncio.run(run())


STICKY = "00000001 0002 7430 00000002 00000001 00000000 00000005"
EAGER, COOPERATIVE = Protocol.EAGER, Protocol.COOPERATIVE


def sent(data: str, protocol: Protocol, generation: int = -1) -> tuple[object, object, object]:
    subscription = Subscription(
        version=3,
        topics=("t1", "t0"),
        user_data=bytes.fromhex(data),
        owned={"t1": (1, 0)},
        generation=generation,
        rack=None,
    )
    read = sent_metadata(subscription, protocol)
    assert ("t0", "t1") == read.topics
    return read.claims, read.field, read.user_data


@pytest.mark.parametrize("data", [STICKY, f"0001 {STICKY}"])
def test_an_eager_member_claims_in_its_user_data(data: str) -> None:
    assert ((("t0", (0, 1)),), None, 5) == sent(data, EAGER)


@pytest.mark.parametrize(("data", "generation"), [("00000004", 4), (STICKY, 5), ("ffffffff", None), ("", None)])
def test_a_cooperative_member_claims_in_its_subscription(data: str, generation: int | None) -> None:
    assert ((("t1", (0, 1)),), 6, generation) == sent(data, COOPERATIVE, 6)


def test_zeros_are_no_generation() -> None:
    assert ((), None, None) == sent("00000000 00000000", EAGER)
