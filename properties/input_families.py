"""
The input families that a check draws its groups from. Each is `clean` plus the one oddity that it names.

The groups of `everyday` and `large` are clean too; only their sizes and events differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from kafka_assay.assignors.errors import AssayError, spelling_tip
from kafka_assay.assignors.life import Example, LifeRun
from kafka_assay.assignors.model import Group
from kafka_assay.properties.measures.traits import traits

CLEAN = "clean"
SEQUENCES = "sequences"
"""The family of lives. As groups, it gives the last group of a life."""
HISTORIES = "histories"
"""The family of lives from an empty group, run by the model of coordinator and members. As groups, as `SEQUENCES`."""
LIVES = frozenset({SEQUENCES, HISTORIES})
MIXED = "mixed"
EVERYDAY = "everyday"
LARGE = "large"
GIVEN = "given"
"""Stands for the family of a group that belongs to none."""
CLEAN_BY_TRAITS = frozenset({CLEAN, EVERYDAY, LARGE})
"""Families whose groups have no oddity."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InputFamily:
    """
    One input family.

    `says` describes its groups, `source` says where such groups come from, and `allows` lists further traits that the
    family's own trait may bring along. Each draw of a family with `many_kinds` is new, without Hypothesis' variations
    of the draw before. Of a `drawn_only` family Hypothesis chooses only the seed of each group. `weight` is the
    family's share in a mixed run.
    """

    name: str
    says: str
    source: str
    allows: frozenset[str] = frozenset()
    many_kinds: bool = False
    drawn_only: bool = False
    weight: int = 6


_IN_A_LIFE = frozenset(
    {"overlapping-claims", "stale-claims", "three-claimants", "foreign-claims", "ghost-claims"}
    | {"missing-topics", "no-members"}
)

FAMILIES: dict[str, InputFamily] = {
    one.name: one
    for one in (
        InputFamily(
            name=CLEAN,
            says="no claim is disputed, and each subscription names existing topics, each once",
            source="a group without special events, as in the examples of KIP-54",
        ),
        InputFamily(
            name="overlapping-claims",
            says="two members claim one partition at the same generation",
            source="KAFKA-12984: two members both claim a partition",
        ),
        InputFamily(
            name="stale-claims",
            says="claims have different generations; at most two members claim any partition",
            source="KIP-341: a member that missed a rebalance; KAFKA-14639",
        ),
        InputFamily(
            name="three-claimants",
            says="three or more members claim one partition, at any generations",
            source="KAFKA-14639: with three claims its result depends on their order",
            allows=frozenset({"overlapping-claims", "stale-claims"}),
        ),
        InputFamily(
            name="foreign-claims",
            says="claims of any generation on topics outside the subscription",
            source="a member changed its subscription after it got them",
            allows=frozenset({"stale-claims"}),
        ),
        InputFamily(
            name="ghost-claims",
            says="claims on partitions that do not exist: beyond the last, negative, of deleted topics",
            source="KAFKA-5724: a topic was deleted, or recreated with fewer partitions",
        ),
        InputFamily(
            name="empty-subscriptions",
            says="some members subscribe to nothing",
            source="a pattern subscription that matches no topic yet",
        ),
        InputFamily(
            name="missing-topics",
            says="some members subscribe to a topic that does not exist",
            source="a consumer started before its topic was created, or after it was deleted",
        ),
        InputFamily(
            name="repeated-topics",
            says="some subscriptions name a topic twice",
            source="lists written by hand; Kafka compares subscriptions as raw lists (AbstractStickyAssignor)",
        ),
        InputFamily(
            name="static-members",
            says="all or some members have an instance id",
            source="KIP-345, and rolling upgrades to it",
        ),
        InputFamily(name="racks", says="members and replicas have racks", source="KIP-881"),
        InputFamily(
            name="old-metadata",
            says="some members use subscription version 0 to 2; claims may be stale",
            source="rolling upgrades across KIP-429 (owned partitions), KIP-792 (generation), KIP-881 (rack)",
            allows=frozenset({"stale-claims"}),
        ),
        InputFamily(
            name="many-small-topics",
            says="six or more topics of one partition each",
            source="RangeAssignor divides each topic separately, so the first members get everything",
        ),
        InputFamily(
            name=SEQUENCES,
            says="several rebalances in a row: members join, leave, miss one; topics grow, shrink, vanish",
            source="rolling deploys (KIP-345), missed rebalances (KIP-341), recreated topics (KAFKA-5724)",
            allows=_IN_A_LIFE,
        ),
        InputFamily(
            name=MIXED,
            says="two or three of the other families at once",
            source="oddities often occur together",
            many_kinds=True,
        ),
        InputFamily(
            name=EVERYDAY,
            says="clean groups of 2 to 20 members after an ordinary event: one joins or leaves, a topic grows",
            source="what a coordinator sees on most days; the sample of the quality study",
            drawn_only=True,
            weight=9,
        ),
        InputFamily(
            name=LARGE,
            says="clean groups of 10 to 200 members and up to 2,000 partitions: long chains, ragged topics",
            source="faults that need size: KAFKA-17710 stops after 16 laps along a chain",
            drawn_only=True,
            weight=1,
        ),
        InputFamily(
            name=HISTORIES,
            says="rebalances of a group from its start, as a model of coordinator and clients runs it: missed syncs, "
            "crashes, restarts, errors",
            source="the rules of the clients' own sources (ADR 0036)",
            allows=_IN_A_LIFE | {"static-members", "racks", "old-metadata"},
            weight=4,
        ),
    )
}
"""The weights add up to 104; about one group in a hundred is large."""


