from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from kafka_assay.assignors.model import Group, Member, Topic
from tests.assignors.hosted.java.hosts import (
    COOPERATIVE_FIRST,
    NEWEST,
    NEWEST_COORDINATOR,
    OLDEST,
    OLDEST_COORDINATOR,
    Talk,
    echo_of,
)

T0 = Topic(name="t0", partitions=2, replica_racks=(("ra", "rb", "ra"), ()))
NO_RACKS = Topic(name="a.b_c-D", partitions=3)
UNWANTED = Topic(name="t9", partitions=5)
DIRTY = Member(
    id='é😀"\\\n',
    subscription=("t0", "gone", "t0"),
    owned=(("t0", (1, -2, 9)), ("gone", (4,)), ("t9", (0,))),
    generation=7,
    instance_id="i✓",
    rack="r é",
)
FRESH = Member(id="C10", subscription=())
UNKNOWN = Member(id="C2", subscription=("a.b_c-D", "t0"), owned=(("t0", (0,)),))
GROUP = Group(topics=(T0, NO_RACKS, UNWANTED), members=(UNKNOWN, FRESH, DIRTY))

TOPICS = {"t0": {"partitions": 2, "replica_racks": [["ra", "rb", "ra"], []]}, "a.b_c-D": {"partitions": 3}}
CLAIMS = {"t0": [1, -2, 9], "gone": [4], "t9": [0]}


def member_at_version(version: int, owned: tuple[int, ...] = (0,)) -> Group:
    """Return a member on a rack that claims partitions of t0 at generation 7 and uses version `version`."""
    member = Member(id="C0", subscription=("t0",), owned=(("t0", owned),), generation=7, rack="ra", instance_id="i0")
    return Group(topics=(T0,), members=(replace(member, metadata_version=version),))


@pytest.mark.parametrize("name", ["StickyAssignor", "CooperativeStickyAssignor"])
def test_newest_release_sees_the_whole_group(echoing: Talk, name: str) -> None:
    """Order, repeats, dirty claims, racks and any ids. Topics without subscribers are missing."""
    told = echo_of(echoing(f"{NEWEST}:{name}"), GROUP)

    assert TOPICS == told["topics"]
    assert [
        {"id": "C2", "subscription": ["a.b_c-D", "t0"], "owned": {"t0": [0]}},
        {"id": "C10", "subscription": []},
        {
            "id": DIRTY.id,
            "subscription": ["t0", "gone", "t0"],
            "owned": CLAIMS,
            "generation": 7,
            "instance_id": "i✓",
            "rack": "r é",
        },
    ] == told["members"]


def test_oldest_release_sees_claims_only(echoing: Talk) -> None:
    """0.11 has no generations, instance ids or racks. Its topics come in hash order."""
    told = echo_of(echoing(f"{OLDEST}:StickyAssignor"), GROUP)

    assert TOPICS == told["topics"]
    assert [
        {"id": "C2", "subscription": ["a.b_c-D", "t0"], "owned": {"t0": [0]}},
        {"id": "C10", "subscription": []},
        {"id": DIRTY.id, "subscription": ["t0", "gone", "t0"], "owned": CLAIMS},
    ] == told["members"]


def test_eager_members_join_without_owned_partitions(echoing: Talk) -> None:
    """Members of range have revoked everything; only the generation remains."""
    (member,) = echo_of(echoing(f"{NEWEST}:RangeAssignor"), member_at_version(3))["members"]

    assert {"id": "C0", "subscription": ["t0"], "generation": 7, "instance_id": "i0", "rack": "ra"} == member


@pytest.mark.parametrize("version", [0, 1, 2, 3, 9])
def test_sticky_claims_are_read_at_every_version(echoing: Talk, version: int) -> None:
    """The user data contains claims and generation."""
    (member,) = echo_of(echoing(f"{NEWEST}:StickyAssignor"), member_at_version(version))["members"]

    assert ({"t0": [0]}, 7) == (member["owned"], member["generation"])


