"""
Policies: what the seeded generator prefers for a stretch of consecutive examples.

A fault may need several unusual things at once: many members, and one topic, and no claims. Independent choices seldom
meet. A policy fixes some of them for a stretch. About half of the stretches have none.

Policies are dealt in cycles, and in every cycle each has its exact share. So a count over many examples is a stratified
sample, and a bound for independent draws holds for it too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

from kafka_assay.properties.input_families import FAMILIES
from kafka_assay.properties.strategies.choices import NO_RULES, Rule, SeededDraw
from kafka_assay.properties.strategies.clean import DRAWN, Pattern

STRETCH = 25
"""Consecutive examples of one policy."""

GIANT = 8
"""A giant topic has this many times the partitions of the next one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """
    What a policy prefers: `rules` replace named choices. It applies to the families in `only`, or to all (None).

    Groups of `drawn_only` families make no named choices, so they have no policy.

    `weight` is its number of stretches in a cycle.
    """

    name: str
    says: str
    rules: Mapping[str, Rule]
    only: frozenset[str] | None = None
    weight: int = 1


def _always(value: object) -> Rule:
    return lambda _choice, _draw: value


def _pattern(name: Pattern) -> Rule:
    return _always(DRAWN.index(name))


def _shortest(lists: Any, draw: SeededDraw) -> list[Any]:
    return [lists.of.pick(draw) for _ in range(lists.low)]


def _longest(lists: Any, draw: SeededDraw) -> list[Any]:
    return [lists.of.pick(draw) for _ in range(lists.high)]


def _dealt(_plans: Any, draw: SeededDraw) -> int:
    return 1 if draw.fraction() < 0.5 else 3


def _mostly_lowest(integers: Any, draw: SeededDraw) -> int:
    return integers.low if draw.fraction() < 0.75 else integers.pick(draw)  # type: ignore[no-any-return]


def _giant(topics: Any, draw: SeededDraw) -> list[tuple[int, str]]:
    """One of several topics is a giant. Topics of one partition each remain so: there is a family of them."""
    drawn: list[tuple[int, str]] = topics.pick(draw)
    most = max(count for count, _ in drawn)
    if most > 1:
        place = int(draw.fraction() * len(drawn))
        drawn[place] = (most * GIANT, drawn[place][1])
    return drawn


_LIVES = frozenset({"sequences", "mixed"})
_RACKS = frozenset({"racks", "mixed"})
_NO_WISHES = _always(())

PLAIN = Policy(name="plain", says="every choice is free", rules=NO_RULES, weight=12)
POLICIES = (
    PLAIN,
    Policy(name="equal", says="all members have equal subscriptions", rules={"pattern": _pattern("equal")}),
    Policy(
        name="skewed",
        says="most members subscribe to one topic, few to more",
        rules={"pattern": _pattern("nested"), "pick": _mostly_lowest},
    ),
    Policy(
        name="chained",
        says="each member shares a topic with the next one",
        rules={"pattern": _pattern("chained"), "topics": _longest},
    ),
    Policy(name="one-topic", says="as few topics as possible", rules={"topics": _shortest}),
    Policy(name="giant", says="one topic has eight times the partitions of any other", rules={"topics": _giant}),
    Policy(
        name="crowded",
        says="as many members as possible, few partitions",
        rules={"members": _longest, "partitions": lambda integers, _: integers.low},
    ),
    Policy(
        name="one-owner",
        says="one member owned all that it subscribes to",
        rules={"wishes": _NO_WISHES, "was-here": _always(True), "plan": _always(2)},  # noqa: FBT003
    ),
    Policy(
        name="dealt",
        says="the members owned a complete plan",
        rules={"wishes": _NO_WISHES, "was-here": _always(True), "plan": _dealt},  # noqa: FBT003
    ),
    Policy(
        name="fresh",
        says="no member owned anything, save what the family's oddity needs",
        rules={"wishes": _NO_WISHES, "was-here": _always(False)},  # noqa: FBT003
    ),
    Policy(name="plain-names", says="all names are plain", rules={"name": _always(0)}),
    Policy(name="awkward-names", says="no name is plain", rules={"name": lambda _, draw: 6 + int(draw.fraction() * 4)}),
    Policy(
        name="one-rack",
        says="every member is on the same rack",
        rules={"rack-pool": _always(0), "everybody": _always(True)},  # noqa: FBT003
        only=_RACKS,
    ),
    Policy(
        name="deploys", says="members only leave and join", rules={"change": lambda _, draw: int(draw.fraction() * 2)},
        only=_LIVES,
    ),
    Policy(name="absences", says="members only miss rebalances", rules={"change": _always(2)}, only=_LIVES),
)  # fmt: skip
"""All policies."""


def policy_at(family: str, seed: int, number: int) -> Policy:
    """The policy of the example with this `number`: that of its stretch."""
    policies = _policies_of(family)
    cycle, place = divmod(number // STRETCH, len(policies))
    return _dealt_policies(family, seed, cycle)[place]


@lru_cache(maxsize=64)
def _policies_of(family: str) -> tuple[Policy, ...]:
    """The policies of a cycle, each as often as its weight."""
    return tuple(
        policy
        for policy in POLICIES
        if policy is PLAIN or (not FAMILIES[family].drawn_only and (policy.only is None or family in policy.only))
        for _ in range(policy.weight)
    )  # fmt: skip


@lru_cache(maxsize=256)
def _dealt_policies(family: str, seed: int, cycle: int) -> tuple[Policy, ...]:
    policies = list(_policies_of(family))
    Random(f"{seed}/{family}/policies/{cycle}").shuffle(policies)
    return tuple(policies)
