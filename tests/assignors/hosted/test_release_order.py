from __future__ import annotations

from random import Random

import pytest

from kafka_assay.assignors.hosted.release_order import ReleaseOrder

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
