"""Plans as counts: how many partitions of each topic class a member keeps, and how many new ones it gets."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kafka_assay.oracle.reduced_problem import Ints


@dataclass(frozen=True, slots=True, kw_only=True)
class Grants:
    """`count[i]` new partitions of topic class `topic_class[i]` for member `member[i]`."""

    topic_class: Ints
    member: Ints
    count: Ints


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassPlan:
    """The load of each member, the number of partitions `kept` of each claim, and the grants."""

    load: Ints
    kept: Ints
    grants: Grants


def match_grants(key: Ints, topic_class: Ints, supply: Ints, other_key: Ints, member: Ints, need: Ints) -> Grants:
    """
    Grants from topic classes with a supply to members with a need, separately for each key, in the given order.

    For every key the supplies and the needs have the same sum.
    """
    # The north-west corner rule: both sides form one row each, which is cut wherever a supply or a need ends.
    order, other_order = np.argsort(key, kind="stable"), np.argsort(other_key, kind="stable")
    supply_ends, need_ends = np.cumsum(supply[order]), np.cumsum(need[other_order])
    ends = np.unique(np.concatenate(([0], supply_ends, need_ends)))
    return Grants(
        topic_class=topic_class[order][np.searchsorted(supply_ends, ends[1:])],
        member=member[other_order][np.searchsorted(need_ends, ends[1:])],
        count=np.diff(ends),
    )


def index_in_run(labels: Ints) -> Ints:
    """The index of each of the sorted labels within its run of equal labels, from 0."""
    return np.arange(len(labels)) - np.searchsorted(labels, labels)
