"""The order in which Java's `HashMap` lists text keys: the coordinator keeps its members in one."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

_FEWEST_BUCKETS = 16


def hash_order(ids: Iterable[str]) -> list[str]:
    """
    The ids in the order of the buckets; in a bucket, in the order in which they were put.

    The coordinator of Kafka 3.7 and later lists members so (`ClassicGroup.members` is a `HashMap`). Buckets with more
    than eight ids become trees in Java; their order is not modelled.

    >>> hash_order(["consumer-b", "consumer-a", "C10", "C2"])
    ['C10', 'consumer-b', 'consumer-a', 'C2']
    """
    put = list(ids)
    buckets = _FEWEST_BUCKETS
    while len(put) * 4 > buckets * 3:
        buckets *= 2
    return sorted(put, key=lambda text: spread_hash(text) & (buckets - 1))


@lru_cache(maxsize=100_000)
def spread_hash(text: str) -> int:
    """`String.hashCode` over UTF-16 code units, then `HashMap.hash`, as an unsigned number."""
    code = 0
    units = text.encode("utf-16-le")
    for place in range(0, len(units), 2):
        code = (31 * code + int.from_bytes(units[place : place + 2], "little")) & 0xFFFFFFFF
    return code ^ (code >> 16)
