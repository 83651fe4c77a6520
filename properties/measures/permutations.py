"""The same group with its lists in another order."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any, TypeAlias

from kafka_assay.assignors.interface import GROUP_LISTS
from kafka_assay.assignors.model import Group, Member

Reordering: TypeAlias = "Callable[[tuple[Any, ...]], tuple[Any, ...]]"


@dataclass(frozen=True, slots=True, kw_only=True)
class ListOrder:
    """
    A reordering of a group's lists.

    The members' own lists are reordered at every member, or at `every` second member only. The latter makes equal lists
    differ.
    """

    name: str
    turn: Reordering
    every: int


IN_ANOTHER_ORDER = "in another order"
"""The name of the order b d a c e of the items a b c d e. It has no shorter description than the lists themselves."""
ORDERS = (
    ListOrder(name="backwards", turn=lambda items: items[::-1], every=1),
    ListOrder(name=IN_ANOTHER_ORDER, turn=lambda items: items[1::2] + items[::2], every=2),
)
"""Fixed orders, not drawn ones: the group alone decides what is asked, and drawn groups come in every order anyway."""


def permute_group(group: Group, order: ListOrder, lists: Collection[str] = GROUP_LISTS) -> Group:
    """`group` with these `lists` in another `order`. Claims are reordered by topic, and within each topic."""
    members = tuple(
        _with_lists(member, order, lists) if place % order.every == 0 else member
        for place, member in enumerate(group.members)
    )
    return group.with_members(
        order.turn(members) if "members" in lists else members,
        order.turn(group.topics) if "topics" in lists else group.topics,
    )


def _with_lists(member: Member, order: ListOrder, lists: Collection[str]) -> Member:
    """`member` with its lists reordered; the same object if no list changes."""
    subscription, owned = member.subscription, member.owned
    if "subscriptions" in lists and len(subscription) > 1:
        subscription = order.turn(subscription)
    if "claims" in lists and owned:
        owned = order.turn(tuple((topic, order.turn(ids)) for topic, ids in owned))
    if subscription == member.subscription and owned == member.owned:
        return member
    return member.with_lists(subscription, owned, member.generation)


def can_be_reordered(group: Group, lists: Collection[str] = GROUP_LISTS) -> bool:
    """Whether another order of any of these `lists` makes a different group."""
    # Members and topics have names of their own, so several of them make a different group.
    if ("members" in lists and len(group.members) > 1) or ("topics" in lists and len(group.topics) > 1):
        return True
    return any(permute_group(group, order, lists) != group for order in ORDERS)
