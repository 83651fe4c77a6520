"""Tests that a certificate in columns proves the same as the certificate with names."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any

import numpy as np
import pytest

from kafka_assay.assignors.model import Assignment, Group, group_of
from kafka_assay.oracle.certificate import tally
from kafka_assay.oracle.certificate.certificate import verify, verify_columns
from kafka_assay.oracle.columns import Ints
from kafka_assay.oracle.solve import solve
from studies.engines.larger_groups import larger_group
from studies.engines.random_groups import random_group
from tests.oracle.proof_arrays import build_proof_arrays

PAIR = group_of({"t": 3, "empty": 0, "alone": 2}, {"a": ["t", "empty"], "b": ["t"]}, {"a": {"t": [0]}, "b": {"t": [1]}})


@pytest.mark.parametrize("most_cells", [tally.MOST_CELLS, 0])
def test_optima_of_dirty_groups_are_proved(most_cells: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tally, "MOST_CELLS", most_cells)
    for seed in range(200):
        group = random_group(seed, members=6, topics=5, partitions=6)

        assert verify_columns(*build_proof_arrays(group, solve(group))) is None, f"seed {seed}"


def test_columns_and_names_give_the_same_verdict_on_changed_plans() -> None:
    accepted = refused = 0
    for seed in range(100):
        group, rng = larger_group(seed), Random(seed)
        optimum = solve(group)
        for _ in range(20):
            columns, holder, members, topics = build_proof_arrays(group, optimum)
            plan, certificate = deepcopy(optimum.assignment), deepcopy(optimum.certificate)
            if rng.random() < 0.7:
                _hand_over_at_random(rng, group, holder, plan)
            _change_potential(rng, members, group.member_ids(), certificate["members"])
            _change_potential(rng, topics, [topic.name for topic in group.topics], certificate["topics"])
            told = verify_columns(columns, holder, members, topics)
            # Columns have no levels, so compute those that fit the changed plan.
            certificate["levels"] = _levels(group.member_ids(), plan, certificate)
            said = verify(group, plan, certificate)
            accepted, refused = accepted + (told is None), refused + (told is not None)

            assert (told is None) == (said is None), f"seed {seed}: {told}, {said}"
    assert min(accepted, refused) > 200


def _hand_over_at_random(rng: Random, group: Group, holder: Ints, plan: Assignment) -> None:
    """Give one partition to a random member, subscribed or not, on both sides."""
    places = [(topic.name, one) for topic in group.topics for one in range(topic.partitions)]
    place, taker = rng.randrange(len(places)), rng.randrange(len(group.members))
    topic, one = places[place]
    if holder[place] >= 0:
        plan[group.members[holder[place]].id][topic].remove(one)
    plan[group.members[taker].id].setdefault(topic, []).append(one)
    holder[place] = taker


def _change_potential(rng: Random, numbers: Ints, names: list[str], potentials: dict[str, int]) -> None:
    """Change or remove one potential on both sides."""
    number, by = rng.randrange(len(names)), rng.choice([-1, 1, 1, 2**54])
    if names[number] in potentials and rng.random() < 0.5:
        numbers[number] += by
        potentials[names[number]] += by


def _levels(members: list[str], plan: Assignment, certificate: dict[str, Any]) -> dict[str, int]:
    loads = {member: sum(map(len, plan.get(member, {}).values())) for member in members}
    return {str(load): min(certificate["members"][m] for m in loads if loads[m] == load) for load in loads.values()}


@pytest.mark.parametrize(
    ("holder", "why"),
    [
        ([0, 1, 0, -1, -1], None),
        ([0, 1, -1, -1, -1], "not a valid answer: a partition of topic 0 has no owner"),
        ([0, 1, 0, 0, -1], "not a valid answer: member 0 holds partitions of topic 2, which it cannot hold"),
        ([0, 1, 2, -1, -1], "not a valid answer: a partition is assigned to an unknown member"),
        ([0, 1, -2, -1, -1], "not a valid answer: a partition is assigned to an unknown member"),
        ([0, 0, 0, -1, -1], "not balanced: member 1 could get a partition of a member with load 3"),
        ([0, 1, 0, -1], "the plan or the certificate belongs to a group of another size"),
        ([0.0, 1.0, 0.0, -1.0, -1.0], "the plan or the certificate does not consist of whole numbers with a sign"),
        ([1, 0, 0, -1, -1], "giving member 0 its own partition of topic 0 back is cheaper than the potentials say"),
    ],
)
def test_reason_names_members_and_topics_by_number(holder: list[float], why: str | None) -> None:
    columns, _, members, topics = build_proof_arrays(PAIR, solve(PAIR))

    assert why == verify_columns(columns, np.array(holder), members, topics)


@pytest.mark.parametrize(
    ("members", "why"),
    [
        (np.array([1, 1], np.int8), None),
        ([True, True], "the plan or the certificate does not consist of whole numbers with a sign"),
        (np.array([0, 1], np.uint64), "the plan or the certificate does not consist of whole numbers with a sign"),
        ([2**53 + 1, 1], "a potential lies beyond 2^53"),
        ([-(2**63), 1], "a potential lies beyond 2^53"),
        ([[1], [1]], "the plan or the certificate belongs to a group of another size"),
        ([0, 1], "taking a new partition of topic 0 from member 0 is cheaper than the potentials say"),
        ([2, 1], "giving member 0 one more partition of topic 0 is cheaper than the potentials say"),
    ],
)
def test_invalid_potentials_are_refused(members: Any, why: str | None) -> None:
    """Potentials are integers within 2^53, one for each member, and consistent with every step."""
    columns, _, _, topics = build_proof_arrays(PAIR, solve(PAIR))

    assert why == verify_columns(columns, np.array([0, 1, 0, -1, -1]), np.array(members), topics)


def test_member_with_lower_load_and_lower_potential_is_refused() -> None:
    """The member with the lower load could have been given the extra partition."""
    group = group_of({"t": 2, "u": 1}, {"a": ["t"], "b": ["u"]})
    columns, holder, _, _ = build_proof_arrays(group, solve(group))
    found = [verify_columns(columns, holder, np.array(two), np.array(two) - 1) for two in ([5, 5], [5, 6], [6, 5])]

    assert [None, None, "a member of load 1 has a lower potential than one of load 2"] == found


def test_empty_group_is_proved() -> None:
    for group in (group_of({}, {}), group_of({"t": 2}, {}), group_of({}, {"a": []})):
        assert verify_columns(*build_proof_arrays(group, solve(group))) is None
