"""
Plans in numbers: who keeps how many of which hub, and who is given how many new ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from oracle.problem import Ints


@dataclass(frozen=True, slots=True, kw_only=True)
class Gifts:
    """
    `count[i]` new partitions of hub `hub[i]` for member `member[i]`.
    """

    hub: Ints
    member: Ints
    count: Ints


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """
    The load of each member, how much of each keep stays, and the gifts.
    """

    load: Ints
    kept: Ints
    gifts: list[Gifts]


def matched(key: Ints, hub: Ints, supply: Ints, other_key: Ints, member: Ints, need: Ints) -> Gifts:
    """
    Deal what hubs have to give to members in need, separately under each key, in the order given.

    Under every key supplies and needs have the same sum.
    """
    order, other_order = np.argsort(key, kind="stable"), np.argsort(other_key, kind="stable")
    supply_ends, need_ends = np.cumsum(supply[order]), np.cumsum(need[other_order])
    ends = np.unique(np.concatenate(([0], supply_ends, need_ends)))
    return Gifts(
        hub=hub[order][np.searchsorted(supply_ends, ends[1:])],
        member=member[other_order][np.searchsorted(need_ends, ends[1:])],
        count=np.diff(ends),
    )


def rank(labels: Ints) -> Ints:
    """
    Of sorted labels, the how manieth of its kind each is, from 0.
    """
    return np.arange(len(labels)) - np.searchsorted(labels, labels)
