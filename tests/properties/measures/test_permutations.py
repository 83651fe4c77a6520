"""Tests of the orders in which a group can be given."""

from __future__ import annotations

import pytest

from kafka_assay.assignors.interface import GROUP_LISTS
from kafka_assay.assignors.life import LifeRun
from kafka_assay.assignors.model import Group, group_of
from kafka_assay.properties.input_families import FAMILIES
from kafka_assay.properties.measures.permutations import ORDERS, ListOrder, can_be_reordered, permute_group
from kafka_assay.properties.strategies.drawn import drawn_example
from tests.support.sampling import sample

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
    for family in FAMILIES:
        for number in range(60):
            example = drawn_example(family, 3, number)
            group = example.life.group if isinstance(example, LifeRun) else example
            for lists in (GROUP_LISTS, *((kind,) for kind in GROUP_LISTS)):
                differs = any(permute_group(group, order, lists) != group for order in ORDERS)
                assert differs == can_be_reordered(group, lists)
