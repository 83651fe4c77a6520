"""Prices: they are found where a plan is balanced, and nowhere else."""

from __future__ import annotations

import pytest

from kafka_assay.assignors.model import group_of
from kafka_assay.oracle.certificate.balance_check import find_improvement
from kafka_assay.oracle.certificate.build_tally import build_tally
from kafka_assay.oracle.certificate.certificate import improving_chain
from studies.engines.random_groups import random_answer, random_group

LINKS = 3_000


def test_a_plan_is_improvable_where_a_chain_improves_it() -> None:
    """Two searches that share no line, on hundreds of answers that care for nothing."""
    found = 0
    for seed in range(600):
        group = random_group(seed, members=7, topics=6, partitions=3)
        answer = random_answer(seed, group)

        better = find_improvement(build_tally(group, answer))

        found += better is not None
        assert (better is None) == (improving_chain(group, answer) is None), f"seed {seed}"
    assert 100 < found < 500


@pytest.mark.parametrize(("last", "better"), [(1, None), (0, (LINKS - 1, 2))])
def test_a_chain_of_thousands_is_followed_to_its_end(last: int, better: tuple[int, int] | None) -> None:
    """Each member could hand on to the next; the first has two partitions, and all turns on what the last one has."""
    topics = {f"t{place}": 1 for place in range(-1, LINKS - 1)} | {"end": last}
    members = {f"m{place}": [f"t{place - 1}", f"t{place}"] for place in range(LINKS)}
    members[f"m{LINKS - 1}"].append("end")
    plan: dict[str, dict[str, list[int]]] = {f"m{place}": {f"t{place}": [0]} for place in range(LINKS - 1)}
    plan["m0"]["t-1"] = [0]
    plan[f"m{LINKS - 1}"] = {"end": [0]} if last else {}

    assert better == find_improvement(build_tally(group_of(topics, members), plan))


def test_nobody_can_be_raised_in_an_empty_group() -> None:
    """No members, or none with a subscription."""
    assert find_improvement(build_tally(group_of({"t": 1}, {}), {})) is None
    assert find_improvement(build_tally(group_of({"t": 1}, {"a": []}), {"a": {}})) is None
