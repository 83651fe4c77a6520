"""Tests that every family draws groups of that family only, and of how Hypothesis is run."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kafka_assay.properties.budget import StopBatch
from kafka_assay.properties.input_families import FAMILIES, is_member_of
from kafka_assay.properties.measures.traits import traits
from kafka_assay.properties.strategies.batches import batch_seed, find_first
from kafka_assay.properties.strategies.clean import TINY
from kafka_assay.properties.strategies.drawn import draws_of
from tests.support.sampling import group_choice, sample

QUICK = settings(max_examples=60, database=None, deadline=None, derandomize=True)


@pytest.mark.parametrize("name", FAMILIES)
@QUICK
@given(data=st.data())
def test_every_drawn_group_is_of_its_family(name: str, data: st.DataObject) -> None:
    """The predicate shares no code with the strategy, and no draw is rejected."""
    group = data.draw(group_choice(name).strategy)

    assert is_member_of(name, group), traits(group)


@pytest.mark.parametrize("name", sorted(set(FAMILIES) - {"many-small-topics", "mixed"}))
@settings(QUICK, max_examples=40)
@given(data=st.data())
def test_tiny_group_is_of_the_family_and_tiny(name: str, data: st.DataObject) -> None:
    """Three members and two topics at most; each of up to two foreign claims may need another topic."""
    group = data.draw(group_choice(name, tiny=True).strategy)

    assert is_member_of(name, group)
    assert len(group.members) <= TINY.members
    assert len(group.topics) <= TINY.topics[1] + (2 if name == "foreign-claims" else 0)


@pytest.mark.parametrize("name", ["clean", "stale-claims", "foreign-claims"])
def test_no_claim_has_generation_zero(name: str) -> None:
    """A coordinator counts from 1."""
    drawn = [member.generation for group in sample(name, 100, seed=0) for member in group.members]

    assert drawn
    assert 0 not in drawn


def test_seed_draws_the_same_groups_whatever_is_imported() -> None:
    """Hypothesis would otherwise prefer constants from loaded modules."""
    before = sample("mixed", 30, seed=5)

    import tests.properties.stand_ins  # noqa: F401

    assert before == sample("mixed", 30, seed=5)


def test_seed_of_a_batch_never_changes() -> None:
    """Other machines and later releases must reproduce it."""
    assert 6204520340718158858 == batch_seed(0, "clean", 0)
    assert 3 == len({batch_seed(0, "clean", 0), batch_seed(0, "clean", 1), batch_seed(0, "mixed", 0)})


def test_stop_batch_ends_a_batch_at_once() -> None:
    """Hypothesis neither shrinks nor reports `StopBatch`."""
    seen = []

    def stop(group: object) -> bool:
        seen.append(group)
        raise StopBatch

    with pytest.raises(StopBatch):
        find_first(draws_of("clean").strategy, stop, seed=0)

    assert 1 == len(seen)
