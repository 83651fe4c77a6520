"""
What-ifs of groups of a real cluster, compared with what it then did: equal, or inside the range.

Three groups of Java were recorded as lives; ten of six clients are in the logs of their members. Of their 50 joins and
leaves, 35 are predicted to the move, and 15 lie in a range.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from kafka_assay.assignors.hosted.targets import open_target
from kafka_assay.assignors.model import Assignment, Group, Member, Topic
from kafka_assay.pipeline.whatif.change import Change, plan_change
from kafka_assay.pipeline.whatif.what_if import WhatIfOutcome, find_outcome, present_assignor
from tests.assignors.consumer_groups.test_recorded_life import CLASSIC, STEPS, life_of, members_of

RECORDED = Path(__file__).parents[2] / "data" / "recorded_lives"
TOPICS = {"audit": 1, "clicks": 6, "orders": 12}


def settled(path: Path) -> Iterator[Assignment]:
    """The generations in which every partition has an owner."""
    for line in path.read_text().splitlines():
        plan: Assignment = json.loads(line)["assignment"]
        if sum(len(ids) for topics in plan.values() for ids in topics.values()) == sum(TOPICS.values()):
            yield plan


def logged(name: str) -> tuple[str, list[Assignment]]:
    """The reference of the assignor that the logs of these members name, and the last plan of each set of members."""
    life = life_of(members_of(name))
    plans = {frozenset(one.members): one.assignment or () for one in life.recorded}
    target = present_assignor(Group(topics=(), members=(), strategy=life.group.strategy))
    assert target is not None
    return target, [
        {member: {topic: list(ids) for topic, ids in claims} for member, claims in plan}
        for plan in list(plans.values())[:STEPS]
    ]


def group_of_plan(plan: Assignment) -> Group:
    """The members of a plan for every partition. The coordinator appends a hyphen and a UUID to a client id."""
    counts = Counter(topic for topics in plan.values() for topic, ids in topics.items() for _ in ids)
    return Group(
        topics=tuple(Topic(name=name, partitions=count) for name, count in sorted(counts.items())),
        members=tuple(
            Member(
                id=name,
                client_id=name[:-37],
                subscription=tuple(counts),
                owned=tuple((topic, tuple(ids)) for topic, ids in topics.items()),
                generation=1,
            )
            for name, topics in plan.items()
        ),
    )


def change_between(before: Assignment, after: Assignment) -> Change | None:
    """One join or one leave; None if something else happened."""
    gone, new = tuple(before.keys() - after.keys()), after.keys() - before.keys()
    return Change(leave=gone, join=len(new)) if len(gone) + len(new) == 1 else None


def compared(target: str, before: Assignment, after: Assignment) -> WhatIfOutcome | None:
    """The prediction for a join or a leave, which is true; None where something else happened."""
    change = change_between(before, after)
    if change is None:
        return None
    group = replace(group_of_plan(before), strategy=target)
    found = find_outcome(open_target(target), group, plan_change(group, change))
    moved = sum(
        len(set(ids).difference(after[member].get(topic, ())))
        for member, topics in before.items()
        if member in after
        for topic, ids in topics.items()
    )
    least, most = found.moves_range or (found.moved, found.moved)
    assert least <= moved <= most, (change, moved, found)
    assert sorted(found.loads.values()) == sorted(sum(map(len, topics.values())) for topics in after.values())
    return found


@pytest.mark.parametrize("target", ["range", "sticky", "cooperative-sticky"])
def test_prediction_is_what_the_cluster_did(target: str) -> None:
    plans = settled(RECORDED / f"recorded-{target}.jsonl")

    assert 6 <= sum(compared(target, before, after) is not None for before, after in pairwise(plans))


def test_prediction_is_what_other_clients_did() -> None:
    found = [compared(target, *pair) for target, plans in map(logged, CLASSIC) for pair in pairwise(plans)]

    assert Counter(exact=35, ranges=15) == Counter("ranges" if one.moves_range else "exact" for one in found if one)
