"""
The equal path of server-uniform: all members subscribe to the same topics, so each has a quota.

Source: UniformHomogeneousAssignmentBuilder, as it is since KAFKA-18688 (Kafka 4.0.1). With P partitions and N members,
the quota is P div N, and P mod N members hold one extra partition.

1. *Keep.* Members come by id. While extras are left, a member that owns more than the quota keeps one above it and
   gives up the rest. The same holds for every member once the extras left are as many as the members left. So extras
   that no member keeps go to the last members. All others keep at most the quota.
2. *Fill.* Members by id, each up to its quota and its extra. First come the partitions without an owner, in the order
   of (topic, id). Then come those that were given up, in the order in which that happened.

Kafka 4.0.0 gave an extra to each of the first members, whatever it owned.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import TypeVar

T = TypeVar("T")


def share_by_quota(owned: Sequence[Sequence[T]], unowned: Iterable[T]) -> list[list[T]]:
    """
    Every member's share, from the partitions that each member owns and the `unowned` ones, each in order.

    One extra, and no member owns more than the quota: the extra goes to the last member.

    >>> share_by_quota([[], [0], []], [1, 2, 3])
    [[1], [0], [2, 3]]

    The first member owns more, so it keeps the extra and gives up the rest:

    >>> share_by_quota([[0, 1, 2, 3], [], [4]], [5, 6])
    [[0, 1, 2], [5, 6], [4, 3]]
    """
    free = list(unowned)
    quota, extras = divmod(sum(map(len, owned)) + len(free), max(1, len(owned)))
    shares, sizes = [], []
    for place, mine in enumerate(owned):
        is_longer = extras > 0 and (len(mine) > quota or len(owned) - place <= extras)
        extras -= is_longer
        sizes.append(quota + is_longer)
        shares.append(list(mine[: sizes[-1]]))
        free.extend(mine[sizes[-1] :])
    rest = iter(free)
    for share, size in zip(shares, sizes, strict=True):
        share.extend(islice(rest, size - len(share)))
    return shares
