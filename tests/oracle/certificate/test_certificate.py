"""Tests that a certificate proves optimal plans and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from kafka_assay.assignors.model import Assignment, group_of
from kafka_assay.oracle.certificate.certificate import verify
from kafka_assay.oracle.certificate.proof_check import find_improvement
from kafka_assay.oracle.certificate.tally import build_tally
from kafka_assay.oracle.improvement.improving_chain import improving_chain
from kafka_assay.oracle.solve import solve
from tests.support.engines.random_groups import random_answer, random_group

LINKS = 3_000
PAIR = group_of({"t": 3}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0]}, "b": {"t": [1]}})
PLAN: Assignment = {"a": {"t": [0, 2]}, "b": {"t": [1]}}


def _certificate() -> dict[str, Any]:
    return solve(PAIR).certificate


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
