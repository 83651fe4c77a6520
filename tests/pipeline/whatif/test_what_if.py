from __future__ import annotations

from dataclasses import replace

import pytest

from kafka_assay.assignors.hosted.targets import open_target
from kafka_assay.assignors.interface import AssignorFailed
from kafka_assay.assignors.model import Group, group_of
from kafka_assay.pipeline.whatif.change import Change, plan_change
from kafka_assay.pipeline.whatif.what_if import WhatIfOutcome, find_outcome
from tests.pipeline.whatif.groups import THREE_OF_NINE, with_instances

HALF = Change(restart=50)
SHIPPED = ["range", "roundrobin", "sticky", "cooperative-sticky", "server-range", "server-uniform"]


def outcome_of(target: str, change: Change, group: Group = THREE_OF_NINE, *, present: bool = True) -> WhatIfOutcome:
    return find_outcome(open_target(target), group, plan_change(group, change), present=present)


def test_half_a_restart_is_two_rebalances_with_18_of_27_partitions_ownerless() -> None:
    """The first one moves nothing: it only finds owners. In the second one the returned members get their shares."""
    outcome = outcome_of("sticky", HALF)

    assert (18, 18, 27) == (outcome.moved, outcome.ownerless, outcome.partitions)
    assert ["change", "return"] == [one.rebalance for one in outcome.rounds]
    assert {"c": 9, "a-restarted": 9, "b-restarted": 9} == outcome.loads


def test_eager_assignor_interrupts_everything() -> None:
    assert (27, 54) == (outcome_of("sticky", HALF).interrupted, outcome_of("sticky", HALF).stops)
    assert [9, 27] == [one.revoked for one in outcome_of("sticky", HALF).rounds]


def test_cooperative_assignor_interrupts_what_moves() -> None:
    """The joiner's share needs a second round, between which nobody reads it."""
    outcome = outcome_of("cooperative-sticky", Change(join=1))

    assert (6, 0, 6) == (outcome.moved, outcome.ownerless, outcome.interrupted)
    assert [(6, 0, 6), (0, 6, 0)] == [(one.revoked, one.granted, one.unread) for one in outcome.rounds]


def test_servers_assignor_interrupts_what_moves_in_one_round() -> None:
    outcome = outcome_of("server-uniform", Change(join=1))

    assert (6, 6, 1) == (outcome.moved, outcome.interrupted, len(outcome.rounds))


@pytest.mark.parametrize("target", SHIPPED)
def test_partitions_of_a_leaver_are_ownerless_and_interrupted(target: str) -> None:
    outcome = outcome_of(target, Change(leave=("c",)), present=False)

    assert 9 == outcome.ownerless
    assert 9 <= outcome.interrupted
    assert 27 == sum(outcome.loads.values())


@pytest.mark.parametrize("target", SHIPPED)
def test_new_partitions_are_ownerless_and_not_interrupted(target: str) -> None:
    outcome = outcome_of(target, Change(grow=(("t", 30),)), present=False)

    assert (3, 30, 30) == (outcome.ownerless, outcome.partitions, sum(outcome.loads.values()))
    assert outcome.interrupted <= 27


@pytest.mark.parametrize("target", SHIPPED)
def test_static_restart_moves_nothing_and_interrupts_its_own_partitions(target: str) -> None:
    outcome = outcome_of(target, HALF, with_instances(THREE_OF_NINE, "a", "b", "c"))

    assert (0, 0, 18, ()) == (outcome.moved, outcome.ownerless, outcome.interrupted, outcome.rounds)
    assert {"a": 9, "b": 9, "c": 9} == outcome.loads


def test_static_member_in_a_rebalance_claims_nothing_unless_the_coordinator_knows() -> None:
    group = with_instances(THREE_OF_NINE, "a")

    assert 18 == outcome_of("sticky", HALF, group).ownerless
    assert 9 == outcome_of("server-uniform", HALF, group).ownerless


def test_restart_of_everybody_moves_nothing() -> None:
    outcome = outcome_of("cooperative-sticky", Change(restart=100))

    assert (0, 27, 27) == (outcome.moved, outcome.ownerless, outcome.interrupted)
    assert ["return"] == [one.rebalance for one in outcome.rounds]


def test_another_assignor_counts_from_its_own_assignment() -> None:
    """Round-robin first spreads t over all members. The change then costs what it costs a group that runs it."""
    outcome = outcome_of("roundrobin", Change(), present=False)

    assert (18, 0) == (outcome.switch, outcome.moved)
    assert (None, 18) == (outcome_of("roundrobin", Change()).switch, outcome_of("roundrobin", Change()).moved)


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
