"""Tests of the samples on which two targets are compared."""

from __future__ import annotations

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.properties.measures.traits import traits
from tests.support.sampling import sample


def test_mixed_groups_have_many_combinations_of_traits() -> None:
    """Variations of one draw would have the same combination."""
    kinds = {traits(group) for group in sample("mixed", 100, seed=0)}

    assert len(kinds) > 50


def test_sample_has_the_requested_size_and_no_repeats() -> None:
    groups = sample("clean", 30, seed=0)

    assert 30 == len(set(groups)) == len(groups)


def test_sample_is_a_function_of_its_seed() -> None:
    first = sample("stale-claims", 20, seed=1)

    assert first == sample("stale-claims", 20, seed=1)
    assert first != sample("stale-claims", 20, seed=2)


def test_larger_sample_begins_with_the_smaller_one() -> None:
    assert sample("clean", 10, seed=0) == sample("clean", 40, seed=0)[:10]


def test_unknown_family_is_an_error_with_the_nearest_name() -> None:
    with pytest.raises(AssayError, match="clean"):
        sample("claen", 1, seed=0)
