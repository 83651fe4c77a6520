"""Tests of `kafka_assay.properties.strategies.policies`: each policy changes what is drawn, and has its share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from kafka_assay.assignors.life import Example, Life, LifeRun
from kafka_assay.assignors.model import Group
from kafka_assay.properties.strategies.choices import SeededDraw
from kafka_assay.properties.strategies.drawn import draws_of
from kafka_assay.properties.strategies.policies import POLICIES, STRETCH, Policy, policy_at

DRAWS = 300


def owned_share(group: Group) -> float:
    """The share of partitions that somebody claims."""
    claims = {claim for member in group.members for claim in member.claims()}
    return len(claims) / sum(counts_of(group))


def plain_share(group: Group) -> float:
    """The share of members with a plain name."""
    names = group.member_ids()
    return sum(name in {f"C{place}" for place in range(20)} for name in names) / len(names)


def counts_of(group: Group) -> list[int]:
    """The partitions of each topic, the fewest first."""
    return sorted(topic.partitions for topic in group.topics)


def topics_of(group: Group) -> list[int]:
    """How many topics each member subscribes to."""
    return [len(member.subscription) for member in group.members]


MEASURES: dict[str, Callable[[Group], float]] = {
    "equal": lambda group: len({frozenset(member.subscription) for member in group.members}) == 1,
    "skewed": lambda group: topics_of(group).count(1) / len(group.members),
    "chained": lambda group: len(group.topics) > 2 and {2} == {*topics_of(group)},
    "one-topic": lambda group: len(group.topics) == 1,
    "giant": lambda group: len(group.topics) > 1 and counts_of(group)[-1] >= 8 * counts_of(group)[-2],
    "crowded": lambda group: len(group.members) > sum(counts_of(group)),
    "one-owner": lambda group: sum(bool(member.owned) for member in group.members) == 1,
    "dealt": owned_share,
    "fresh": lambda group: 1 - owned_share(group),
    "plain-names": plain_share,
    "awkward-names": lambda group: 1 - plain_share(group),
    "one-rack": lambda group: len(group.members) > 1 and len({member.rack for member in group.members}) == 1,
}
"""Policy -> what it makes larger in clean groups, or in groups with racks."""

MEASURES_OF_LIVES: dict[str, Callable[[Life], float]] = {
    "deploys": lambda life: not any(one.subscribe or one.topics or one.miss or one.reset for one in life.events),
    "absences": lambda life: (
        any(one.miss for one in life.events)
        and not any(one.subscribe or one.topics or one.join or one.leave or one.reset for one in life.events)
    ),
}

CHANGING = tuple(policy for policy in POLICIES if policy.rules)


@pytest.mark.parametrize("policy", CHANGING, ids=lambda policy: policy.name)
def test_policy_changes_what_is_drawn(policy: Policy) -> None:
    choice = draws_of("racks" if policy.name == "one-rack" else "clean" if policy.name in MEASURES else "sequences")

    def measure(example: Example) -> float:
        if isinstance(example, LifeRun):
            return MEASURES_OF_LIVES[policy.name](example.life)
        return MEASURES[policy.name](example)

    def mean(rules: Policy) -> float:
        return sum(measure(choice.pick(SeededDraw(Random(seed), rules.rules))) for seed in range(DRAWS)) / DRAWS

    assert mean(policy) > mean(POLICIES[0]) + 0.15


def test_a_stretch_has_one_policy_and_a_cycle_deals_each_its_share() -> None:
    mine = [policy for policy in POLICIES if policy.only is None or "racks" in policy.only]
    slots = sum(policy.weight for policy in mine)

    for cycle in (0, 3):
        numbers = range(cycle * slots * STRETCH, (cycle + 1) * slots * STRETCH)
        assert {policy.name: policy.weight * STRETCH for policy in mine} == Counter(
            policy_at("racks", 7, number).name for number in numbers
        )
    assert 1 == len({policy_at("racks", 7, number).name for number in range(STRETCH)})
