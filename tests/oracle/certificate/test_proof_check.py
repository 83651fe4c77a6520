"""Tests that potentials exist exactly where a plan is balanced."""

from __future__ import annotations

import pytest

from kafka_assay.assignors.model import group_of
from kafka_assay.oracle.certificate.proof_check import find_improvement
from kafka_assay.oracle.certificate.tally import build_tally
from kafka_assay.oracle.improvement.improving_chain import improving_chain
from studies.engines.random_groups import random_answer, random_group

LINKS = 3_000


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
