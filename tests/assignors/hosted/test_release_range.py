from __future__ import annotations

from random import Random

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.release_order import ReleaseOrder
from kafka_assay.assignors.hosted.target_kinds import newest_per_series, parse_release_range

RELEASED = ["2.0.10", "2.0.2", "2.1.0", "1.4.7", "2.1.0rc1", "3.0.0"]


@pytest.mark.parametrize(
    ("ends", "found"),
    [
        ("..", "1.4.7 2.0.2 2.0.10 2.1.0 3.0.0"),
        ("2.0.2..2.1", "2.0.2 2.0.10 2.1.0"),
        ("2.0.3..", "2.0.10 2.1.0 3.0.0"),
        ("..2.0.2", "1.4.7 2.0.2"),
        ("2.0.2..2.0.2", "2.0.2"),
        ("2.1.0rc1..", "2.1.0rc1 2.1.0 3.0.0"),
    ],
)
def test_range_lists_its_releases_oldest_first(ends: str, found: str) -> None:
    """Both ends are included, an empty end is open; a pre-release counts only where named."""
    assert tuple(found.split()) == parse_release_range(f"kafka-python=={ends}:sticky").select(RELEASED)


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("kafka-python==..:sticky", "kafka-python==7:sticky"),
        ("maven:a.b:c:2.4.0..:D", "maven:a.b:c:7:D"),
        ("go:example.org/x@v1..v2:sticky", "go:example.org/x@7:sticky"),
        ("librdkafka==1.6.0..2.12.1:range", "librdkafka==7:range"),
        ("npm:@platformatic/kafka@..:roundrobin", "npm:@platformatic/kafka@7:roundrobin"),
    ],
)
def test_each_release_of_a_range_is_a_target(text: str, at: str) -> None:
    asked = parse_release_range(text)

    assert at == asked.target_at("7")
    assert asked.is_same_assignor(at)
    assert not asked.is_same_assignor("sticky")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("sticky", "has no releases: expected a kafka-python, aiokafka, maven, go, librdkafka"),
        ("exec:./host", "has no releases"),
        ("kafka-python:sticky", "instead of the release, such as kafka-python==..:sticky"),
        ("kafka-python==2.0.2:sticky", "such as kafka-python==2.0.2..:sticky"),
        ("kafka-python==3.0..2.0:sticky", "3.0 is newer than 2.0: expected the older one first"),
        ("npm:kafkajs@newest..:roundrobin", "'newest' is not a release"),
    ],
)
def test_malformed_range_is_rejected(text: str, why: str) -> None:
    with pytest.raises(AssayError) as wrong:
        parse_release_range(text)

    assert str(wrong.value).startswith(f"{text}: ")
    assert why in str(wrong.value)


def test_empty_range_names_oldest_and_newest_release() -> None:
    """Without pre-releases."""
    with pytest.raises(AssayError, match=r"no release in 4\.\.; the oldest release is 1\.4\.7, the newest 3\.0\.0"):
        parse_release_range("kafka-python==4..:sticky").select([*RELEASED, "3.1.0b1"])


def test_newest_patch_release_of_each_minor_version_is_selected() -> None:
    asked = parse_release_range("kafka-python==..:sticky")

    assert ("1.4.7", "2.0.10", "2.1.0", "3.0.0") == newest_per_series(asked.select(RELEASED), asked.order)


ROWS = {
    ReleaseOrder.PYTHON: (
        "0.9.0 1.0.dev1 1.0a1.dev2 1.0a1 1.0b2 1.0rc1 1.0rc1.post2 1.0 1.0.post1.dev3 1.0.post1 2.0.2 2.0.10 1!0.5"
    ),
    ReleaseOrder.SEMANTIC: (
        "v0.6.11 v1.5.0-alpha v1.5.0-alpha.1 v1.5.0-beta.2 v1.5.0-beta.11 v1.5.0-rc.1 v1.5.0 v1.20.0 v2.0.0"
    ),
    ReleaseOrder.MAVEN: "0.8.2-beta 0.8.2.0 0.11.0.0 2.4.0 3.0.0-M1 3.0.0-rc1 3.0.0-SNAPSHOT 3.0.0 3.0.0-ccs 3.0.1",
}


@pytest.mark.parametrize(("order", "row"), ROWS.items())
def test_releases_are_ordered_as_in_their_ecosystem(order: ReleaseOrder, row: str) -> None:
    releases = row.split()
    shuffled = Random(0).sample(releases, len(releases))

    assert releases == sorted(shuffled, key=order.sort_key)


@pytest.mark.parametrize("order", ReleaseOrder)
def test_a_text_that_is_no_release_comes_first(order: ReleaseOrder) -> None:
    assert ["?", "0.3", "1.0"] == sorted(["1.0", "?", "0.3"], key=order.sort_key)


PRE_RELEASES = {
    ReleaseOrder.PYTHON: ["3.0.0a1", "3.0.0rc1", "3.0.0.dev4", "hello"],
    ReleaseOrder.SEMANTIC: ["2.3.0-beta.3", "v0.0.0-20200101000000-abcdef012345", "latest"],
    ReleaseOrder.MAVEN: ["0.8.2-beta", "4.0.0-rc0", "4.0.0-SNAPSHOT"],
}
RELEASES = {
    ReleaseOrder.PYTHON: ["3.0.12", "1.0.post1"],
    ReleaseOrder.SEMANTIC: ["v1.22.2", "2.0.0+incompatible"],
    ReleaseOrder.MAVEN: ["4.4.0", "7.5.0-ccs", "1.0.Final"],
}


@pytest.mark.parametrize("order", ReleaseOrder)
def test_pre_releases_are_recognised(order: ReleaseOrder) -> None:
    """An unknown form counts as a pre-release, so nobody gets it unintentionally."""
    found = {release for release in [*PRE_RELEASES[order], *RELEASES[order]] if order.is_pre_release(release)}

    assert set(PRE_RELEASES[order]) == found


def test_trailing_zeros_are_ignored() -> None:
    assert {True} == {order.sort_key("1.0") == order.sort_key("1.0.0") for order in ReleaseOrder}
