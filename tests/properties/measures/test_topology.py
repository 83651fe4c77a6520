"""Tests of the topology measures on groups small enough to count by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kafka_assay.assignors.model import Topic, group_of
from kafka_assay.properties.measures.topology import (
    blast_radius,
    count_idle,
    first_quarter_share,
    one_host_topics,
    peak_to_mean,
    persistence,
    rank_bias,
    retention,
    share_over_bound,
    topic_reach,
    topology,
)
from tests.properties.places import on_hosts, placement_on

PAIR = on_hosts({"t": 2, "u": 4, "v": 1}, {"a": "h1", "b": "h1", "c": "h2", "d": "h2"})
TOGETHER = {"a": {"t": [0], "u": [0]}, "b": {"t": [1], "u": [1]}, "c": {"u": [2]}, "d": {"u": [3], "v": [0]}}
APART = {"a": {"t": [0], "u": [0]}, "b": {"u": [1]}, "c": {"t": [1], "u": [2]}, "d": {"u": [3], "v": [0]}}


def test_peak_is_the_number_of_hosts_where_one_has_everything() -> None:
    assert 4.0 == peak_to_mean([0, 8, 0, 0])


def test_idle_hosts_are_counted() -> None:
    assert 2 == count_idle([0, 0.5, 0])


@pytest.mark.parametrize(("hosts", "share"), [([4, 2, 1, 1, 0, 0, 0, 0], 0.75), ([3, 1], 0.75), ([0], None)])
def test_first_quarter_is_at_least_one_host(hosts: list[float], share: float | None) -> None:
    assert share == first_quarter_share(hosts)


@pytest.mark.parametrize(
    ("loads", "bias"), [([4, 3, 2, 1], -1.0), ([1, 2, 3], 1.0), ([2, 2], 0.0), ([5], 0.0), ([1, 3, 1, 3], 0.408)]
)
def test_rank_bias_shows_whether_the_first_hosts_get_more(loads: list[float], bias: float) -> None:
    assert bias == pytest.approx(rank_bias(loads), abs=0.001)


def test_topic_reach_is_a_mean_over_topics() -> None:
    assert (0.5 + 1 + 1) / 3 == topic_reach(placement_on(PAIR, TOGETHER))
    assert 1.0 == topic_reach(placement_on(PAIR, APART))


def test_largest_share_is_relative_to_its_bound() -> None:
    assert (2 + 1 + 1) / 3 == share_over_bound(placement_on(PAIR, TOGETHER))


def test_one_host_topics_leave_out_topics_with_one_partition() -> None:
    assert (0.5, 0.0) == (one_host_topics(placement_on(PAIR, TOGETHER)), one_host_topics(placement_on(PAIR, APART)))


def test_blast_radius_is_that_of_the_worst_host() -> None:
    """h1 has more than half of t, h2 more than half of v; half of u is not more than half."""
    assert 1 / 3 == blast_radius(placement_on(PAIR, TOGETHER))


def test_one_host_share_is_undefined_for_topics_with_one_partition() -> None:
    group = on_hosts({"t": 1}, {"a": "h1", "b": "h2"})

    assert one_host_topics(placement_on(group, {"a": {"t": [0]}})) is None


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

    found = placement_on(replace(group, topics=topics), answer, weighted=True)

    assert (0.5, 0.9) == (one_host_topics(placement_on(group, answer)), one_host_topics(found))
    assert [0.9, 1.9, 0.55] == pytest.approx([blast_radius(found), topology(found).host_peak, topic_reach(found)])


def test_group_without_partitions_has_no_figures() -> None:
    found = topology(placement_on(on_hosts({"t": 0}, {"a": "h1", "b": "h2"}), {}))

    assert (0, 2, 2) == (found.most, found.idle_members, found.idle_hosts)
    assert {None} == {found.host_peak, found.first_quarter, found.reach, found.one_host, found.blast_radius}
