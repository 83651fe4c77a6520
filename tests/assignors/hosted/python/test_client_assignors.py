from __future__ import annotations

import warnings
from dataclasses import replace
from typing import Any

import pytest

from kafka_assay.assignors.hosted.python.client_host import (
    encode_subscription,
    kafka_python_assignors,
)
from kafka_assay.assignors.interface import CannotBeAsked
from kafka_assay.assignors.model import Group, group_of

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # kafka-python 3.0 reads its schemas in a deprecated way
    SERVED = kafka_python_assignors()


def call_arguments(name: str, group: Group) -> Any:
    """Return the arguments of the call of the assignor called `name`: cluster and members."""
    call: Any = SERVED[name].put(SERVED[name].fresh(), group)
    return call.args


@pytest.mark.parametrize("name", SERVED)
def test_ids_and_subscriptions_arrive_unchanged(name: str) -> None:
    """Order, repeats and non-ASCII ids. Dynamic members have no instance id."""
    group = group_of({"t0": 1}, {"é": ["t0", "a", "t0"], "C0": []})
    group = replace(group, members=(replace(group.members[0], instance_id="i✓"), group.members[1]))

    _, members = call_arguments(name, group)

    assert [("é", "i✓", ["t0", "a", "t0"]), ("C0", None, [])] == [
        (member.member_id, member.group_instance_id, list(member.metadata.topics)) for member in members
    ]


class Unwritable:
    """A subscription that its client cannot encode."""

    def encode(self) -> bytes:
        """Return None."""
        raise TypeError("object of type 'dict_itemiterator' has no len()")


def test_group_that_a_member_cannot_encode_is_not_expressible() -> None:
    with pytest.raises(CannotBeAsked, match="a member cannot write its subscription: TypeError: object of type"):
        encode_subscription(Unwritable)
