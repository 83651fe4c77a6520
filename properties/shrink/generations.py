"""
Simpler generations: none, small ones in the same order, or fewer different ones.

Usually only the order of the claims decides, seldom the distance: 1 and 2 are as good as 5 and 1000.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import pairwise

from kafka_assay.assignors.model import Group


def generation_total(group: Group) -> int:
    """The sum of the generations, as a measure of size."""
    return sum(abs(member.generation) for member in group.members if member.generation is not None)


def with_plain_generations(group: Group) -> Group:
    """
    `group` with its generations replaced by 1, 2 ... in the same order; from 0 on if one of them is 0.

    >>> from kafka_assay.assignors.model import Group, Member
    >>> members = [Member(id=one, subscription=(), generation=age) for one, age in (("a", 1000), ("b", 5), ("c", None))]
    >>> [member.generation for member in with_plain_generations(Group(topics=(), members=tuple(members))).members]
    [2, 1, None]
    """
    found = _generations(group)
    return _replace_generations(group, {old: new for new, old in enumerate(found, 0 if 0 in found else 1)})


def simpler_generations(group: Group) -> Iterator[Group]:
    """`group` without generations, with plain ones, and with one of them equal to the one before it."""
    found = _generations(group)
    if found:
        yield replace(group, members=tuple(replace(member, generation=None) for member in group.members))
    plain = with_plain_generations(group)
    if generation_total(plain) < generation_total(group):
        yield plain
    for older, newer in pairwise(found):
        if abs(older) < abs(newer):
            yield _replace_generations(group, {newer: older})


def _generations(group: Group) -> list[int]:
    return sorted({member.generation for member in group.members if member.generation is not None})


def _replace_generations(group: Group, become: Mapping[int, int]) -> Group:
    members = (
        member
        if member.generation is None
        else replace(member, generation=become.get(member.generation, member.generation))
        for member in group.members
    )
    return replace(group, members=tuple(members))
