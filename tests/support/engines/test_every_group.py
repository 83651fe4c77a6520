from __future__ import annotations

from itertools import permutations, product
from math import prod

import pytest

from tests.support.engines.every_group import NOBODY, SmallGroup, canonical_form, every_group, rename, sizes_of

# A group as it is written down: who subscribes to what, and the owner of each partition in its place.
Labelled = tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]


def labelled_groups(members: int, sizes: tuple[int, ...]) -> list[Labelled]:
    """Yield all groups with these members and topics, equal ones included."""
    found = []
    takers = [[m for m in range(members) if bits >> m & 1] for bits in range(1 << members)]
    for subscribers in product(takers, repeat=len(sizes)):
        may_own = [product([NOBODY, *mine], repeat=size) for mine, size in zip(subscribers, sizes, strict=True)]
        found += [(tuple(map(tuple, subscribers)), owners) for owners in product(*may_own)]
    return found


def swapped_groups(group: Labelled, members: int) -> list[Labelled]:
    """Yield the groups one swap away: neighbouring members, neighbouring partitions, or two topics."""
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


def count_kinds(groups: list[Labelled], members: int) -> int:
    """Return how many kinds there are. Groups that swaps connect are of one kind."""
    waiting, number = set(groups), 0
    while waiting:
        number += 1
        kind = [waiting.pop()]
        while kind:
            near = waiting.intersection(swapped_groups(kind.pop(), members))
            waiting -= near
            kind += near
    return number


def test_number_of_kinds_matches_a_count_by_swaps() -> None:
    """The count does not use the canonical form."""
    sizes = list(sizes_of(2, 4))
    all_groups = [labelled_groups(members, one) for members in range(4) for one in sizes]

    counted = sum(
        count_kinds(groups, members)
        for members in range(4)
        for groups in all_groups[members * len(sizes) :][: len(sizes)]
    )

    assert 1607 == counted == len(list(every_group()))


@pytest.mark.parametrize("members", range(4))
def test_number_of_labelled_groups_matches_the_formula(members: int) -> None:
    """A topic with k partitions and s subscribers has (1 + s) to the k choices of owners."""
    for sizes in sizes_of(2, 4):
        choices = [sum((1 + bits.bit_count()) ** size for bits in range(1 << members)) for size in sizes]

        assert prod(choices) == len(set(labelled_groups(members, sizes)))


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
