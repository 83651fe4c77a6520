"""Tests of the strategies: every family draws what it says, and nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kafka_assay.properties.measures.traits import traits
from kafka_assay.properties.strategies.clean import TINY
from kafka_assay.properties.strategies.families import FAMILIES, is_member_of
from kafka_assay.properties.strategies.groups import TWISTS
from kafka_assay.properties.strategies.sampling import sample
from kafka_assay.properties.strategies.subscriptions import PATTERNS, subscription

QUICK = settings(max_examples=60, database=None, deadline=None, derandomize=True)


@pytest.mark.parametrize("name", FAMILIES)
@QUICK
@given(data=st.data())
def test_every_group_of_a_family_is_what_the_family_says(name: str, data: st.DataObject) -> None:
    """The predicate, which shares no code with the strategy, accepts every draw; and no draw is thrown away."""
    group = data.draw(FAMILIES[name].groups())

    assert is_member_of(name, group), traits(group)


@pytest.mark.parametrize("name", sorted(set(FAMILIES) - {"many-small-topics", "mixed"}))
@settings(QUICK, max_examples=40)
@given(data=st.data())
def test_a_tiny_group_is_of_the_family_and_tiny(name: str, data: st.DataObject) -> None:
    """Three members and two topics at most; a third where a foreign claim needs a topic outside the subscription."""
    group = data.draw(FAMILIES[name].groups(tiny=True))

    assert is_member_of(name, group)
    assert len(group.members) <= TINY.members
    assert len(group.topics) <= TINY.topics[1] + (name == "foreign-claims")


@QUICK
@given(data=st.data())
def test_a_mixed_group_has_several_oddities(data: st.DataObject) -> None:
    """Two at least, whatever one twist may have undone of another."""
    group = data.draw(FAMILIES["mixed"].groups())

    assert len(traits(group)) >= 2


@pytest.mark.parametrize("name", ["clean", "stale-claims", "foreign-claims"])
def test_no_claim_is_of_generation_zero(name: str) -> None:
    """A coordinator counts from 1: nobody has ever seen another."""
    drawn = [member.generation for group in sample(name, 100, seed=0) for member in group.members]

    assert drawn
    assert 0 not in drawn


def test_every_twist_is_a_family_and_every_dirty_family_a_twist() -> None:
    """A family without a strategy, or a twist that no family names, would never be drawn."""
    assert set(FAMILIES) - {"clean", "mixed", "many-small-topics", "sequences"} == set(TWISTS)


def test_the_same_seed_draws_the_same_groups_whatever_is_imported() -> None:
    """Hypothesis would favour constants out of loaded modules; a module full of numbers changes nothing here."""
    before = sample("mixed", 30, seed=5)

    import tests.properties.stand_ins  # noqa: F401

    assert before == sample("mixed", 30, seed=5)


@pytest.mark.parametrize("pattern", PATTERNS)
def test_nobody_subscribes_to_nothing_by_pattern(pattern: str) -> None:
    """Whatever is drawn, a pattern yields at least one topic, each once, in the order of the topics."""
    topics = ["t0", "t1", "t2", "t3"]

    for count in range(1, 5):
        for pick in range(63):
            found = subscription(pattern, topics[:count], position=pick, pick=pick)  # type: ignore[arg-type]
            assert 1 <= len(found) == len(set(found))
