"""Tests of the topology measures on groups small enough to count by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kafka_assay.assignors.model import Assignment, Topic, group_of
from kafka_assay.properties.measures.topology import persistence, rank_bias, retention, topology
from tests.properties.places import on_hosts, placement_on

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


def test_one_host_share_is_undefined_for_topics_with_one_partition() -> None:
    group = on_hosts({"t": 1}, {"a": "h1", "b": "h2"})

    assert topology(placement_on(group, {"a": {"t": [0]}})).one_host is None


def test_persistence_is_the_mean_jaccard_index() -> None:
    """t: {h1} and {h1, h2} share one of two; u and v are on the same hosts both times."""
    assert (0.5 + 1 + 1) / 3 == persistence([placement_on(PAIR, TOGETHER), placement_on(PAIR, APART)])


def test_persistence_is_a_mean_over_all_pairs_of_restarts() -> None:
    group = on_hosts({"t": 1}, {"a": "h1", "b": "h2"})
    here, there = placement_on(group, {"a": {"t": [0]}}), placement_on(group, {"b": {"t": [0]}})

    assert 1 / 3 == persistence([here, there, here])
    assert persistence([here]) is None


def test_retention_counts_partitions_that_stay_with_their_owner() -> None:
    """The disputed partition does not count."""
    owned = {"a": {"t": [0, 1], "u": [0]}, "b": {"t": [2], "u": [0]}}
    group = group_of({"t": 3, "u": 1}, {"a": ["t", "u"], "b": ["t", "u"]}, owned, generation=1)

    assert 2 / 3 == retention(group, {"a": {"t": [0]}, "b": {"t": [1, 2], "u": [0]}})


def test_retention_by_weight() -> None:
    group = group_of({"t": 2}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0, 1]}}, generation=1)
    weighed = replace(group, topics=(Topic(name="t", partitions=2, weights=(9.0, 1.0)),))

    assert 0.1 == retention(weighed, {"a": {"t": [1]}, "b": {"t": [0]}}, weighted=True)


def test_with_weights_heavy_topics_count_for_more() -> None:
    """The heavy topic is on one host and the light one on two: nine tenths of the weight are on one host."""
    group = on_hosts({"t": 2, "u": 2}, {"a": "h1", "b": "h2"})
    topics = tuple(
        Topic(name=name, partitions=2, weights=weights) for name, weights in (("t", (9.0, 9.0)), ("u", (1.0, 1.0)))
    )
    answer = {"a": {"t": [0, 1], "u": [0]}, "b": {"u": [1]}}

    found = topology(placement_on(replace(group, topics=topics), answer, weighted=True))

    assert (0.5, 0.9) == (topology(placement_on(group, answer)).one_host, found.one_host)
    assert [0.9, 1.9, 0.55] == pytest.approx([found.blast_radius, found.host_peak, found.reach])


def test_group_without_partitions_has_no_figures() -> None:
    found = topology(placement_on(on_hosts({"t": 0}, {"a": "h1", "b": "h2"}), {}))

    assert (0, 2, 2) == (found.most, found.idle_members, found.idle_hosts)
    assert {None} == {found.host_peak, found.first_quarter, found.reach, found.one_host, found.blast_radius}
