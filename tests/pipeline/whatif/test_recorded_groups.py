"""What-ifs of groups of a real cluster, compared with what it then did: equal, or inside the range."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from kafka_assay.assignors.hosted.targets import open_target
from kafka_assay.assignors.model import Assignment, Group, Member, Topic
from kafka_assay.pipeline.whatif.change import Change, plan_change
from kafka_assay.pipeline.whatif.what_if import find_outcome

RECORDED = Path(__file__).parents[2] / "data" / "recorded_lives"
TOPICS = {"audit": 1, "clicks": 6, "orders": 12}


def settled(path: Path) -> Iterator[Assignment]:
    """The generations in which every partition has an owner."""
    for line in path.read_text().splitlines():
        plan: Assignment = json.loads(line)["assignment"]
        if sum(len(ids) for topics in plan.values() for ids in topics.values()) == sum(TOPICS.values()):
            yield plan


def group_of_plan(plan: Assignment) -> Group:
    """The members of a generation. The coordinator appends 37 characters, a hyphen and a UUID, to a client id."""
    members = (
        Member(
            id=name,
            client_id=name[:-37],
            subscription=tuple(TOPICS),
            owned=tuple((topic, tuple(ids)) for topic, ids in topics.items()),
            generation=1,
        )
        for name, topics in plan.items()
    )
    return Group(
        topics=tuple(Topic(name=name, partitions=count) for name, count in TOPICS.items()), members=tuple(members)
    )


def change_between(before: Assignment, after: Assignment) -> Change | None:
    """One join or one leave; None if something else happened."""
    gone, new = tuple(before.keys() - after.keys()), after.keys() - before.keys()
    return Change(leave=gone, join=len(new)) if len(gone) + len(new) == 1 else None


@pytest.mark.parametrize("target", ["range", "sticky", "cooperative-sticky"])
def test_prediction_is_what_the_cluster_did(target: str) -> None:
    compared = 0
    for before, after in pairwise(settled(RECORDED / f"recorded-{target}.jsonl")):
        change = change_between(before, after)
        if change is None:
            continue
        group = group_of_plan(before)
        planned = plan_change(group, change)
        found = find_outcome(open_target(target), group, planned, present=True)
        moved = sum(
            len(set(ids).difference(after[member].get(topic, ())))
            for member, topics in before.items()
            if member in after
            for topic, ids in topics.items()
        )
        compared += 1
        least, most = found.moves_range or (found.moved, found.moved)
        assert least <= moved <= most, (change, moved, found)
        assert sorted(found.loads.values()) == sorted(sum(map(len, topics.values())) for topics in after.values())

    assert compared >= 6
