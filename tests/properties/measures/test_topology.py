"""Tests of amounts by member, host and topic, and of their measures, on groups small enough to count by hand."""

from __future__ import annotations

import pytest

from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.properties.measures.places import placement
from kafka_assay.properties.measures.topology import rank_bias, topology
from tests.properties.verdicts import on_hosts, placement_on
from tests.support.mutants.groups import changed

PAIR = on_hosts({"t": 2, "u": 4, "v": 1}, {"a": "h1", "b": "h1", "c": "h2", "d": "h2"})
TOGETHER: Assignment = {
    "a": {"t": [0], "u": [0]},
    "b": {"t": [1], "u": [1]},
    "c": {"u": [2]},
    "d": {"u": [3], "v": [0]},
}
APART: Assignment = {"a": {"t": [0], "u": [0]}, "b": {"u": [1]}, "c": {"t": [1], "u": [2]}, "d": {"u": [3], "v": [0]}}


def test_peaks_and_idle_hosts_where_one_has_everything() -> None:
    found = topology(
        placement_on(on_hosts({"t": 8}, dict(zip("abcd", "wxyz", strict=True))), {"b": {"t": [*range(8)]}})
    )

    assert (4.0, 3, 0.0) == (found.host_peak, found.idle_hosts, found.first_quarter)


@pytest.mark.parametrize(
    ("loads", "bias"), [([4, 3, 2, 1], -1.0), ([1, 2, 3], 1.0), ([2, 2], 0.0), ([5], 0.0), ([1, 3, 1, 3], 0.408)]
)
def test_rank_bias_shows_whether_the_first_hosts_get_more(loads: list[float], bias: float) -> None:
    assert bias == pytest.approx(rank_bias(loads), abs=0.001)


@pytest.mark.parametrize(
    ("answer", "figures"), [(TOGETHER, ((0.5 + 1 + 1) / 3, (2 + 1 + 1) / 3, 0.5, 1 / 3)), (APART, (1, 1, 0, 1 / 3))]
)
def test_measures_of_topics_are_means_or_of_the_worst_host(
    answer: Assignment, figures: tuple[float, float, float, float]
) -> None:
    """v has one partition. h1 has more than half of t, h2 more than half of v; half of u is not more than half."""
    found = topology(placement_on(PAIR, answer))

    assert figures == (found.reach, found.over_bound, found.one_host, found.blast_radius)


def test_group_without_partitions_has_no_figures() -> None:
    found = topology(placement_on(on_hosts({"t": 0}, {"a": "h1", "b": "h2"}), {}))

    assert (2, 2) == (found.idle_members, found.idle_hosts)
    assert {None} == {found.host_peak, found.first_quarter, found.reach, found.one_host, found.blast_radius}


THREE = on_hosts({"t": 3}, {"b": "h2", "a": "h1", "c": "h1"})


@pytest.mark.parametrize(
    ("group", "answer", "members"),
    [
        # Static members come first, by instance id, as in range and round-robin.
        (changed(THREE, c={"instance_id": "i"}), {"a": {"t": [0]}, "b": {}, "c": {"t": [1, 2]}}, (2, 1, 0)),
        # Ghosts, unknown topics and unknown members are not counted.
        (THREE, {"a": {"t": [0, 7, -1], "gone": [0]}, "stranger": {"t": [0]}}, (1, 0, 0)),
    ],
)
def test_amounts_of_members(group: Group, answer: Assignment, members: tuple[int, ...]) -> None:
    assert members == placement_on(group, answer).members


@pytest.mark.parametrize("hosts", [{}, {"a": "h1", "b": None}])
def test_no_placement_where_a_host_is_unknown(hosts: dict[str, str | None]) -> None:
    assert placement(on_hosts({"t": 1}, hosts), {}) is None


def test_least_possible_share_of_the_largest_host() -> None:
    """Of five partitions on two hosts, one has at least three; only one host subscribes to the other topic."""
    group = on_hosts({"t": 5, "u": 2}, {"a": "h1", "b": "h2"}, b=["t"])

    t, u = placement_on(group, {}).topics

    assert (2, 0.6) == (t.reachable, t.least_share)
    assert (1, 1.0) == (u.reachable, u.least_share)
