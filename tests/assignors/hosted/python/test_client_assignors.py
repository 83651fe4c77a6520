from __future__ import annotations

import warnings
from dataclasses import replace
from typing import Any

import pytest

from kafka_assay.assignors.hosted.python.client_host import (
    aiokafka_assignors,
    encode_subscription,
    kafka_python_assignors,
)
from kafka_assay.assignors.interface import CannotBeAsked
from kafka_assay.assignors.model import Group, Member, Topic, group_of

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # kafka-python 3.0 reads its schemas in a deprecated way
    SERVED = kafka_python_assignors()
CLASSES = aiokafka_assignors()


def call_arguments(name: str, group: Group) -> Any:
    """Return the arguments of the call of the assignor called `name`: cluster and members."""
    call: Any = SERVED[name].put(SERVED[name].fresh(), group)
    return call.args


def metadata_of(name: str, member: Any) -> Any:
    """Return what the assignor called `name` receives from `member`."""
    return SERVED[name].fresh().parse_member_metadata(member.metadata)


def claimant(version: int, generation: int | None = 7) -> Group:
    """Return a member that claims t0-1 and the nonexistent t0--2, with subscription version `version`."""
    member = Member(
        id="C0", subscription=("t0",), owned=(("t0", (1, -2)),), generation=generation, metadata_version=version
    )
    return Group(topics=(Topic(name="t0", partitions=2),), members=(member,))


def test_metadata_has_only_existing_subscribed_topics() -> None:
    cluster, _ = call_arguments("range", group_of({"t0": 2, "t1": 1}, {"C0": ["t0", "gone"]}))

    assert {"t0"} == cluster.topics()
    assert [{0, 1}, None, None] == [cluster.partitions_for_topic(topic) for topic in ("t0", "t1", "gone")]


def test_generation_is_in_the_user_data_before_version_2() -> None:
    """As four bytes."""
    _, (member,) = call_arguments("cooperative-sticky", claimant(1))

    assert b"\x00\x00\x00\x07" == member.metadata.user_data


@pytest.mark.parametrize("name", ["sticky", "cooperative-sticky"])
def test_unknown_generation_is_minus_one(name: str) -> None:
    _, (member,) = call_arguments(name, claimant(3, generation=None))

    assert metadata_of(name, member).generation == -1


@pytest.mark.parametrize("name", SERVED)
def test_ids_and_subscriptions_arrive_unchanged(name: str) -> None:
    """Order, repeats and non-ASCII ids. Dynamic members have no instance id."""
    group = group_of({"t0": 1}, {"é": ["t0", "a", "t0"], "C0": []})
    group = replace(group, members=(replace(group.members[0], instance_id="i✓"), group.members[1]))

    _, members = call_arguments(name, group)

    assert [("é", "i✓", ["t0", "a", "t0"]), ("C0", None, [])] == [
        (member.member_id, member.group_instance_id, list(member.metadata.topics)) for member in members
    ]


def test_class_state_is_reset_for_a_fresh_assignor() -> None:
    """The assignor keeps state on its class."""
    asked = CLASSES["sticky"].fresh()
    CLASSES["sticky"].put(asked, claimant(3))()

    assert asked._latest_partition_movements is not None
    assert CLASSES["sticky"].fresh()._latest_partition_movements is None


class Unwritable:
    """A subscription that its client cannot encode."""

    def encode(self) -> bytes:
        """Return None."""
        raise TypeError("object of type 'dict_itemiterator' has no len()")


def test_group_that_a_member_cannot_encode_is_not_expressible() -> None:
    with pytest.raises(CannotBeAsked, match="a member cannot write its subscription: TypeError: object of type"):
        encode_subscription(Unwritable)
