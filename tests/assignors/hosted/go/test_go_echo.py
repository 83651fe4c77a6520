"""What a Go client's balancer sees is what the group says, as far as that client can carry it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from kafka_assay.assignors.hosted.protocol import QuestionWriter
from kafka_assay.assignors.model import Group, Member, Topic
from tests.assignors.hosted.go.hosts import FRANZ, KAFKA_GO, OLD_FRANZ, OLD_SARAMA, SARAMA, echoed, talking
from tests.assignors.hosted.real_hosts import said

T0 = Topic(name="t0", partitions=2, replica_racks=(("ra", "rb"), ("rb",)))
UNWANTED = Topic(name="t9", partitions=5)
DIRTY = Member(
    id="é😀",
    subscription=("t0", "gone", "t0"),
    owned=(("t0", (1, -2)), ("gone", (4,))),
    generation=7,
    instance_id="i✓",
    rack="rb",
)
EXISTING = replace(DIRTY, subscription=("t9", "t0", "t9"))
FRESH = Member(id="C10", subscription=())
UNKNOWN = Member(id="C2", subscription=("t0",), owned=(("t0", (0,)),))


def group_with(*members: Member, topic: Topic = T0) -> Group:
    """`members` on a cluster with `topic`, and with another one that nobody wants."""
    return Group(topics=(topic, UNWANTED), members=members)


def speaking(version: int) -> Member:
    """A member on a rack that claims t0-0 at generation 7 and speaks `version`."""
    return Member(
        id="C0", subscription=("t0",), owned=(("t0", (0,)),), generation=7, rack="ra", metadata_version=version
    )


def claim(owned: dict[str, list[int]], generation: int) -> dict[str, Any]:
    """What is seen of a member's claims."""
    return {"owned": owned, "generation": generation}


@pytest.mark.parametrize("name", ["sticky", "cooperative-sticky"])
def test_franz_go_sees_all_that_a_group_says(name: str) -> None:
    """Static members first, then by id; topics and ids sorted; of racks the leaders'; a missing topic has no count."""
    seen = echoed(f"{FRANZ}:{name}", group_with(UNKNOWN, FRESH, DIRTY))

    assert {"t0": {"partitions": 2, "replica_racks": [["ra"], ["rb"]]}} == seen["topics"]
    assert [
        {"id": "é😀", "subscription": ["gone", "t0", "t0"], "instance_id": "i✓", "rack": "rb"}
        | claim({"t0": [-2, 1], "gone": [4]}, 7),
        {"id": "C10", "subscription": []} | claim({}, -1),
        {"id": "C2", "subscription": ["t0"]} | claim({"t0": [0]}, -1),
    ] == seen["members"]


def test_an_old_franz_go_sees_no_racks() -> None:
    """Its members do not send any, and it has no place for the partitions'."""
    seen = echoed(f"{OLD_FRANZ}:cooperative-sticky", group_with(DIRTY))

    assert {"t0": {"partitions": 2}} == seen["topics"]
    assert [
        {"id": "é😀", "subscription": ["gone", "t0", "t0"], "instance_id": "i✓"}
        | claim({"t0": [-2, 1], "gone": [4]}, 7)
    ] == seen["members"]


@pytest.mark.parametrize("release", [FRANZ, OLD_FRANZ])
@pytest.mark.parametrize("version", [0, 1, 2, 3, 9])
def test_franz_go_hears_sticky_claims_at_every_version(release: str, version: int) -> None:
    """They stand in the user data."""
    (member,) = echoed(f"{release}:sticky", group_with(speaking(version)))["members"]

    assert ({"t0": [0]}, 7) == (member["owned"], member["generation"])


@pytest.mark.parametrize("release", [FRANZ, OLD_FRANZ])
@pytest.mark.parametrize(("version", "owned"), [(0, {}), (1, {"t0": [0]}), (2, {"t0": [0]}), (3, {"t0": [0]})])
def test_franz_go_hears_cooperative_claims_from_version_1_on(
    release: str, version: int, owned: dict[str, list[int]]
) -> None:
    """Its own members tell the generation in their user data, too, so that no version loses it."""
    (member,) = echoed(f"{release}:cooperative-sticky", group_with(speaking(version)))["members"]

    assert (owned, 7) == (member["owned"], member["generation"])


