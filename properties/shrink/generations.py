"""
Simpler generations: none, or small ones in the same order, or fewer different ones.

What decides is which claim is newer, seldom by how much: 1 and 2 say that as well as 5 and 1000.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import pairwise

from kafka_assay.assignors.model import Group


def generation_total(group: Group) -> int:
    """The sum of the generations, as a size."""
    return sum(abs(member.generation) for member in group.members if member.generation is not None)


def with_plain_generations(group: Group) -> Group:
    """
    `group` with the generations 1, 2 ... in the order of its own; from 0 on, where one of them is 0.

    >>> from kafka_assay.assignors.model import Group, Member
    >>> members = [Member(id=one, subscription=(), generation=age) for one, age in (("a", 1000), ("b", 5), ("c", None))]
    >>> [member.generation for member in with_plain_generations(Group(topics=(), members=tuple(members))).members]
    [2, 1, None]
    """
    found = _generations(group)
    return _replace_generations(group, {old: new for new, old in enumerate(found, 0 if 0 in found else 1)})


def simpler_generations(group: Group) -> Iterator[Group]:
    """
    The groups in which nobody says a generation; in which they are plain; in which one is the same as the one before.
    """
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
