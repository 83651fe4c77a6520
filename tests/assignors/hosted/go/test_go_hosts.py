"""What the Go clients answer, newest releases and one old release each."""

from __future__ import annotations

import pytest

from kafka_assay.assignors.interface import AssignorFailed
from kafka_assay.assignors.model import group_of
from tests.assignors.hosted.go.hosts import (
    FRANZ,
    KAFKA_GO,
    OLD_FRANZ,
    OLD_KAFKA_GO,
    OLD_SARAMA,
    SARAMA,
    opened,
)

NEWEST = (FRANZ, SARAMA, KAFKA_GO)
ALL = (*NEWEST, OLD_FRANZ, OLD_SARAMA, OLD_KAFKA_GO)
STICKY = (FRANZ, SARAMA, OLD_FRANZ, OLD_SARAMA)


@pytest.mark.parametrize("release", ALL)
def test_range_gives_blocks(release: str) -> None:
    """Six partitions, two members: the first three and the last three."""
    group = group_of({"t0": 6}, {"C0": ["t0"], "C1": ["t0"]})

    with opened(f"{release}:range") as target:
        assert {"C0": {"t0": [0, 1, 2]}, "C1": {"t0": [3, 4, 5]}} == target.assign(group)


@pytest.mark.parametrize("release", ALL)
def test_roundrobin_deals(release: str) -> None:
    """Partitions go to the members in turn."""
    group = group_of({"t0": 5}, {"C0": ["t0"], "C1": ["t0"]})

    with opened(f"{release}:roundrobin") as target:
        assert {"C0": {"t0": [0, 2, 4]}, "C1": {"t0": [1, 3]}} == target.assign(group)


@pytest.mark.parametrize("release", STICKY)
def test_sticky_keeps_what_it_is_told(release: str) -> None:
    """Claims reach the balancer: an even group keeps all of them."""
    owned = {"C0": {"t0": [1, 3]}, "C1": {"t0": [0, 2]}}
    group = group_of({"t0": 4}, {"C0": ["t0"], "C1": ["t0"]}, owned, generation=3)

    with opened(f"{release}:sticky") as target:
        assert owned == target.assign(group)


@pytest.mark.parametrize("release", [FRANZ, SARAMA, OLD_FRANZ])
def test_cooperative_withholds_what_another_member_still_has(release: str) -> None:
    """The first round's answer is given as it is: what moves is with nobody."""
    group = group_of({"t0": 2}, {"C0": ["t0"], "C1": ["t0"]}, {"C0": {"t0": [0, 1]}}, generation=3)

    with opened(f"{release}:cooperative-sticky") as target:
        answer = target.assign(group)

    assert {} == answer["C1"]
    assert 1 == len(answer["C0"]["t0"])


@pytest.mark.parametrize("release", NEWEST)
def test_the_release_is_what_the_go_tool_built(release: str) -> None:
    """The greeting says the version that is in the program, not the one that was asked for."""
    with opened(f"{release}:range") as target:
        assert release.rpartition("@")[2] == target.version


@pytest.mark.parametrize(
    ("target", "like"),
    [
        (f"{FRANZ}:sticky", "sticky,+optimal,-racks"),
        (f"{FRANZ}:cooperative-sticky", "cooperative-sticky,+optimal,-racks"),
        (f"{FRANZ}:roundrobin", "roundrobin"),
        (f"{SARAMA}:range", "range,-static,-racks"),
        (f"{KAFKA_GO}:roundrobin", "roundrobin,-static,-even,+per-topic"),
        (f"{KAFKA_GO}:rack-affinity", "+per-topic"),
    ],
)
def test_a_client_promises_nothing_about_what_it_never_looks_at(target: str, like: str) -> None:
    """Racks and instance ids are taken away where a client cannot know them; franz-go says that it is optimal."""
    with opened(target) as there:
        assert like == there.like


def test_members_whom_sarama_left_out_get_nothing_from_its_leader() -> None:
    """The leader sends an empty assignment to whomever the strategy forgot."""
    group = group_of({"t0": 1}, {"C0": ["t0"], "C1": ["t0"]})

    with opened(f"{SARAMA}:range") as target:
        assert {"C0": {"t0": [0]}, "C1": {}} == target.assign(group)


def test_an_old_leader_of_sarama_forgot_them_too() -> None:
    """Before v1.35.0 nothing was sent to them."""
    group = group_of({"t0": 1}, {"C0": ["t0"], "C1": ["t0"]})

    with opened(f"{OLD_SARAMA}:range") as target:
        assert {"t0": [0]} in target.assign(group).values()
        assert 1 == len(target.assign(group))


def test_sarama_is_not_asked_about_a_topic_without_metadata() -> None:
    """Its leader ends the rebalance before it asks a strategy."""
    group = group_of({"t0": 1}, {"C0": ["t0", "gone"]})

    with opened(f"{SARAMA}:sticky") as target, pytest.raises(AssignorFailed, match="no metadata") as failure:
        target.assign(group)

    assert "CannotBeAsked" == failure.value.kind


@pytest.mark.parametrize("release", [SARAMA, KAFKA_GO])
def test_a_group_that_wants_nothing_has_no_leader_who_could_be_asked(release: str) -> None:
    """Their members want a topic each, or do not join; another client's member may want none."""
    with opened(f"{release}:range") as target:
        with pytest.raises(AssignorFailed, match="nobody wants a topic") as failure:
            target.assign(group_of({"t0": 1}, {"C0": []}))

        assert {"t0": [0]} == target.assign(group_of({"t0": 1}, {"C0": [], "C1": ["t0"]}))["C1"]

    assert "CannotBeAsked" == failure.value.kind


@pytest.mark.parametrize("release", NEWEST)
def test_a_group_without_members_is_put_to_nobody(release: str) -> None:
    """The members elect who is asked: without any, the answer is empty."""
    with opened(f"{release}:range") as target:
        assert {} == target.assign(group_of({"t0": 2}, {}))
