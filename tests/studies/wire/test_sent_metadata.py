from __future__ import annotations

import pytest

from kafka_assay.assignors.hosted.wire.subscriptions import Subscription
from kafka_assay.assignors.life_members import Protocol
from tests.support.wire.sent_metadata import sent_metadata

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
