"""A cooperative round again, computed slowly: the plan without what other members must give up first."""

from __future__ import annotations

from dataclasses import replace

from kafka_assay.assignors.model import Assignment, Group, TopicPartition
from tests.assignors.reference.equally_slowly import EquallySlowly
from tests.assignors.reference.general_slowly import GeneralSlowly


def cooperative_slowly(group: Group) -> Assignment:
    """Return one round of KIP-429."""
    heard = replace(
        group,
        members=tuple(replace(m, owned=m.owned if m.metadata_version > 0 else ()) for m in group.members),
    )
    lists = [set(member.subscription) for member in group.members]
    equal = bool(lists) and all(
        lists[0] == mine and len(mine) == len(member.subscription) > 0
        for mine, member in zip(lists, group.members, strict=True)
    )
    if equal:
        path = EquallySlowly(heard)
        plan = path.assign()
        return without(plan, {(m, tp) for m, tp in pairs(plan) if tp in path.disputed or path.taken.get(tp, m) != m})
    plan = GeneralSlowly(heard).assign()
    return without(plan, {(member, tp) for member, tp in pairs(plan) if waits(heard, member, tp)})


def waits(group: Group, member: str, tp: TopicPartition) -> bool:
    """Return whether the member must wait for the partition, on the general path."""
    claimants = [one for one in group.members if tp in one.claims()]
    if not claimants:
        return False
    newest = max(one.claimed_generation() for one in claimants)
    latest = [one for one in claimants if one.claimed_generation() == newest]
    if len(latest) == 1 and tp.topic in latest[0].subscription:
        return latest[0].id != member
    return member not in [one.id for one in claimants]


def pairs(plan: Assignment) -> list[tuple[str, TopicPartition]]:
    """Return the plan as (partition, member) pairs."""
    return [(m, TopicPartition(topic, p)) for m, topics in plan.items() for topic, ids in topics.items() for p in ids]


def without(plan: Assignment, gone: set[tuple[str, TopicPartition]]) -> Assignment:
    """Return the plan without these partitions."""
    given: Assignment = {member: {} for member in plan}
    for member, tp in pairs(plan):
        if (member, tp) not in gone:
            given[member].setdefault(tp.topic, []).append(tp.partition)
    return given
