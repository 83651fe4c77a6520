from __future__ import annotations

from kafka_assay.assignors.reference.numbering import number_partitions
from kafka_assay.assignors.reference.sticky.hash_order import HashOrder, hash_of, hash_order_factory


def test_hash_codes_wrap_at_32_bits() -> None:
    """31 * (31 + partition) + the hash of the name, unsigned."""
    assert (31 * (31 + 3) + 3) & 0xFFFFFFFF == hash_of("\x03", 3)
    assert 0 <= hash_of("z" * 249, 2**31 - 1) < 2**32


def test_buckets_are_ordered_and_keep_insertion_order() -> None:
    """17 and 1 share a bucket of 16; 2 comes after both."""
    numbers = HashOrder(lambda number: number)
    for number in (2, 17, 1):
        numbers.add(number)

    assert 17 == numbers.first()


def test_removed_entry_is_gone() -> None:
    numbers = HashOrder(lambda number: number)
    for number in (17, 1):
        numbers.add(number)

    numbers.remove(17)

    assert (1, 1) == (numbers.first(), len(numbers))


def test_table_doubles_above_three_quarters_and_never_shrinks() -> None:
    """From the 13th entry on, 16 comes after 1."""
    numbers = HashOrder(lambda number: number)
    for number in (16, *range(1, 12)):
        numbers.add(number)
    assert 16 == numbers.first()

    numbers.add(12)

    assert 1 == numbers.first()
    for number in range(2, 13):
        numbers.remove(number)
    assert 1 == numbers.first()


def test_upper_half_of_the_hash_is_mixed_in() -> None:
    """0x10000 is in bucket 1, after 0x20002 in bucket 0."""
    numbers = HashOrder(lambda number: number)
    numbers.add(0x10000)
    numbers.add(0x20002)

    assert 0x20002 == numbers.first()


def test_partition_numbers_hash_as_their_partitions() -> None:
    """t0-0 has hash 4605 and bucket 13, t0-1 has 4636 and bucket 12."""
    numbers = hash_order_factory(number_partitions({"t0": 2}, ["t0"]))()
    numbers.add(0)
    numbers.add(1)

    assert [4605, 4636] == [hash_of("t0", 0), hash_of("t0", 1)]
    assert 1 == numbers.first()
