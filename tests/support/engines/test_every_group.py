from __future__ import annotations

from itertools import permutations

from tests.support.engines.every_group import NOBODY, SmallGroup, canonical_form, every_group, rename


def test_renaming_does_not_change_the_kind() -> None:
    for small in list(every_group())[::7]:
        for members in permutations(range(len(small.subscriptions))):
            other = rename(small, members, tuple(range(len(small.owners))))

            assert small == canonical_form(other)


def test_small_group_is_converted_to_a_group() -> None:
    """Owners claim their partitions; unowned ones are not claimed."""
    group = SmallGroup(((0,), (0, 1)), ((NOBODY, 1), (1,))).group()

    assert {"t0": 2, "t1": 1} == group.partition_counts()
    assert [(("t0", (1,)), ("t1", (0,)))] == [member.owned for member in group.members if member.owned]
