from __future__ import annotations

from typing import Any

import pytest

from kafka_assay.assignors.hosted.python.client_classes import aiokafka_assignors
from kafka_assay.assignors.hosted.python.client_metadata import encode_subscription
from kafka_assay.assignors.interface import CannotBeAsked
from kafka_assay.assignors.model import Group, group_of
from tests.assignors.hosted.python.test_kafka_python import claimant

SERVED = aiokafka_assignors()


def answer(name: str, group: Group) -> Any:
    served = SERVED[name]
    return served.read(served.put(served.fresh(), group)())


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("range", {"C0": {"t0": [0, 1], "t1": [0, 1]}, "C1": {"t0": [2], "t1": [2]}}),
        ("roundrobin", {"C0": {"t0": [0, 2], "t1": [1]}, "C1": {"t0": [1], "t1": [0, 2]}}),
    ],
)
def test_documented_examples_hold(name: str, expected: object) -> None:
    """Two topics of three partitions and two members, from the docstrings of the classes."""
    group = group_of({"t0": 3, "t1": 3}, {"C0": ["t0", "t1"], "C1": ["t0", "t1"]})

    assert expected == answer(name, group)


def test_sticky_keeps_claimed_partitions() -> None:
    owned = {"C0": {"t0": [1, 3]}, "C1": {"t0": [0, 2]}}
    group = group_of({"t0": 4}, {"C0": ["t0"], "C1": ["t0"]}, owned, generation=3)

    assert owned == answer("sticky", group)


@pytest.mark.parametrize(("version", "generation"), [(0, 7), (3, 7), (3, None)])
def test_claims_are_sent_at_every_version(version: int, generation: int | None) -> None:
    """The user data has claims and generation; an unknown generation is -1."""
    sticky = SERVED["sticky"].fresh()
    call: Any = SERVED["sticky"].put(sticky, claimant(version, generation))

    said = sticky.parse_member_metadata(call.args[1]["C0"])

    assert ([("t0", 1), ("t0", -2)], -1 if generation is None else 7) == (said.partitions, said.generation)


def test_class_state_is_reset_for_a_fresh_assignor() -> None:
    """The assignor keeps state on its class."""
    asked = SERVED["sticky"].fresh()
    SERVED["sticky"].put(asked, claimant(3))()

    assert asked._latest_partition_movements is not None
    assert SERVED["sticky"].fresh()._latest_partition_movements is None


@pytest.mark.parametrize("name", SERVED)
def test_group_without_members_gets_an_empty_answer(name: str) -> None:
    """There is no leader, so no assignor runs."""
    assert {} == answer(name, group_of({"t0": 2}, {}))


class Unwritable:
    """A subscription that its client cannot encode."""

    def encode(self) -> bytes:
        """Return None."""
        raise TypeError("object of type 'dict_itemiterator' has no len()")


def test_group_that_a_member_cannot_encode_is_not_expressible() -> None:
    with pytest.raises(CannotBeAsked, match="a member cannot write its subscription: TypeError: object of type"):
        encode_subscription(Unwritable)
