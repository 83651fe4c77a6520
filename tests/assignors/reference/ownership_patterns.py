"""The 12,364 ways in which one to five members can own parts of up to ten partitions of one topic."""

from __future__ import annotations

from collections.abc import Iterator

from kafka_assay.assignors.model import Assignment, Group
from tests.assignors.reference.answers import question

MOST_MEMBERS, MOST_PARTITIONS = 5, 10


def ownership_patterns() -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield the number of partitions, and how many each member owns. The rest has no owner."""
    for members in range(1, MOST_MEMBERS + 1):
        for partitions in range(MOST_PARTITIONS + 1):
            for counts in _counts(members, partitions):
                yield partitions, counts


def _counts(members: int, most: int) -> Iterator[tuple[int, ...]]:
    if not members:
        yield ()
        return
    for first in range(most + 1):
        for others in _counts(members - 1, most - first):
            yield first, *others


def group_with_pattern(partitions: int, counts: tuple[int, ...]) -> Group:
    """Return the group: C0 owns the first partitions of t0, C1 the next ones, and so on."""
    owned: Assignment = {}
    given = 0
    for member, count in enumerate(counts):
        if count:
            owned[f"C{member}"] = {"t0": list(range(given, given + count))}
        given += count
    return question({"t0": partitions}, " ".join(f"C{member}" for member in range(len(counts))), owned)


def loads_of(answer: Assignment) -> list[int]:
    """Return the members' loads, in the order of their names."""
    return [len(answer[member].get("t0", [])) for member in sorted(answer)]


def kept_of(partitions: int, counts: tuple[int, ...], answer: Assignment) -> int:
    """Return how many partitions stay with their owner."""
    before = group_with_pattern(partitions, counts)
    return sum(
        claim.partition in answer[member.id].get("t0", []) for member in before.members for claim in member.claims()
    )


def most_kept(partitions: int, counts: tuple[int, ...]) -> int:
    """Return how many partitions can stay at even loads: each member's share, and the extras."""
    least, extras = divmod(partitions, len(counts))
    return sum(min(count, least) for count in counts) + min(extras, sum(count > least for count in counts))
