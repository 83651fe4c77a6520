"""Tests of the current assignment as derived from claims, and of the figures of answers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kafka_assay.assignors.hosted.targets import ReferenceTarget
from kafka_assay.assignors.model import Assignment, Claims, Group, Member, Topic, group_of
from kafka_assay.assignors.ownership import loads, stickiness, valid_owners
from kafka_assay.benchmarks.workload_group import everyday_group
from kafka_assay.pipeline.audit.answer_figures import FiguresOfGroup, LagCell, captured_assignment
from kafka_assay.properties.measures.flaws import is_flawless
from kafka_assay.properties.measures.spread import host_spread, topic_spread

GROUP = group_of({"t": 3, "u": 2}, {"a": ["t", "u"], "b": ["t"], "c": []}, {"a": {"t": [0, 7], "u": [0]}}, generation=1)
ONE: Claims = (("t", (1,)),)


@pytest.mark.parametrize(
    ("claims", "expected"),
    [
        pytest.param([(1, (("t", (2, 0, 2)),)), (None, ())], [{"t": [0, 2]}, {}], id="sorted, without repeats"),
        pytest.param([(4, (("t", (0, 1)),)), (5, ONE)], [{"t": [0]}, {"t": [1]}], id="a stale claim is no ownership"),
        # Both members read the partition, which is a finding.
        pytest.param([(5, ONE), (5, ONE)], [{"t": [1]}, {"t": [1]}], id="overlapping claims are kept"),
        pytest.param([(None, ONE), (0, ONE)], [{}, {"t": [1]}], id="unknown generation is older than 0"),
        pytest.param([(-7, ONE), (-8, ONE)], [{"t": [1]}, {}], id="of negative generations the greater counts"),
        # The laws report them.
        pytest.param([(1, (("u", (0,)), ("t", (9, -1))))], [{"t": [-1, 9], "u": [0]}], id="ghosts and foreign claims"),
    ],
)
def test_captured_assignment_is_what_members_claim_at_the_newest_generation(
    claims: list[tuple[int | None, Claims]], expected: list[dict[str, list[int]]]
) -> None:
    members = tuple(
        Member(id=str(place), subscription=("t",), owned=owned, generation=generation)
        for place, (generation, owned) in enumerate(claims)
    )

    found = captured_assignment(Group(topics=(Topic(name="t", partitions=3),), members=members))

    assert {str(place): mine for place, mine in enumerate(expected)} == found


@pytest.mark.parametrize("name", ["range", "sticky", "sticky-yet-fair"])
def test_moves_of_real_answers_are_those_of_the_laws(name: str) -> None:
    for group in map(everyday_group, range(12)):
        answer = ReferenceTarget(name).assign(group)

        found = FiguresOfGroup(group).figures_of(answer, loads(group, answer), is_valid=is_flawless(group, answer))

        assert is_flawless(group, answer)
        assert (stickiness(valid_owners(group), answer).moved, 0) == (found.moves, found.unassigned)


LAGGING = Group(
    topics=(
        Topic(name="t", partitions=3, end_offsets=(50, 150, 9), committed_offsets=(10, 50, 9)),
        Topic(name="u", partitions=1),
        Topic(name="unread", partitions=1, end_offsets=(999,), committed_offsets=(0,)),
    ),
    members=tuple(Member(id=name, subscription=("t", "u")) for name in "ab"),
)
"""Two members with 40 and 100 unread records in t; nobody subscribes to the third topic."""


@pytest.mark.parametrize(
    ("answer", "most"),
    [
        ({"a": {"t": [0, 1, 2], "u": [0]}, "b": {}}, 140),
        ({"a": {"t": [0]}, "b": {"t": [1]}}, 100),
        # Today's owners may claim what does not exist or is not subscribed.
        ({"a": {"t": [-1, 0, 7], "unread": [0]}, "b": {}}, 40),
    ],
)
def test_lag_is_that_of_the_heaviest_member_and_the_heaviest_partition_limits_it(answer: Assignment, most: int) -> None:
    figures = FiguresOfGroup(LAGGING)

    cell = figures.figures_of(answer, {"a": 1, "b": 1}, is_valid=False).by_lag

    assert LagCell(most) == cell
    assert LagCell(most, 140, 100, "t-1", 100) == figures.with_limits(cell)


def test_lag_without_offsets_is_unknown() -> None:
    group = group_of({"t": 1}, {"a": ["t"]})

    assert FiguresOfGroup(group).figures_of({"a": {"t": [0]}}, {"a": 1}, is_valid=True).by_lag is None


def test_faulty_answer_has_figures() -> None:
    """A member is missing, a partition is left out, one does not exist. Two members share a host."""
    group = GROUP.with_members(tuple(replace(one, host="h" if one.owned else "k") for one in GROUP.members))
    answer = {"a": {"t": [0, 9], "u": [1]}, "b": {"t": [1]}}

    found = FiguresOfGroup(group).figures_of(answer, loads(group, answer), is_valid=False)

    assert ([0, 1, 3], 10, 1, 2, 0.0, 2, None) == found


BOTH, APART = {"a": ["t", "u"], "b": ["t", "u"]}, {"a": ["t"], "b": ["u"]}


@pytest.mark.parametrize(
    ("subscriptions", "answer", "expected"),
    [
        pytest.param(APART, {"a": {"t": [0, 1, 2]}, "b": {"u": [0, 1]}}, 0.0, id="subscribers only"),
        # A topic without subscribers does not count.
        pytest.param(BOTH, {"a": {"t": [0, 1, 2], "u": [0]}, "b": {"u": [1]}}, 1.5, id="the mean over topics"),
        pytest.param(BOTH, {"a": {"t": [0, 1, 2], "u": [0, 1]}}, 2.5, id="a missing member has no partitions"),
        pytest.param(APART | {"c": ["t"]}, {"a": {"t": [0, 7, -1]}, "c": {"t": [1]}}, 0.0, id="ghosts do not count"),
        pytest.param({}, {}, None, id="no topic"),
    ],
)
def test_topic_spread_is_most_minus_least_of_a_topic(
    subscriptions: dict[str, list[str]], answer: Assignment, expected: float | None
) -> None:
    group = group_of({"t": 3, "u": 2, "unread": 9}, {name: [*topics, "?"] for name, topics in subscriptions.items()})

    assert expected == topic_spread(group, answer)


@pytest.mark.parametrize(
    ("hosts", "expected"),
    # An idle host counts as well.
    [(("h", "h", "idle"), 3), (("h", None), None), ((), None)],
)
def test_host_spread_counts_members_of_one_host_together(hosts: tuple[str | None, ...], expected: int | None) -> None:
    members = tuple(Member(id=str(place), subscription=("t",), host=host) for place, host in enumerate(hosts))

    assert expected == host_spread(Group(topics=(), members=members), {"0": 2, "1": 1, "2": 0})
