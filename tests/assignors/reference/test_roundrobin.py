"""The orders of the round-robin references: by hash, and by shuffling."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256

import pytest

from kafka_assay.assignors.interface import Assignor
from kafka_assay.assignors.model import Group
from kafka_assay.assignors.reference.roundrobin import HashedRoundRobinAssignor, ShuffledRoundRobinAssignor
from tests.assignors.reference.answers import answer, lagging_group, question

NAMES = "host1-a host1-b host2-a host2-b host3-a host3-b"
GROUP = question({"t": 6}, NAMES)


def order(group: Group, assignor: Assignor) -> list[str]:
    """Return the members in the order in which they are served: one topic, a partition for each."""
    given = assignor.assign(group)
    return sorted(given, key=lambda member: given[member]["t"])


@pytest.mark.parametrize("salt", ["", "s1", "é"])
def test_members_are_ordered_by_the_hash_of_salt_and_id(salt: str) -> None:
    expected = sorted(NAMES.split(), key=lambda name: sha256(salt.encode() + name.encode()).digest())

    assert expected == order(GROUP, HashedRoundRobinAssignor(salt=salt))


def test_static_member_keeps_its_hashed_place_with_a_new_member_id() -> None:
    names = {f"m{place}": f"i{place}" for place in range(5)}
    group = question({"t": 5}, " ".join(names), instances=names)
    restarted = replace(group, members=tuple(replace(one, id=f"x{9 - int(one.id[1])}") for one in group.members))

    expected = sorted(names.values(), key=lambda name: sha256(name.encode()).digest())

    for asked in (group, restarted):
        instance = {member.id: member.instance_id for member in asked.members}
        assert expected == [instance[member] for member in order(asked, HashedRoundRobinAssignor())]


@pytest.mark.parametrize(
    ("seed", "expected"),
    [
        (0, ["host3-a", "host2-b", "host3-b", "host1-a", "host2-a", "host1-b"]),
        (1, ["host3-a", "host3-b", "host1-a", "host2-b", "host1-b", "host2-a"]),
    ],
)
def test_shuffled_order_depends_on_seed_and_group_alone(seed: int, expected: list[str]) -> None:
    """Not on the process, nor on the release of Python, nor on what only describes the group."""
    named = replace(GROUP, name="payments", assumptions=("that all read all",))

    assert expected == order(GROUP, ShuffledRoundRobinAssignor(seed=seed))
    assert expected == order(named, ShuffledRoundRobinAssignor(seed=seed))


@pytest.mark.parametrize(
    "changed",
    [
        question({"t": 7}, NAMES),
        question({"t": 6, "u": 0}, NAMES),
        question({"t": 6}, NAMES, answer(**{"host1-a": "t-0"})),
        replace(GROUP, members=GROUP.members[::-1]),
        replace(GROUP, members=(replace(GROUP.members[0], rack="r"), *GROUP.members[1:])),
        replace(GROUP, auto_offset_reset="earliest"),
        lagging_group({"t": [1, 1, 1, 1, 1, 1]}, NAMES),
    ],
)
def test_any_change_of_the_group_changes_the_shuffled_order(changed: Group) -> None:
    """For some of ten seeds."""
    assignors = [ShuffledRoundRobinAssignor(seed=seed) for seed in range(10)]

    assert [order(GROUP, one) for one in assignors] != [order(changed, one) for one in assignors]
