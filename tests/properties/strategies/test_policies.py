"""Tests of `kafka_assay.properties.strategies.policies`: each policy changes what is drawn, and has its share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from kafka_assay.assignors.life_run import Example, LifeRun
from kafka_assay.assignors.model import Group
from kafka_assay.properties.input_families import FAMILIES, is_member_of
from kafka_assay.properties.strategies.choices import SeededDraw
from kafka_assay.properties.strategies.drawn import draws_of
from kafka_assay.properties.strategies.policies import POLICIES, STRETCH, Policy, policy_at

DRAWS = 300


def group(example: Example) -> Group:
    return example.life.group if isinstance(example, LifeRun) else example


def is_equal(example: Example) -> float:
    return len({frozenset(member.subscription) for member in group(example).members}) == 1


def subscribes_to_one(example: Example) -> float:
    members = group(example).members
    return sum(len(member.subscription) == 1 for member in members) / len(members)


def shares_two_topics(example: Example) -> float:
    """Whether every member has exactly two topics of at least three."""
    return len(group(example).topics) > 2 and all(len(member.subscription) == 2 for member in group(example).members)


def has_one_topic(example: Example) -> float:
    return len(group(example).topics) == 1


def has_giant(example: Example) -> float:
    counts = sorted(topic.partitions for topic in group(example).topics)
    return len(counts) > 1 and counts[-1] >= 8 * counts[-2]


def has_idle_members(example: Example) -> float:
    return len(group(example).members) > sum(topic.partitions for topic in group(example).topics)


def has_one_owner(example: Example) -> float:
    return sum(bool(member.owned) for member in group(example).members) == 1


def owned_share(example: Example) -> float:
    """The share of partitions that somebody claims."""
    claims = {claim for member in group(example).members for claim in member.claims()}
    return len(claims) / sum(topic.partitions for topic in group(example).topics)


def unowned_share(example: Example) -> float:
    return 1 - owned_share(example)


def plain_share(example: Example) -> float:
    names = [member.id for member in group(example).members]
    return sum(name in {f"C{place}" for place in range(20)} for name in names) / len(names)


def awkward_share(example: Example) -> float:
    return 1 - plain_share(example)


def has_one_rack(example: Example) -> float:
    members = group(example).members
    return len(members) > 1 and len({member.rack for member in members}) == 1


def only_leaves_and_joins(example: Example) -> float:
    assert isinstance(example, LifeRun)
    return not any(event.subscribe or event.topics or event.miss or event.reset for event in example.life.events)


def only_misses(example: Example) -> float:
    assert isinstance(example, LifeRun)
    return any(event.miss for event in example.life.events) and not any(
        event.subscribe or event.topics or event.join or event.leave or event.reset for event in example.life.events
    )


MEASURES: dict[str, tuple[str, Callable[[Example], float]]] = {
    "equal": ("clean", is_equal),
    "skewed": ("clean", subscribes_to_one),
    "chained": ("clean", shares_two_topics),
    "one-topic": ("clean", has_one_topic),
    "giant": ("clean", has_giant),
    "crowded": ("clean", has_idle_members),
    "one-owner": ("clean", has_one_owner),
    "dealt": ("clean", owned_share),
    "fresh": ("clean", unowned_share),
    "plain-names": ("clean", plain_share),
    "awkward-names": ("clean", awkward_share),
    "one-rack": ("racks", has_one_rack),
    "deploys": ("sequences", only_leaves_and_joins),
    "absences": ("sequences", only_misses),
}
"""Policy -> a family, and what the policy makes larger."""

CHANGING = tuple(policy for policy in POLICIES if policy.rules)


@pytest.mark.parametrize("policy", CHANGING, ids=lambda policy: policy.name)
def test_policy_changes_what_is_drawn(policy: Policy) -> None:
    family, measure = MEASURES[policy.name]
    choice = draws_of(family)

    def mean(rules: Policy) -> float:
        return sum(measure(choice.pick(SeededDraw(Random(seed), rules.rules))) for seed in range(DRAWS)) / DRAWS

    assert mean(policy) > mean(POLICIES[0]) + 0.15


@pytest.mark.parametrize("name", FAMILIES)
def test_groups_of_every_policy_are_of_their_family(name: str) -> None:
    choice = draws_of(name)

    for policy in POLICIES:
        drawn = [choice.pick(SeededDraw(Random(seed), policy.rules)) for seed in range(100)]
        assert [] == [example for example in drawn if not is_member_of(name, example)], policy.name


def test_a_stretch_has_one_policy_and_a_cycle_deals_each_its_share() -> None:
    mine = [policy for policy in POLICIES if policy.only is None or "racks" in policy.only]
    slots = sum(policy.weight for policy in mine)

    for cycle in (0, 3):
        numbers = range(cycle * slots * STRETCH, (cycle + 1) * slots * STRETCH)
        assert {policy.name: policy.weight * STRETCH for policy in mine} == Counter(
            policy_at("racks", 7, number).name for number in numbers
        )
    assert 1 == len({policy_at("racks", 7, number).name for number in range(STRETCH)})


def test_seed_family_and_cycle_change_the_order_of_policies() -> None:
    def order(family: str, seed: int, start: int) -> list[str]:
        return [policy_at(family, seed, start + place * STRETCH).name for place in range(23)]

    assert order("clean", 0, 0) == order("clean", 0, 0)
    assert 4 == len(
        {tuple(order(*one)) for one in (("clean", 0, 0), ("clean", 1, 0), ("racks", 0, 0), ("clean", 0, 575))}
    )