@pytest.mark.parametrize(("version", "rack"), [(2, None), (3, "ra")])
def test_franz_go_hears_racks_from_version_3_on(version: int, rack: str | None) -> None:
    """
    Older subscriptions have no place for one; then there is no rack in the group, and partitions have none either.
    """
    seen = echoed(f"{FRANZ}:range", group_with(speaking(version)))

    assert rack == seen["members"][0].get("rack")
    assert (rack is not None) == ("replica_racks" in seen["topics"]["t0"])


@pytest.mark.parametrize(
    ("release", "name", "ids"),
    [(SARAMA, "sticky", [1, -2]), (SARAMA, "cooperative-sticky", [-2, 1]), (OLD_SARAMA, "sticky", [1, -2])],
)
def test_sarama_sees_claims_but_neither_instance_ids_nor_racks(release: str, name: str, ids: list[int]) -> None:
    """Order and repeats of subscriptions arrive as they are; cooperative members sort what they own."""
    seen = echoed(f"{release}:{name}", group_with(EXISTING, FRESH, UNKNOWN))

    assert {"t0": {"partitions": 2}, "t9": {"partitions": 5}} == seen["topics"]
    assert [
        {"id": "é😀", "subscription": ["t9", "t0", "t9"]} | claim({"t0": ids, "gone": [4]}, 7),
        {"id": "C10", "subscription": []} | claim({}, -1),
        {"id": "C2", "subscription": ["t0"]} | claim({"t0": [0]}, -1),
    ] == seen["members"]


@pytest.mark.parametrize("release", [SARAMA, OLD_SARAMA])
@pytest.mark.parametrize("version", [0, 1, 2, 3])
def test_sarama_hears_sticky_claims_at_every_version(release: str, version: int) -> None:
    """They stand in the user data, as its leader wrote them with the last assignment."""
    (member,) = echoed(f"{release}:sticky", group_with(speaking(version)))["members"]

    assert ({"t0": [0]}, 7) == (member["owned"], member["generation"])


@pytest.mark.parametrize(("version", "owned"), [(0, {}), (1, {"t0": [0]}), (2, {"t0": [0]}), (3, {"t0": [0]})])
def test_sarama_hears_cooperative_claims_from_version_1_on(version: int, owned: dict[str, list[int]]) -> None:
    """Before version 2 the generation is four bytes of user data."""
    (member,) = echoed(f"{SARAMA}:cooperative-sticky", group_with(speaking(version)))["members"]

    assert (owned, 7) == (member["owned"], member["generation"])


def test_kafka_go_sees_topics_and_the_order_of_members() -> None:
    """Nothing else of a member reaches its balancers; of a topic, the ids and the racks of the leaders."""
    seen = echoed(f"{KAFKA_GO}:range", group_with(DIRTY, FRESH))

    assert {"t0": {"partitions": 2, "replica_racks": [["ra"], ["rb"]]}} == seen["topics"]
    assert [
        {"id": "é😀", "subscription": ["t0", "gone", "t0"]},
        {"id": "C10", "subscription": []},
    ] == seen["members"]


def test_kafka_go_hears_racks_where_its_balancer_says_them() -> None:
    """A member of rack-affinity writes its rack into the user data."""
    seen = echoed(f"{KAFKA_GO}:rack-affinity", group_with(DIRTY, FRESH))

    assert ["rb", None] == [member.get("rack") for member in seen["members"]]


def test_an_echo_without_a_name_is_that_of_the_assignor_that_hears_most() -> None:
    """Of franz-go's that is cooperative-sticky."""
    with talking(f"{FRANZ}:range", ASSAY_ECHO="1") as process:
        plain, named = (
            said(process, QuestionWriter().line(1, name, group_with(speaking(0)), None).strip())
            for name in (b'"echo"', b'"echo-cooperative-sticky"')
        )

    assert {} == plain["echo"]["members"][0]["owned"]
    assert plain == named


@pytest.mark.parametrize("target", [f"{FRANZ}:sticky", f"{SARAMA}:sticky", f"{KAFKA_GO}:range"])
def test_without_members_nothing_is_seen(target: str) -> None:
    """Nobody is asked then."""
    assert {"topics": {}, "members": []} == echoed(target, group_with())
