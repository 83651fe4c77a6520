"""Tests of the samples that two targets are compared on."""

from __future__ import annotations

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.properties.measures.traits import traits
from kafka_assay.properties.strategies.sampling import sample, sample_draws


def test_mixed_groups_are_of_many_kinds() -> None:
    """A hundred draws meet more than fifty combinations: a variation of a draw would be of the same kind."""
    kinds = {traits(group) for group in sample("mixed", 100, seed=0)}

    assert len(kinds) > 50


def test_a_sample_has_the_size_asked_for_and_no_group_twice() -> None:
    """Thirty groups of a family are thirty different groups."""
    groups = sample("clean", 30, seed=0)

    assert 30 == len(set(groups)) == len(groups)


def test_a_sample_is_a_function_of_its_seed() -> None:
    """The same seed gives the same groups in the same order, another seed others."""
    first = sample("stale-claims", 20, seed=1)

    assert first == sample("stale-claims", 20, seed=1)
    assert first != sample("stale-claims", 20, seed=2)


def test_a_larger_sample_begins_with_the_smaller_one() -> None:
    """More examples add groups, they do not change the ones already looked at."""
    assert sample("clean", 10, seed=0) == sample("clean", 40, seed=0)[:10]


def test_an_unknown_family_is_one_clear_line() -> None:
    """A misspelt family names the nearest known one."""
    with pytest.raises(AssayError, match="clean"):
        sample("claen", 1, seed=0)


def test_draws_are_a_function_of_family_and_seed() -> None:
    """Another seed, other groups; no two alike."""
    one, again, further = (sample_draws("mixed", 30, seed) for seed in (1, 1, 2))

    assert one == again
    assert 30 == len(set(one))
    assert one != further
