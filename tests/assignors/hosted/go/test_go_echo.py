from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from kafka_assay.assignors.hosted.protocol import QuestionWriter
from kafka_assay.assignors.model import Group, Member, Topic
from tests.assignors.hosted.go.hosts import FRANZ, KAFKA_GO, OLD_FRANZ, OLD_SARAMA, SARAMA, echo_of, run_host
from tests.assignors.hosted.real_hosts import reply_to

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
    """Return a group of `members` on a cluster with `topic` and a topic without subscribers."""
    return Group(topics=(topic, UNWANTED), members=members)


def member_at_version(version: int) -> Member:
    """Return a member on a rack that claims t0-0 at generation 7 and uses subscription version `version`."""
    return Member(
        id="C0", subscription=("t0",), owned=(("t0", (0,)),), generation=7, rack="ra", metadata_version=version
    )


def claim(owned: dict[str, list[int]], generation: int) -> dict[str, Any]:
    """Return what the host sees of a member's claims."""
    return {"owned": owned, "generation": generation}


@pytest.mark.parametrize("name", ["sticky", "cooperative-sticky"])
def test_franz_go_sees_the_whole_group(name: str) -> None:
    """Static members first, then by id. Only the leaders' racks. A missing topic has no count."""
    seen = echo_of(f"{FRANZ}:{name}", group_with(UNKNOWN, FRESH, DIRTY))

    assert {"t0": {"partitions": 2, "replica_racks": [["ra"], ["rb"]]}} == seen["topics"]
    assert [
        {"id": "é😀", "subscription": ["gone", "t0", "t0"], "instance_id": "i✓", "rack": "rb"}
        | claim({"t0": [-2, 1], "gone": [4]}, 7),
        {"id": "C10", "subscription": []} | claim({}, -1),
        {"id": "C2", "subscription": ["t0"]} | claim({"t0": [0]}, -1),
    ] == seen["members"]


def test_old_franz_go_sees_no_racks() -> None:
    seen = echo_of(f"{OLD_FRANZ}:cooperative-sticky", group_with(DIRTY))

    assert {"t0": {"partitions": 2}} == seen["topics"]
    assert [
        {"id": "é😀", "subscription": ["gone", "t0", "t0"], "instance_id": "i✓"}
        | claim({"t0": [-2, 1], "gone": [4]}, 7)
    ] == seen["members"]


@pytest.mark.parametrize("release", [FRANZ, OLD_FRANZ])
@pytest.mark.parametrize("version", [0, 1, 2, 3, 9])
def test_franz_go_reads_sticky_claims_at_every_version(release: str, version: int) -> None:
    """They are in the user data."""
    (member,) = echo_of(f"{release}:sticky", group_with(member_at_version(version)))["members"]

    assert ({"t0": [0]}, 7) == (member["owned"], member["generation"])


@pytest.mark.parametrize("release", [FRANZ, OLD_FRANZ])
@pytest.mark.parametrize(("version", "owned"), [(0, {}), (1, {"t0": [0]}), (2, {"t0": [0]}), (3, {"t0": [0]})])
def test_franz_go_reads_cooperative_claims_from_version_1_on(
    release: str, version: int, owned: dict[str, list[int]]
) -> None:
    """Its user data contains the generation at every version."""
    (member,) = echo_of(f"{release}:cooperative-sticky", group_with(member_at_version(version)))["members"]

    assert (owned, 7) == (member["owned"], member["generation"])


@pytest.mark.parametrize(("version", "rack"), [(2, None), (3, "ra")])
def test_franz_go_reads_racks_from_version_3_on(version: int, rack: str | None) -> None:
    """Without member racks, the partitions have none either."""
    seen = echo_of(f"{FRANZ}:range", group_with(member_at_version(version)))

    assert rack == seen["members"][0].get("rack")
    assert (rack is not None) == ("replica_racks" in seen["topics"]["t0"])


@pytest.mark.parametrize(
    ("release", "name", "ids"),
    [(SARAMA, "sticky", [1, -2]), (SARAMA, "cooperative-sticky", [-2, 1]), (OLD_SARAMA, "sticky", [1, -2])],
)
def test_sarama_sees_claims_but_neither_instance_ids_nor_racks(release: str, name: str, ids: list[int]) -> None:
    """Subscriptions keep order and repeats; cooperative members sort their owned partitions."""
    seen = echo_of(f"{release}:{name}", group_with(EXISTING, FRESH, UNKNOWN))

    assert {"t0": {"partitions": 2}, "t9": {"partitions": 5}} == seen["topics"]
    assert [
        {"id": "é😀", "subscription": ["t9", "t0", "t9"]} | claim({"t0": ids, "gone": [4]}, 7),
        {"id": "C10", "subscription": []} | claim({}, -1),
        {"id": "C2", "subscription": ["t0"]} | claim({"t0": [0]}, -1),
    ] == seen["members"]


@pytest.mark.parametrize("release", [SARAMA, OLD_SARAMA])
@pytest.mark.parametrize("version", [0, 1, 2, 3])
def test_sarama_reads_sticky_claims_at_every_version(release: str, version: int) -> None:
    """They are in the user data, as its leader wrote them with the last assignment."""
    (member,) = echo_of(f"{release}:sticky", group_with(member_at_version(version)))["members"]

    assert ({"t0": [0]}, 7) == (member["owned"], member["generation"])


@pytest.mark.parametrize(("version", "owned"), [(0, {}), (1, {"t0": [0]}), (2, {"t0": [0]}), (3, {"t0": [0]})])
def test_sarama_reads_cooperative_claims_from_version_1_on(version: int, owned: dict[str, list[int]]) -> None:
    """Before version 2 the generation is four bytes of user data."""
    (member,) = echo_of(f"{SARAMA}:cooperative-sticky", group_with(member_at_version(version)))["members"]

    assert (owned, 7) == (member["owned"], member["generation"])


def test_kafka_go_sees_topics_and_member_order_only() -> None:
    """Of a topic it sees the partition ids and the leaders' racks."""
    seen = echo_of(f"{KAFKA_GO}:range", group_with(DIRTY, FRESH))

    assert {"t0": {"partitions": 2, "replica_racks": [["ra"], ["rb"]]}} == seen["topics"]
    assert [
        {"id": "é😀", "subscription": ["t0", "gone", "t0"]},
        {"id": "C10", "subscription": []},
    ] == seen["members"]


def test_kafka_go_reads_racks_for_rack_affinity_only() -> None:
    """A member of rack-affinity writes its rack into the user data."""
    seen = echo_of(f"{KAFKA_GO}:rack-affinity", group_with(DIRTY, FRESH))

    assert ["rb", None] == [member.get("rack") for member in seen["members"]]


def test_default_echo_is_of_the_assignor_that_reads_most() -> None:
    """For franz-go that is cooperative-sticky."""
    with run_host(f"{FRANZ}:range", ASSAY_ECHO="1") as process:
        plain, named = (
            reply_to(process, QuestionWriter().line(1, name, group_with(member_at_version(0)), None).strip())
            for name in (b'"echo"', b'"echo-cooperative-sticky"')
        )

    assert {} == plain["echo"]["members"][0]["owned"]
    assert plain == named


@pytest.mark.parametrize("target", [f"{FRANZ}:sticky", f"{SARAMA}:sticky", f"{KAFKA_GO}:range"])
def test_group_without_members_has_an_empty_echo(target: str) -> None:
    assert {"topics": {}, "members": []} == echo_of(target, group_with())
