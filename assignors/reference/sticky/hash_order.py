"""
Java's hash order, for comparisons with Kafka's classes partition by partition.

Where several partitions could go back, Kafka takes the first in the order of its hash set. The references take the
lowest id, so that no answer depends on hash codes. They differ from Kafka where there is such a tie. Kafka's leaders
and coordinators keep a group's members in a hash map, so members come in hash order too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kafka_assay.assignors.reference.numbering import Numbering

SMALLEST_TABLE = 16


def hash_of(topic: str, partition: int) -> int:
    """
    The Java hash code of Kafka's TopicPartition, as an unsigned 32-bit number.

    >>> hash_of("t0", 1)
    4636
    """
    return (31 * (31 + partition) + hash_of_text(topic)) & 0xFFFFFFFF


def hash_of_text(text: str) -> int:
    """
    The hash code of a Java string, as an unsigned 32-bit number.

    >>> hash_of_text("t0")
    3644
    """
    units = text.encode("utf-16-be", "surrogatepass")
    code = 0
    for high, low in zip(units[::2], units[1::2], strict=True):
        code = (31 * code + 256 * high + low) & 0xFFFFFFFF
    return code


def hash_map_order(names: Sequence[str]) -> list[int]:
    """
    The places of distinct `names` in the iteration order of a Java hash map, filled in the given order.

    (Java turns a bucket of more than eight entries into a tree. Only deliberately chosen names cause that.)

    >>> hash_map_order(["b", "a", "C10"])
    [1, 0, 2]
    """
    table = table_size(len(names))
    buckets = [bucket_of(hash_of_text(name), table) for name in names]
    return sorted(range(len(names)), key=buckets.__getitem__)


def table_size(entries: int) -> int:
    """The number of buckets of a Java hash table after `entries` single additions."""
    table = SMALLEST_TABLE
    while 4 * entries > 3 * table:
        table *= 2
    return table


def bucket_of(code: int, table: int) -> int:
    """The bucket of an entry with the hash `code` in a Java hash table with `table` buckets."""
    return (code ^ code >> 16) & (table - 1)


class HashOrder:
    """
    A set with the iteration order of Java's HashSet.

    The table has 16 buckets. It doubles when it is more than three quarters full, and never shrinks. The low bits of h
    xor (h >> 16) give the bucket of an entry with hash h. Buckets come in ascending order, the entries of one bucket in
    the order of their addition.
    """

    def __init__(self, hashes: Callable[[int], int]) -> None:
        """An empty set; `hashes` gives a number's hash code."""
        self._hashes = hashes
        self._numbers: list[int] = []
        self._table = SMALLEST_TABLE

    def __len__(self) -> int:
        """See `kafka_assay.assignors.reference.sticky.move_log.Candidates`."""
        return len(self._numbers)

    def add(self, number: int) -> None:
        """See `kafka_assay.assignors.reference.sticky.move_log.Candidates`."""
        self._numbers.append(number)
        if 4 * len(self._numbers) > 3 * self._table:
            self._table *= 2

    def remove(self, number: int) -> None:
        """See `kafka_assay.assignors.reference.sticky.move_log.Candidates`."""
        self._numbers.remove(number)

    def first(self) -> int:
        """See `kafka_assay.assignors.reference.sticky.move_log.Candidates`."""
        return min(self._numbers, key=self._bucket)

    def _bucket(self, number: int) -> int:
        return bucket_of(self._hashes(number), self._table)


def hash_order_factory(numbering: Numbering) -> Callable[[], HashOrder]:
    """A factory of the sets that `MoveLog` needs, in the hash order of the numbered partitions."""

    def hash_of_number(number: int) -> int:
        return hash_of(numbering.topics[numbering.topic_of[number]], numbering.ids[number])

    return lambda: HashOrder(hash_of_number)
