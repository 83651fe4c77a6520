"""Tests of number partitioning into two sets."""

from __future__ import annotations

from itertools import product
from random import Random

from kafka_assay.oracle.weighted.local_search import partition_numbers


def test_difference_matches_the_two_sides() -> None:
    for seed in range(150):
        rng = Random(seed)
        numbers = [rng.randint(0, 60) for _ in range(rng.randint(1, 9))]

        for looks in (0, 10_000):
            difference, first = partition_numbers(numbers, looks)

            assert difference == abs(sum(n if side else -n for n, side in zip(numbers, first, strict=True)))
        signs = product((1, -1), repeat=len(numbers))
        assert min(abs(sum(s * n for s, n in zip(some, numbers, strict=True))) for some in signs) == difference
        assert first[0]
