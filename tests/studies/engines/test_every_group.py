"""Tests of the enumeration up to symmetry: none is missing, none comes twice."""

from __future__ import annotations

from itertools import permutations, product
from math import prod

import pytest

from studies.engines.every_group import NOBODY, SmallGroup, canonical_form, every_group, rename, sizes_of

# A group as it is written down: who subscribes to what, and the owner of each partition in its place.
Labelled = tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]


def labelled(members: int, sizes: tuple[int, ...]) -> list[Labelled]:
    """All groups with these members and topics, however much alike."""
    found = []
    takers = [[m for m in range(members) if bits >> m & 1] for bits in range(1 << members)]
    for subscribers in product(takers, repeat=len(sizes)):
        may_own = [product([NOBODY, *mine], repeat=size) for mine, size in zip(subscribers, sizes, strict=True)]
        found += [(tuple(map(tuple, subscribers)), owners) for owners in product(*may_own)]
    return found


def swapped(group: Labelled, members: int) -> list[Labelled]:
    """What a group becomes by one swap: of two neighbouring members, of two neighbouring partitions, of two topics."""
    subscribers, owners = group
    found: list[Labelled] = []
    for one in range(members - 1):
        new = {NOBODY: NOBODY, **{m: m for m in range(members)}, one: one + 1, one + 1: one}
        found.append(
            (
                tuple(tuple(sorted(new[m] for m in mine)) for mine in subscribers),
                tuple(tuple(new[m] for m in mine) for mine in owners),
            )
        )
    for topic, mine in enumerate(owners):
        for one in range(len(mine) - 1):
            other = (*mine[:one], mine[one + 1], mine[one], *mine[one + 2 :])
            found.append((subscribers, (*owners[:topic], other, *owners[topic + 1 :])))
    if len(owners) == 2 and len(owners[0]) == len(owners[1]):
        found.append((subscribers[::-1], owners[::-1]))
    return found


def kinds(groups: list[Labelled], members: int) -> int:
    """How many kinds there are: two groups are of one kind if swaps lead from one to the other."""
    waiting, number = set(groups), 0
    while waiting:
        number += 1
        kind = [waiting.pop()]
        while kind:
            near = waiting.intersection(swapped(kind.pop(), members))
            waiting -= near
            kind += near
    return number


def test_there_are_as_many_kinds_as_swaps_leave() -> None:
    """
    Counted without a canonical form: groups are written down with all names, and those that swaps connect are one.
    """
    sizes = list(sizes_of(2, 4))
    all_groups = [labelled(members, one) for members in range(4) for one in sizes]

    counted = sum(
        kinds(groups, members) for members in range(4) for groups in all_groups[members * len(sizes) :][: len(sizes)]
    )

    assert 1607 == counted == len(list(every_group()))


@pytest.mark.parametrize("members", range(4))
def test_the_groups_that_are_written_down_are_all(members: int) -> None:
    """A topic with k partitions and s of the members subscribed has (1 + s) to the k choices of owners."""
    for sizes in sizes_of(2, 4):
        choices = [sum((1 + bits.bit_count()) ** size for bits in range(1 << members)) for size in sizes]

        assert prod(choices) == len(set(labelled(members, sizes)))


def test_no_group_is_another_one_renamed() -> None:
    """Whatever its members and topics are called, a group is of the kind that it was."""
    for small in list(every_group())[::7]:
        for members in permutations(range(len(small.subscriptions))):
            other = rename(small, members, tuple(range(len(small.owners))))

            assert small == canonical_form(other)


def test_a_small_group_becomes_a_group() -> None:
    """Claims are those of the owners; a partition that nobody owned is claimed by nobody."""
    group = SmallGroup(((0,), (0, 1)), ((NOBODY, 1), (1,))).group()

    assert {"t0": 2, "t1": 1} == group.partition_counts()
    assert [(("t0", (1,)), ("t1", (0,)))] == [member.owned for member in group.members if member.owned]