@pytest.mark.parametrize(
    ("version", "heard"),
    [
        (0, {"generation": 7}),
        (1, {"owned": {"t0": [0]}, "generation": 7}),
        (2, {"owned": {"t0": [0]}, "generation": 7}),
        (3, {"owned": {"t0": [0]}, "generation": 7, "rack": "ra"}),
        (9, {"owned": {"t0": [0]}, "generation": 7, "rack": "ra"}),
    ],
)
def test_cooperative_claims_are_read_from_version_1_on(echoing: Talk, version: int, heard: dict[str, Any]) -> None:
    """Generation: in the subscription from version 2, always in user data. Rack: from version 3."""
    (member,) = echo_of(echoing(f"{NEWEST}:CooperativeStickyAssignor"), member_at_version(version))["members"]

    assert {"id": "C0", "subscription": ["t0"], "instance_id": "i0"} | heard == member


@pytest.mark.parametrize("version", [0, 1, 3])
def test_first_cooperative_release_reads_no_generations(echoing: Talk, version: int) -> None:
    """2.4."""
    (member,) = echo_of(echoing(f"{COOPERATIVE_FIRST}:CooperativeStickyAssignor"), member_at_version(version))[
        "members"
    ]

    owned = {"owned": {"t0": [0]}} if version else {}
    assert {"id": "C0", "subscription": ["t0"], "instance_id": "i0"} | owned == member


@pytest.mark.parametrize("release", [NEWEST_COORDINATOR, OLDEST_COORDINATOR])
def test_coordinator_gets_only_claims_that_it_could_hold(echoing: Talk, release: str) -> None:
    """Only the newest claim counts, and none on partitions that never existed."""
    rival = Member(id="C3", subscription=("t0",), owned=(("t0", (1, 0)), ("gone", (4,))), generation=6)
    told = echo_of(echoing(f"{release}:UniformAssignor"), replace(GROUP, members=(*GROUP.members, rival)))

    fresh, empty, dirty, late = told["members"]
    replicas = told["topics"]["t0"].pop("replica_racks")
    assert {"t0": {"partitions": 2}, "a.b_c-D": {"partitions": 3}} == told["topics"]
    assert [["ra", "rb"], []] == [sorted(racks) for racks in replicas]
    assert ({"a.b_c-D", "t0"}, None) == (set(fresh["subscription"]), fresh.get("owned"))
    assert {"id": "C10", "subscription": []} == empty
    assert {
        "id": DIRTY.id,
        "subscription": ["t0"],
        "owned": {"t0": [1], "gone": [4], "t9": [0]},
        "instance_id": "i✓",
        "rack": "r é",
    } == dirty
    assert {"id": "C3", "subscription": ["t0"], "owned": {"t0": [0]}} == late


@pytest.mark.parametrize(
    ("release", "others", "said"),
    [
        (NEWEST_COORDINATOR, ("t0", "gone"), "Homogeneous"),
        (NEWEST_COORDINATOR, ("t0",), "Heterogeneous"),
        (OLDEST_COORDINATOR, ("t0", "gone"), None),
    ],
)
def test_coordinator_states_whether_subscriptions_are_equal(
    echoing: Talk, release: str, others: tuple[str, ...], said: str | None
) -> None:
    """By name and as sets, missing topics included; up to 3.7 the assignor does this itself."""
    members = (Member(id="a", subscription=("gone", "t0", "t0")), Member(id="b", subscription=others))

    told = echo_of(echoing(f"{release}:UniformAssignor"), Group(topics=(T0,), members=members))

    assert said == told.get("subscription_type")


def test_coordinator_gets_neither_of_two_equal_claims(echoing: Talk) -> None:
    """It would hold one of them, and nobody can know which."""
    twins = tuple(
        Member(id=name, subscription=("t0",), owned=(("t0", (0,)),), generation=generation)
        for name, generation in (("a", 7), ("b", 7), ("c", 6))
    )

    told = echo_of(echoing(f"{NEWEST_COORDINATOR}:UniformAssignor"), Group(topics=(T0,), members=twins))

    assert [None, None, None] == [member.get("owned") for member in told["members"]]


def test_group_without_members_has_an_empty_echo(echoing: Talk) -> None:
    empty = Group(topics=(T0,), members=())

    assert {"topics": {}, "members": []} == echo_of(echoing(f"{NEWEST}:StickyAssignor"), empty)
