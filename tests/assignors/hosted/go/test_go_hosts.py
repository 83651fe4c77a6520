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
    open_assignor,
)

NEWEST = (FRANZ, SARAMA, KAFKA_GO)
ALL = (*NEWEST, OLD_FRANZ, OLD_SARAMA, OLD_KAFKA_GO)
STICKY = (FRANZ, SARAMA, OLD_FRANZ, OLD_SARAMA)


@pytest.mark.parametrize("release", ALL)
def test_range_gives_blocks(release: str) -> None:
    """Six partitions, two members: the first three and the last three."""
    group = group_of({"t0": 6}, {"C0": ["t0"], "C1": ["t0"]})

    with open_assignor(f"{release}:range") as target:
        assert {"C0": {"t0": [0, 1, 2]}, "C1": {"t0": [3, 4, 5]}} == target.assign(group)


@pytest.mark.parametrize("release", ALL)
def test_roundrobin_gives_partitions_in_turn(release: str) -> None:
    group = group_of({"t0": 5}, {"C0": ["t0"], "C1": ["t0"]})

    with open_assignor(f"{release}:roundrobin") as target:
        assert {"C0": {"t0": [0, 2, 4]}, "C1": {"t0": [1, 3]}} == target.assign(group)


@pytest.mark.parametrize("release", [FRANZ, SARAMA, OLD_FRANZ])
def test_cooperative_withholds_partitions_that_others_still_own(release: str) -> None:
    """The host returns the first round's answer unchanged."""
    group = group_of({"t0": 2}, {"C0": ["t0"], "C1": ["t0"]}, {"C0": {"t0": [0, 1]}}, generation=3)

    with open_assignor(f"{release}:cooperative-sticky") as target:
        answer = target.assign(group)

    assert {} == answer["C1"]
    assert 1 == len(answer["C0"]["t0"])


@pytest.mark.parametrize("release", NEWEST)
def test_release_is_read_from_the_built_program(release: str) -> None:
    with open_assignor(f"{release}:range") as target:
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
def test_clients_make_no_promise_about_data_they_ignore(target: str, like: str) -> None:
    """Racks and instance ids, where a client does not know them."""
    with open_assignor(target) as there:
        assert like == there.like


def test_members_omitted_by_sarama_get_an_empty_assignment() -> None:
    """The leader of sarama sends it."""
    group = group_of({"t0": 1}, {"C0": ["t0"], "C1": ["t0"]})

    with open_assignor(f"{SARAMA}:range") as target:
        assert {"C0": {"t0": [0]}, "C1": {}} == target.assign(group)


def test_members_omitted_by_old_sarama_get_no_assignment() -> None:
    """Before v1.35.0."""
    group = group_of({"t0": 1}, {"C0": ["t0"], "C1": ["t0"]})

    with open_assignor(f"{OLD_SARAMA}:range") as target:
        assert {"t0": [0]} in target.assign(group).values()
        assert 1 == len(target.assign(group))


def test_sarama_cannot_express_a_topic_without_metadata() -> None:
    """Its leader ends the rebalance before it calls a strategy."""
    group = group_of({"t0": 1}, {"C0": ["t0", "gone"]})

    with open_assignor(f"{SARAMA}:sticky") as target, pytest.raises(AssignorFailed, match="no metadata") as failure:
        target.assign(group)

    assert "CannotBeAsked" == failure.value.kind


@pytest.mark.parametrize("release", [SARAMA, KAFKA_GO])
def test_group_without_any_subscription_cannot_be_expressed(release: str) -> None:
    """Members need a topic each, or do not join; another client's member may have none."""
    with open_assignor(f"{release}:range") as target:
        with pytest.raises(AssignorFailed, match="no member subscribes to a topic") as failure:
            target.assign(group_of({"t0": 1}, {"C0": []}))

        assert {"t0": [0]} == target.assign(group_of({"t0": 1}, {"C0": [], "C1": ["t0"]}))["C1"]

    assert "CannotBeAsked" == failure.value.kind


@pytest.mark.parametrize("release", NEWEST)
def test_group_without_members_gets_an_empty_answer(release: str) -> None:
    """There is no leader, so no assignor runs."""
    with open_assignor(f"{release}:range") as target:
        assert {} == target.assign(group_of({"t0": 2}, {}))
