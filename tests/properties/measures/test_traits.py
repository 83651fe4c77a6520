"""Tests of the traits and orders of a group, and of the flaws of an answer and the claims that follow from it."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from kafka_assay.assignors.interface import GROUP_LISTS
from kafka_assay.assignors.model import Assignment, Group, Member, Topic, group_of
from kafka_assay.assignors.ownership import NEWEST_GENERATION
from kafka_assay.assignors.registry import reference_assignor
from kafka_assay.properties.input_families import FAMILIES, is_member_of
from kafka_assay.properties.measures.claims import feed_back
from kafka_assay.properties.measures.flaws import (
    doubled_partitions,
    foreign_partitions,
    ghost_partitions,
    is_flawless,
    left_out_partitions,
    silent_members,
)
from kafka_assay.properties.measures.permutations import ORDERS, ListOrder, can_be_reordered, permute_group
from kafka_assay.properties.measures.traits import has_tie_below_newest, traits
from kafka_assay.properties.strategies.drawn import drawn_example
from tests.assignors.reference.answers import drawn_groups, question
from tests.support.sampling import sample

CLEAN = group_of({"t": 2, "u": 1}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0]}, "b": {"t": [1]}}, generation=4)


def with_changed_member(**changes: object) -> Group:
    """The clean group with its member `b` changed."""
    return replace(CLEAN, members=(CLEAN.members[0], replace(CLEAN.members[1], **changes)))  # type: ignore[arg-type]


MEMBERS = {
    "overlapping-claims": with_changed_member(owned=(("t", (0, 1)),)),
    "stale-claims": with_changed_member(generation=3),
    "foreign-claims": with_changed_member(owned=(("u", (0,)),)),
    "ghost-claims": with_changed_member(owned=(("t", (-1,)),)),
    "empty-subscriptions": with_changed_member(subscription=(), owned=()),
    "missing-topics": with_changed_member(subscription=("t", "gone")),
    "repeated-topics": with_changed_member(subscription=("t", "t")),
    "static-members": with_changed_member(instance_id="i0"),
    "racks": with_changed_member(rack="ra"),
    "old-metadata": with_changed_member(metadata_version=1),
}


@pytest.mark.parametrize("name", MEMBERS)
def test_one_change_of_a_clean_group_is_one_trait(name: str) -> None:
    found = traits(MEMBERS[name])

    assert {name} == found
    assert is_member_of(name, MEMBERS[name])


def test_group_with_two_traits_belongs_to_the_mixed_family_only() -> None:
    both = with_changed_member(subscription=("t", "t"), instance_id="i0")

    assert ["mixed"] == [name for name in ("repeated-topics", "static-members", "mixed") if is_member_of(name, both)]


def test_traits_without_a_family_keep_a_group_out_of_every_family() -> None:
    group = Group(
        topics=(Topic(name="t", partitions=2), Topic(name="u", partitions=0)),
        members=(
            Member(id="a", subscription=("t",), owned=(("t", (0, 0)),), instance_id="i"),
            Member(id="b", subscription=("t",), instance_id="i"),
        ),
    )

    assert {"empty-topics", "repeated-instances", "repeated-claims", "static-members"} == traits(group)
    assert [] == [name for name in FAMILIES if is_member_of(name, group)]


def test_tie_below_the_newest_claim_is_recognised() -> None:
    claims = {member: {"t": [0]} for member in "abc"}
    tied, newer = (question({"t": 1}, "a b c", claims, ages) for ages in ({}, {"c": 5}))

    assert not has_tie_below_newest(tied)
    assert has_tie_below_newest(newer)


@pytest.mark.parametrize(("generation", "following"), [(7, 8), (NEWEST_GENERATION, 1)])
def test_answer_is_fed_back_at_the_next_generation(generation: int, following: int) -> None:
    """After the largest comes 1."""
    group = question({"t": 2}, "a b", {"a": {"t": [0]}}, {"a": generation})

    members = feed_back(group, {"a": {"t": [1, 0]}}).members

    assert [((("t", (0, 1)),), following), ((), following)] == [(one.owned, one.generation) for one in members]


def test_quick_look_at_an_answer_agrees_with_the_validity_laws() -> None:
    finders = (silent_members, ghost_partitions, foreign_partitions, doubled_partitions, left_out_partitions)
    random, met = Random(0), set()
    for number in range(600):
        example = drawn_example("missing-topics" if number % 2 else "clean", 0, number)
        assert isinstance(example, Group)
        answer = reference_assignor("range").assign(example)
        if number % 3:
            _spoil(answer, random)
        flawless = not any(find(example, answer) for find in finders)
        met.add(flawless)

        assert flawless == is_flawless(example, answer), (example, answer)
    assert {True, False} == met


def _spoil(answer: Assignment, random: Random) -> None:
    """One small change, or none: a partition more or less, another member, a member that is not listed."""
    member = random.choice(list(answer))
    topic = random.choice([*answer[member], "t0", "none"])
    match random.randrange(4):
        case 0:
            answer[member].setdefault(topic, []).append(random.choice([-1, 0, 1, 99]))
        case 1:
            answer[member][topic] = answer[member].get(topic, [])[1:]
        case 2:
            del answer[member]
        case _:
            answer["stranger"] = {topic: [0]}


GROUP = group_of(
    {"t": 3, "u": 1},
    {"a": ["t", "u"], "b": ["t", "u"], "c": ["u", "u", "t"]},
    {"a": {"t": [0, 2], "u": [0]}, "c": {"t": [1]}},
    generation=1,
)


def contents(group: Group) -> tuple[object, ...]:
    """The contents of a group, whatever the order."""
    claims = {member.id: frozenset(member.claims()) for member in group.members}
    subscriptions = {member.id: sorted(member.subscription) for member in group.members}
    marks = {(member.id, member.generation, member.instance_id, member.rack) for member in group.members}
    return set(group.topics), claims, subscriptions, marks


@pytest.mark.parametrize("order", ORDERS, ids=[order.name for order in ORDERS])
def test_permutation_keeps_the_contents_of_a_group(order: ListOrder) -> None:
    for group in [GROUP, *sample("mixed", 100, seed=0), *sample("racks", 30, seed=0)]:
        assert contents(group) == contents(permute_group(group, order))


@pytest.mark.parametrize("kind", GROUP_LISTS)
@pytest.mark.parametrize("order", ORDERS, ids=[order.name for order in ORDERS])
def test_one_kind_of_list_is_permuted(order: ListOrder, kind: str) -> None:
    turned = permute_group(GROUP, order, (kind,))
    by_id = {member.id: member for member in turned.members}

    assert turned != GROUP
    assert (kind == "members") == (turned.member_ids() != GROUP.member_ids())
    assert (kind == "topics") == (turned.topics != GROUP.topics)
    assert (kind == "subscriptions") == any(by_id[one.id].subscription != one.subscription for one in GROUP.members)
    assert (kind == "claims") == any(by_id[one.id].owned != one.owned for one in GROUP.members)


def test_group_can_be_reordered_exactly_if_some_order_differs() -> None:
    for group in drawn_groups(60, *FAMILIES, seed=3):
        for lists in (GROUP_LISTS, *((kind,) for kind in GROUP_LISTS)):
            differs = any(permute_group(group, order, lists) != group for order in ORDERS)
            assert differs == can_be_reordered(group, lists)
