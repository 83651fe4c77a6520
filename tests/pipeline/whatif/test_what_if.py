from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from kafka_assay.assignors.formats.group_format import group_from_json
from kafka_assay.assignors.hosted.targets import open_target
from kafka_assay.assignors.interface import AssignorFailed
from kafka_assay.assignors.model import Group, group_of
from kafka_assay.assignors.registry import SHIPPED
from kafka_assay.pipeline.whatif.change import Change, plan_change
from kafka_assay.pipeline.whatif.what_if import (
    WhatIfOutcome,
    find_outcome,
    present_assignor,
    usual_changes,
    usual_outcomes,
)
from tests.assay.shell import CAPTURES
from tests.pipeline.whatif.groups import THREE_OF_NINE, with_instances

HALF, ROLLING = Change(restart=50), Change(rolling=2)


def outcome_of(
    target: str, change: Change, group: Group = THREE_OF_NINE, *, present: bool | None = True
) -> WhatIfOutcome:
    """The outcome for a group that runs the target (`present`), runs what nobody knows, or (None) runs its strategy."""
    running = group if present is None else replace(group, strategy=target if present else None)
    return find_outcome(open_target(target), running, plan_change(group, change))


JOIN, STATIC = Change(join=1), with_instances(THREE_OF_NINE, "a", "b", "c")


@pytest.mark.parametrize(
    ("target", "change", "group", "figures"),
    [
        # The first rebalance moves nothing: it only finds owners. In the second the returned members get their shares.
        ("sticky", HALF, THREE_OF_NINE, (18, 18, 27, 54)),
        # The rebalance that finds owners and the return of everybody are one.
        ("cooperative-sticky", Change(restart=100), THREE_OF_NINE, (0, 27, 27, 27)),
        # A cooperative assignor, or a server's, interrupts what moves.
        ("cooperative-sticky", JOIN, THREE_OF_NINE, (6, 0, 6, 6)),
        ("server-uniform", JOIN, THREE_OF_NINE, (6, 0, 6, 6)),
        # A rolling deploy, two at a time: c takes the 18 partitions of a and b and gives 18 back. Of these it has kept
        # 9, which go away and come back with it. An eager group stops as a whole four times.
        ("sticky", ROLLING, THREE_OF_NINE, (27, 18, 27, 4 * 27)),
        ("cooperative-sticky", ROLLING, THREE_OF_NINE, (27, 18, 27, 2 * 18 + 2 * 9)),
        *((target, ROLLING, STATIC, (0, 0, 27, 27)) for target in SHIPPED),
        # A static restart moves nothing and interrupts its own partitions.
        *((target, HALF, STATIC, (0, 0, 18, 18)) for target in SHIPPED),
    ],
)
def test_change_moves_stops_and_interrupts(
    target: str, change: Change, group: Group, figures: tuple[int, int, int, int]
) -> None:
    outcome = outcome_of(target, change, group)

    assert figures == (outcome.moved, outcome.ownerless, outcome.interrupted, outcome.stops)


@pytest.mark.parametrize(
    ("target", "change", "rounds"),
    [
        ("sticky", HALF, [("change", 9, 27, 0), ("return", 27, 27, 0)]),
        ("cooperative-sticky", Change(restart=100), [("return", 0, 27, 0)]),
        # The joiner's share needs a second round, between which nobody reads it.
        ("cooperative-sticky", JOIN, [("change", 6, 0, 6), ("change", 0, 6, 0)]),
        ("server-uniform", JOIN, [("change", 6, 6, 0)]),
    ],
)
def test_rounds_say_what_members_stop_and_start_to_read(
    target: str, change: Change, rounds: list[tuple[str, int, int, int]]
) -> None:
    assert rounds == [
        (one.rebalance, one.revoked, one.granted, one.unread) for one in outcome_of(target, change).rounds
    ]


def test_loads_are_those_of_the_members_afterwards() -> None:
    assert {"c": 9, "a-restarted": 9, "b-restarted": 9} == outcome_of("sticky", HALF).loads
    assert {"a": 9, "b": 9, "c": 9} == outcome_of("sticky", HALF, STATIC).loads


@pytest.mark.parametrize("target", SHIPPED)
def test_partitions_of_a_leaver_are_ownerless_and_interrupted(target: str) -> None:
    outcome = outcome_of(target, Change(leave=("c",)), present=False)

    assert (9, 27) == (outcome.ownerless, sum(outcome.loads.values()))
    assert 9 <= outcome.interrupted


@pytest.mark.parametrize("target", SHIPPED)
def test_new_partitions_are_ownerless_and_not_interrupted(target: str) -> None:
    outcome = outcome_of(target, Change(grow=(("t", 30),)), present=False)

    assert (3, 30, 30) == (outcome.ownerless, outcome.partitions, sum(outcome.loads.values()))
    assert outcome.interrupted <= 27


def test_static_member_in_a_rebalance_claims_nothing_unless_the_coordinator_knows() -> None:
    group = with_instances(THREE_OF_NINE, "a")

    assert (18, 9) == tuple(outcome_of(target, HALF, group).ownerless for target in ("sticky", "server-uniform"))


def test_another_assignor_counts_from_its_own_assignment() -> None:
    """Round-robin first spreads t over all members. The change then costs what it costs a group that runs it."""
    outcome = outcome_of("roundrobin", Change(), present=False)

    assert (18, 0) == (outcome.switch, outcome.moved)
    assert (None, 18) == (outcome_of("roundrobin", Change()).switch, outcome_of("roundrobin", Change()).moved)