def family_called(name: str) -> InputFamily:
    """The family called `name`. An unknown name raises `AssayError` with the nearest known name."""
    found = FAMILIES.get(name)
    if found is None:
        # The matrix abbreviates its heads (`stale`, `small`): a user who types one is shown the full name.
        whole = next((known for known in FAMILIES if name and name in known), name)
        tip = ": expected one name" if "," in name else spelling_tip(whole, FAMILIES)
        raise AssayError(f"unknown input family {name!r}{tip} (see assay list)")
    return found


def is_member_of(name: str, example: Example) -> bool:
    """
    Whether the `example` belongs to the family called `name`: it has that oddity and no other.

    A life belongs to `sequences` if it starts with a clean group, whatever it leads to. It belongs to `histories` if it
    starts with a group in which nobody claims anything, and says how its clients behave. Many small
    topics are a matter of size, so every family may have them. `everyday` and `large` have every clean group, because a
    shrunk counterexample may leave the family's sizes.
    """
    if isinstance(example, LifeRun):
        if name == HISTORIES:
            return _is_history(example)
        start = {SEQUENCES: CLEAN, MIXED: MIXED}.get(name)
        return start is not None and is_member_of(start, example.life.group)
    found = traits(example)
    if name in LIVES:
        return found <= FAMILIES[name].allows | {"many-small-topics"}
    if name == MIXED:
        return len(found & FAMILIES.keys()) >= 2 and found <= FAMILIES.keys()
    required = frozenset() if name in CLEAN_BY_TRAITS else frozenset({name})
    return required <= found <= required | FAMILIES[name].allows | {"many-small-topics"}


def _is_history(run: LifeRun) -> bool:
    start = run.life.group
    is_new = all(not member.owned and member.generation is None for member in start.members)
    allowed = {"static-members", "old-metadata", "racks", "many-small-topics"}
    return is_new and not run.life.of_claims and traits(start) <= allowed


def family_of(group: Group) -> str | None:
    """The first family that `group` belongs to: never a family of lives, `everyday` or `large`."""
    never = {*LIVES, EVERYDAY, LARGE}
    return next((name for name in FAMILIES if name not in never and is_member_of(name, group)), None)


def life_family(run: LifeRun) -> str:
    """The family of lives that stands for `run`, wherever it starts."""
    return SEQUENCES if run.life.of_claims else HISTORIES


def family_at(families: Sequence[str], seed: int, number: int) -> str:
    """
    The family of the example with this `number` in a mixed run of `families`.

    The families are dealt in cycles. In every cycle each has its `weight`.
    """
    dealt = tuple(families)
    cycle, place = divmod(number, sum(family_called(name).weight for name in dealt))
    return _dealt_families(dealt, seed, cycle)[place]


def share_groups(number: int, families: Sequence[str]) -> dict[str, int]:
    """
    How many of `number` drawn groups each of the `families` gets, by its weight. Families without a group are left out.

    >>> share_groups(100, ["clean", "everyday", "large"]), share_groups(1, ["large", "clean"])
    ({'clean': 38, 'everyday': 56, 'large': 6}, {'clean': 1})
    """
    weights = {name: family_called(name).weight for name in families}
    whole = sum(weights.values())
    shares = {name: number * weight // whole for name, weight in weights.items()}
    by_rest = sorted(weights, key=lambda name: number * weights[name] % whole, reverse=True)
    for name in by_rest[: number - sum(shares.values())]:
        shares[name] += 1
    return {name: share for name, share in shares.items() if share}


@lru_cache(maxsize=256)
def _dealt_families(families: tuple[str, ...], seed: int, cycle: int) -> tuple[str, ...]:
    dealt = [name for name in families for _ in range(FAMILIES[name].weight)]
    Random(f"{seed}/families/{cycle}").shuffle(dealt)
    return tuple(dealt)
