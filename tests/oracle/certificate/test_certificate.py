"""Tests that a certificate proves optimal plans and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from kafka_assay.assignors.model import Assignment, Group, group_of
from kafka_assay.oracle.certificate.certificate import verify
from kafka_assay.oracle.certificate.proof_check import find_improvement
from kafka_assay.oracle.certificate.tally import build_tally
from kafka_assay.oracle.improvement.improving_chain import improving_chain
from kafka_assay.oracle.optimum import Optimum
from kafka_assay.oracle.solve import solve
from tests.support.engines.plan_figures import cost, moves
from tests.support.engines.random_groups import random_answer, random_group

LINKS = 3_000
PAIR = group_of({"t": 3}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0]}, "b": {"t": [1]}})
PLAN: Assignment = {"a": {"t": [0, 2]}, "b": {"t": [1]}}


def _optima(number: int) -> Iterator[tuple[int, Group, Optimum]]:
    for seed in range(number):
        group = random_group(seed, members=6, topics=5, partitions=6)
        yield seed, group, solve(group)


def _certificate() -> dict[str, Any]:
    return solve(PAIR).certificate


def test_plan_with_one_harmful_hand_over_is_refused() -> None:
    worse = 0
    for seed, group, optimum in _optima(300):
        rng = Random(seed)
        for giver, topics in optimum.assignment.items():
            for topic, ids in topics.items():
                plan = deepcopy(optimum.assignment)
                taker = rng.choice([member.id for member in group.members if topic in member.subscription])
                plan[giver][topic].remove(ids[0])
                plan[taker].setdefault(topic, []).append(ids[0])
                if cost(group, plan) > (optimum.sum_of_squares, optimum.moves):
                    worse += 1
                    assert verify(group, plan, optimum.certificate) is not None, f"seed {seed}"

    assert worse > 250


def test_needless_swap_is_refused() -> None:
    """A swap keeps the loads, so only the potentials can show the two needless moves."""
    swaps = 0
    for seed, group, optimum in _optima(300):
        for topic in optimum.certificate["topics"]:
            holders = [member for member, topics in optimum.assignment.items() if topic in topics]
            for one, other in pairwise(holders):
                plan = deepcopy(optimum.assignment)
                mine, others = plan[one][topic], plan[other][topic]
                mine[0], others[0] = others[0], mine[0]
                if moves(group, plan) > optimum.moves:
                    swaps += 1
                    assert verify(group, plan, optimum.certificate) is not None, f"seed {seed}"

    assert swaps > 100


def test_no_certificate_proves_a_plan_that_is_not_optimal() -> None:
    for seed, group, optimum in _optima(300):
        answer, rng = random_answer(seed, group), Random(seed)
        if cost(group, answer) == (optimum.sum_of_squares, optimum.moves):
            continue
        for _ in range(10):
            certificate = deepcopy(optimum.certificate)
            for part in ("members", "topics", "levels"):
                certificate[part] = {name: value + rng.randint(-1, 1) for name, value in certificate[part].items()}
            certificate["levels"] |= {str(level): rng.randint(-1, 2) for level in range(12)}

            assert verify(group, answer, certificate) is not None, f"seed {seed}"


def test_certificate_with_one_wrong_potential_is_refused() -> None:
    for seed, group, optimum in _optima(100):
        holders = [member for member, topics in optimum.assignment.items() if topics]
        for part, names in (("members", holders), ("topics", list(optimum.certificate["topics"]))):
            for name in names:
                for by in (-1000, 1000):
                    certificate = deepcopy(optimum.certificate)
                    certificate[part][name] += by

                    assert verify(group, optimum.assignment, certificate) is not None, f"seed {seed}"


@pytest.mark.parametrize("wrong", [None, [], "potentials", {}, {"kind": "trust me"}, {"kind": "potentials"}])
def test_malformed_certificate_is_refused_with_a_reason(wrong: object) -> None:
    assert "the certificate" in str(verify(PAIR, PLAN, wrong))


@pytest.mark.parametrize("part", ["members", "topics", "levels"])
@pytest.mark.parametrize("value", [None, 0.5, "1", True, []])
def test_missing_or_fractional_potential_is_named(part: str, value: object) -> None:
    certificate = _certificate()
    certificate[part] = dict.fromkeys(certificate[part], value)

    assert "has no whole number" in str(verify(PAIR, PLAN, certificate))


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ({"a": {"t": [0, 2]}, "b": {"t": [1]}, "c": {}}, "'c' is not a member of the group"),
        ({"a": {"t": [0, 2]}, "b": {"t": [1, 2]}}, "a partition of 't' has two owners"),
        ({"a": {"t": [0, 0]}, "b": {"t": [1]}}, "a partition of 't' has two owners"),
        ({"a": {"t": [0]}, "b": {"t": [1]}}, "a partition of 't' has no owner"),
        ({"a": {"t": [0, 2]}, "b": {"t": [1, 3]}}, "a partition of 't' is assigned but does not exist"),
        ({"a": {"t": [0, -1]}, "b": {"t": [1]}}, "a partition of 't' is assigned but does not exist"),
        ({"a": {"t": [0, 2], "u": [0]}, "b": {"t": [1]}}, "'a' holds partitions of 'u', which it cannot hold"),
    ],
)
def test_invalid_answer_is_refused(answer: Assignment, why: str) -> None:
    assert f"not a valid answer: {why}" == verify(PAIR, answer, _certificate())


def test_unbalanced_answer_is_refused_with_a_chain() -> None:
    assert "not balanced: a hands t-1 to b" == verify(PAIR, {"a": {"t": [0, 1, 2]}}, _certificate())


def test_member_missing_from_the_plan_holds_nothing() -> None:
    group = group_of({"t": 1}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0]}})

    assert verify(group, {"a": {"t": [0]}}, solve(group).certificate) is None


def test_certificate_is_json_of_names_and_integers() -> None:
    assert {"kind": "potentials", "members": {"a": 1, "b": 1}, "topics": {"t": 0}, "levels": {"1": 1}} == _certificate()


def test_balance_check_and_chain_search_agree() -> None:
    found = 0
    for seed in range(600):
        group = random_group(seed, members=7, topics=6, partitions=3)
        answer = random_answer(seed, group)

        better = find_improvement(build_tally(group, answer))

        found += better is not None
        assert (better is None) == (improving_chain(group, answer) is None), f"seed {seed}"
    assert 100 < found < 500


@pytest.mark.parametrize(("last", "better"), [(1, None), (0, (LINKS - 1, 2))])
def test_chain_of_thousands_of_members_is_followed(last: int, better: tuple[int, int] | None) -> None:
    """Each member can hand over to the next; the last member decides whether the first can be relieved."""
    topics = {f"t{place}": 1 for place in range(-1, LINKS - 1)} | {"end": last}
    members = {f"m{place}": [f"t{place - 1}", f"t{place}"] for place in range(LINKS)}
    members[f"m{LINKS - 1}"].append("end")
    plan: dict[str, dict[str, list[int]]] = {f"m{place}": {f"t{place}": [0]} for place in range(LINKS - 1)}
    plan["m0"]["t-1"] = [0]
    plan[f"m{LINKS - 1}"] = {"end": [0]} if last else {}

    assert better == find_improvement(build_tally(group_of(topics, members), plan))


def test_empty_group_is_not_improvable() -> None:
    assert find_improvement(build_tally(group_of({"t": 1}, {}), {})) is None
    assert find_improvement(build_tally(group_of({"t": 1}, {"a": []}), {"a": {}})) is None