@pytest.mark.parametrize(
    ("ids", "running", "target", "price"),
    [
        # Eager members of range claim nothing, and nobody has the user data of sticky: as in a new group.
        ("pod-{}", "range", "sticky", (18, 27)),
        ("pod-{}", "range", "cooperative-sticky", (18, 27)),
        ("pod-{}", "cooperative-sticky", "sticky", (18, 27)),
        # The coordinator knows the owners.
        ("pod-{}", "range", "server-uniform", (0, 0)),
        ("pod-{}", "server-uniform", "cooperative-sticky", (0, 0)),
        # A stop: librdkafka's leader writes user data, so the coordinator does not take over the group.
        ("rdkafka-{}", "range", "server-uniform", (0, 0)),
        ("rdkafka-{}", "cooperative-sticky", "server-uniform", (0, 27)),
        # Nothing says which assignor it is.
        ("pod-{}", None, "sticky", (0, 27)),
    ],
)
def test_switch_between_classic_assignors_starts_without_owners(
    ids: str, running: str | None, target: str, price: tuple[int, int]
) -> None:
    owned = {"a": range(9), "b": range(9, 18), "c": range(18, 27)}
    names = {member: ids.format(member) for member in owned}
    claims = {names[member]: {"t": list(some)} for member, some in owned.items()}
    group = group_of({"t": 27}, {name: ["t"] for name in claims}, claims, generation=1)

    outcome = outcome_of(target, Change(), replace(group, strategy=running), present=None)

    assert price == (outcome.switch, outcome.switch_stops)


def test_heaviest_member_depends_on_where_the_joiner_sorts() -> None:
    """Only if it comes last, it gets the heavy partitions of both topics."""
    ids = {first: f"c-{first}aaaaaaa-1111-4111-8111-111111111111" for first in "27c"}
    group = group_of({"t": 4, "u": 3}, {ids["2"]: ["t", "u"], ids["7"]: ["t", "u"], ids["c"]: ["t"]})
    ends = {"t": (0, 0, 0, 5), "u": (0, 0, 7)}
    topics = (
        replace(topic, end_offsets=ends[topic.name], committed_offsets=(0,) * topic.partitions)
        for topic in group.topics
    )
    members = tuple(replace(member, client_id="c") for member in group.members)
    group = replace(group, topics=tuple(topics), members=members)

    outcome = find_outcome(open_target("range"), group, plan_change(group, Change(join=1)), "lag")

    assert (7, 12) == outcome.heaviest_range


def test_group_in_a_rebalance_finishes_it_first() -> None:
    """One member still has everything that the rebalance takes from it."""
    members = {"a": ["t"], "b": ["t"]}
    group = group_of({"t": 6}, members, {"a": {"t": list(range(6))}}, generation=1)

    counts = {
        state: outcome_of("cooperative-sticky", Change(join=1), replace(group, state=state)).moved
        for state in ("Stable", "PreparingRebalance")
    }

    assert {"Stable": 4, "PreparingRebalance": 2} == counts


def test_partitions_that_nobody_subscribes_to_any_more_are_unassigned() -> None:
    group = group_of({"t": 2, "u": 3}, {"a": ["t"], "b": ["u"]}, {"a": {"t": [0, 1]}, "b": {"u": [0, 1, 2]}})

    outcome = outcome_of("cooperative-sticky", Change(leave=("b",)), group)

    assert (0, 3, 3, 5) == (outcome.ownerless, outcome.interrupted, outcome.unassigned, outcome.partitions)


def test_invalid_answer_has_no_outcome() -> None:
    group = group_of({"t": 1}, {"a": ["t"], "b": ["t"]})

    with pytest.raises(AssignorFailed, match=r"nothing-left-out \(t-0\)"):
        outcome_of("constrained-2phase@printed", Change(), group)


def test_widest_subscribed_topic_grows_if_there_is_one() -> None:
    assert ["leave", "join", "restart", "grow"] == list(usual_changes(THREE_OF_NINE))
    assert "grow" not in usual_changes(group_of({"t": 0}, {"a": ["t"]}))
    assert (("t", 4),) == usual_changes(group_of({"t": 2, "u": 9}, {"a": ["t"]}))["grow"].grow


def test_each_change_has_an_outcome_for_each_reference() -> None:
    found = usual_outcomes(THREE_OF_NINE, SHIPPED)

    assert {6} == {len(outcomes) for outcomes in found.values()}
    assert {27} == {outcomes[0].interrupted for outcomes in found.values() if outcomes[0].target == "range"}


def test_group_without_members_has_none() -> None:
    assert {} == usual_outcomes(Group(topics=(), members=()), SHIPPED)


BROKER = {"g-kip-range": "server-range", "g-ck-kip-range": "server-range"}


@pytest.mark.parametrize("path", sorted(CAPTURES.glob("g-*.json")), ids=lambda path: path.stem)
def test_each_captured_group_runs_the_assignor_of_its_readme(path: Path) -> None:
    group = group_from_json(json.loads(path.read_text()))
    named = "server-uniform" if group.strategy == "uniform" else group.strategy

    assert BROKER.get(path.stem, named) == present_assignor(group)


@pytest.mark.parametrize(
    ("strategy", "reference"),
    [
        ("org.apache.kafka.clients.consumer.CooperativeStickyAssignor", "cooperative-sticky"),
        ("RoundRobinAssigner", "roundrobin"),
        ("server-range", "server-range"),
        ("server-uniform", "server-uniform"),
        ("mine", None),
        (None, None),
    ],
)
def test_name_of_a_client_means_a_reference(strategy: str | None, reference: str | None) -> None:
    assert reference == present_assignor(Group(topics=(), members=(), strategy=strategy))
