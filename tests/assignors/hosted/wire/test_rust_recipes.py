"""The recipes in Rust. No host has these clients, so their plans are compared with what their rules say."""

from __future__ import annotations

import pytest

from kafka_assay.assignors.hosted.host_target import HostTarget
from kafka_assay.assignors.model import Group, Member, Topic, group_of
from studies.wire.rust_recipes import ensure_rust_consumer
from tests.assignors.hosted.real_hosts import MISSING, start_or_skip
from tests.assignors.hosted.wire.programs import opened, wire_target

pytestmark = [pytest.mark.functional, pytest.mark.rust]

TOO_OLD = "is not supported by the following package"
"""Cargo's message about a Rust that is older than a crate asks for."""

UNEQUAL = group_of({"a": 3, "b": 4}, {"C0": ["a", "b"], "C1": ["a"]})
OWNED = Group(
    topics=(Topic(name="a", partitions=4),),
    members=(
        Member(id="C0", subscription=("a",), owned=(("a", (0, 1, 3)),), generation=4),
        Member(id="C1", subscription=("a",), owned=(("a", (2,)),), generation=4),
    ),
)


def plans(client: str, version: str, strategy: str, groups: list[Group]) -> tuple[HostTarget, list[object]]:
    program = start_or_skip(client, lambda: ensure_rust_consumer(client, version), (*MISSING, TOO_OLD))
    with opened(wire_target((str(program),), strategy)) as target:
        return target, [target.assign(group) for group in groups]


@pytest.mark.parametrize(("client", "version"), [("krafka", "0.28.0"), ("kacrab", "0.4.0")])
@pytest.mark.parametrize(
    ("strategy", "plan"),
    [
        ("range", {"C0": {"a": [0, 1], "b": [0, 1, 2, 3]}, "C1": {"a": [2]}}),
        ("roundrobin", {"C0": {"a": [0, 2], "b": [0, 1, 2, 3]}, "C1": {"a": [1]}}),
    ],
)
def test_a_rust_client_follows_the_rule_of_its_strategy(client: str, version: str, strategy: str, plan: object) -> None:
    target, (found,) = plans(client, version, strategy, [UNEQUAL])

    assert plan == found
    assert (client, version) == (target.implementation, target.version)


@pytest.mark.parametrize(("client", "version"), [("krafka", "0.28.0"), ("kacrab", "0.4.0")])
def test_claims_reach_the_cooperative_leader_of_a_rust_client(client: str, version: str) -> None:
    _, (found,) = plans(client, version, "cooperative-sticky", [OWNED])

    assert isinstance(found, dict)
    assert [2] == found["C1"]["a"]  # a partition that moves waits for its owner
    assert 2 == len(found["C0"]["a"])
