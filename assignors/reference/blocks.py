"""Cut a topic into blocks: runs of consecutive partitions of nearly equal size. Used by `range` and `server-range`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence


def cut_blocks(partitions: int, takers: Sequence[int]) -> Iterator[tuple[int, range]]:
    """
    Each taker with its block, in order. If the sizes are not all equal, the first takers get one partition more.

    Takers without partitions are left out.

    >>> list(cut_blocks(5, [7, 8, 9]))
    [(7, range(0, 2)), (8, range(2, 4)), (9, range(4, 5))]
    >>> list(cut_blocks(1, [7, 8]))
    [(7, range(0, 1))]
    """
    size, longer = divmod(partitions, len(takers))
    start = 0
    for position, taker in enumerate(takers[:partitions]):
        end = start + size + (position < longer)
        yield taker, range(start, end)
        start = end
