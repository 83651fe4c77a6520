"""The same group in another order: what it says stays the same, only what comes first changes."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

from kafka_assay.assignors.interface import GROUP_LISTS
from kafka_assay.assignors.model import Group, Member

T = TypeVar("T")


class Reordering(Protocol):
    """A function that puts the items of a list into another order."""

    def __call__(self, items: tuple[T, ...], /) -> tuple[T, ...]:
        """The same items."""


def backwards(items: tuple[T, ...]) -> tuple[T, ...]:
    """
    The last one first.

    >>> backwards(("a", "b", "c"))
    ('c', 'b', 'a')
    """
    return items[::-1]


def every_other_first(items: tuple[T, ...]) -> tuple[T, ...]:
    """
    The second, the fourth ..., and then the first, the third ...

    >>> every_other_first(("a", "b", "c", "d", "e"))
    ('b', 'd', 'a', 'c', 'e')
    """
    return items[1::2] + items[::2]


@dataclass(frozen=True, slots=True, kw_only=True)
class ListOrder:
    """
    Another order of lists. A member's own lists stand in it at every member, or at `every` second one only: then lists
    that were equal are no longer.
    """

    name: str
    turn: Reordering
    every: int


ORDERS = (
    ListOrder(name="backwards", turn=backwards, every=1),
    ListOrder(name="every other one first", turn=every_other_first, every=2),
)
"""
Fixed ones, not drawn ones: the group alone decides what is asked about it, and groups come in every order themselves.
"""


def permute_group(group: Group, order: ListOrder, lists: Collection[str] = GROUP_LISTS) -> Group:
    """`group` with these `lists` in another `order`. Claims are reordered by topic, and within each topic."""
    members = tuple(
        _with_lists(member, order, lists) if place % order.every == 0 else member
        for place, member in enumerate(group.members)
    )
    return replace(
        group,
        members=order.turn(members) if "members" in lists else members,
        topics=order.turn(group.topics) if "topics" in lists else group.topics,
    )


def _with_lists(member: Member, order: ListOrder, lists: Collection[str]) -> Member:
    if "subscriptions" in lists and len(member.subscription) > 1:
        member = replace(member, subscription=order.turn(member.subscription))
    if "claims" in lists and member.owned:
        member = replace(member, owned=order.turn(tuple((topic, order.turn(ids)) for topic, ids in member.owned)))
    return member


def can_be_reordered(group: Group, lists: Collection[str] = GROUP_LISTS) -> bool:
    """Whether any of these `lists` in `group` has another order."""
    return any(permute_group(group, order, lists) != group for order in ORDERS)
