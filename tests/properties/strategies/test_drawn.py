"""Tests of drawn examples: each of its family, by its number, in the stated sizes, and the same everywhere."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from random import Random
from statistics import median
from unittest.mock import Mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.model import Group, group_of
from kafka_assay.assignors.ownership import valid_owners
from kafka_assay.benchmarks.workload_group import everyday_group
from kafka_assay.properties.budget import StopBatch
from kafka_assay.properties.input_families import (
    CLEAN_BY_TRAITS,
    FAMILIES,
    LARGE,
    LIVES,
    family_at,
    family_of,
    is_member_of,
)
from kafka_assay.properties.measures.subscriptions import count_assignable, has_equal_subscriptions
from kafka_assay.properties.measures.traits import traits
from kafka_assay.properties.strategies.batches import find_first
from kafka_assay.properties.strategies.choices import (
    SeededDraw,
    batch_seed,
    booleans,
    integers,
    items,
    lists,
    mapped,
    sets,
    tuples,
)
from kafka_assay.properties.strategies.clean import TINY
from kafka_assay.properties.strategies.drawn import drawn_example, draws_of
from kafka_assay.properties.strategies.large import draw_large
from tests.assignors.reference.answers import drawn_groups
from tests.support.sampling import group_choice, sample

ALL = tuple(FAMILIES)
CYCLE = sum(family.weight for family in FAMILIES.values())


@pytest.mark.parametrize("name", FAMILIES)
def test_every_drawn_example_is_of_its_family(name: str) -> None:
    """Of every policy, too, if the family has any."""
    drawn = [drawn_example(name, 1, number) for number in range(150 if name == LARGE else 800)]

    assert [] == [example for example in drawn if not is_member_of(name, example)]
    assert len(set(drawn)) > len(drawn) * 0.8


def test_an_example_is_the_same_alone_and_in_another_process() -> None:
    """Nothing is carried from one example to the next, or depends on the hash seed. Hypothesis is not needed."""
    script = (
        "import sys\n"
        "from kafka_assay.properties.strategies.drawn import drawn_example\n"
        "from kafka_assay.properties.input_families import FAMILIES\n"
        "for name in FAMILIES: print(name, drawn_example(name, 5, 77))\n"
        "print('hypothesis' in sys.modules)"
    )
    here = {name: [drawn_example(name, 5, number) for number in (80, 79, 78, 77)][-1] for name in FAMILIES}

    there = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert [*(f"{name} {example}" for name, example in here.items()), "False"] == there.splitlines()


def test_sizes_are_heavy_tailed() -> None:
    """Tiny groups most often, big ones now and then."""
    groups = list(drawn_groups(2_000, "clean", seed=2))
    members, partitions = [len(group.members) for group in groups], list(map(partitions_of, groups))

    assert median(members) <= 3
    assert median(partitions) <= 8
    assert max(members) >= 12
    assert max(partitions) >= 60
    assert 0.005 < sum(count > 40 for count in partitions) / len(groups) < 0.1


def test_choices_stay_within_their_bounds() -> None:
    draw = SeededDraw(Random(0))
    pairs = lists(tuples(integers(2, 4), integers(0, 1)), least=1, most=3)

    drawn = [pairs.pick(draw) for _ in range(200)]
    assert {1, 2, 3} == {len(one) for one in drawn}
    assert {(a, b) for a in (2, 3, 4) for b in (0, 1)} == {pair for one in drawn for pair in one}
    assert {True, False} == {booleans().pick(draw) for _ in range(50)}
    assert {"x", "y"} == {items("xy").pick(draw) for _ in range(50)}
    assert {"0", "1"} == {mapped(integers(0, 1), str).pick(draw) for _ in range(50)}
    chosen = [sets(3, most=2).pick(draw) for _ in range(200)]
    assert {1, 2} == {len(one) for one in chosen}
    assert {0, 1, 2} == set().union(*chosen)


@pytest.mark.parametrize("start", [0, 7 * CYCLE])
def test_one_group_in_a_hundred_of_the_default_mix_is_large(start: int) -> None:
    found = Counter(family_at(ALL, 3, number) for number in range(start, start + CYCLE))

    assert {name: family.weight for name, family in FAMILIES.items()} == found
    assert 1 == found["large"]


def test_only_the_given_families_are_dealt() -> None:
    assert {"clean", "racks"} == {family_at(("clean", "racks"), 0, number) for number in range(50)}
    with pytest.raises(AssayError, match="unknown input family"):
        family_at(("cleaned",), 0, 0)


def test_clean_groups_of_any_size_belong_to_the_families_of_size() -> None:
    """Shrinking makes a large group small. A group alone counts as clean."""
    tiny = group_of({"t": 1}, {"a": ["t"]})
    dirty = group_of({"t": 1}, {"a": []})

    assert [name for name in FAMILIES if name in CLEAN_BY_TRAITS] == [
        name for name in FAMILIES if name not in LIVES and is_member_of(name, tiny)
    ]
    assert [] == [name for name in CLEAN_BY_TRAITS if is_member_of(name, dirty)]
    assert {"clean"} == {family_of(group) for group in drawn_groups(4, "everyday", "large")}


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


def test_seed_of_a_batch_never_changes() -> None:
    """Other machines and later releases must reproduce it."""
    assert 6204520340718158858 == batch_seed(0, "clean", 0)
    assert 3 == len({batch_seed(0, "clean", 0), batch_seed(0, "clean", 1), batch_seed(0, "mixed", 0)})


def test_stop_batch_ends_a_batch_at_once() -> None:
    """Hypothesis neither shrinks nor reports `StopBatch`."""
    stop = Mock(side_effect=StopBatch)

    with pytest.raises(StopBatch):
        find_first(draws_of("clean").strategy, stop, seed=0)

    stop.assert_called_once()


@pytest.fixture(scope="module")
def everyday() -> list[Group]:
    """Groups of the family `everyday`."""
    return [everyday_group(number) for number in range(1_000)]


def test_everyday_groups_are_clean_and_of_the_documented_sizes(everyday: list[Group]) -> None:
    members = sorted(len(group.members) for group in everyday)
    topics = [len(group.topics) for group in everyday]
    partitions = [count_assignable(group) for group in everyday]

    assert {trait for group in everyday for trait in traits(group)} <= {"many-small-topics"}
    assert partitions == list(map(partitions_of, everyday)), "a topic without a subscriber"
    assert (2, 20, 60, 8) == (members[0], members[-1], max(partitions), max(topics))
    assert 5 <= members[500] <= 7
    assert everyday[3] == everyday_group(3) != everyday_group(3, seed=1)


def test_everyday_groups_differ_in_subscriptions_and_in_what_happened_before(everyday: list[Group]) -> None:
    def happened(group: Group) -> str:
        if any(member.generation is None for member in group.members):
            return "somebody came"
        return "partitions are free" if len(valid_owners(group)) < count_assignable(group) else "all is as it was"

    seen = Counter(map(happened, everyday))

    assert 500 <= sum(map(has_equal_subscriptions, everyday)) <= 600
    assert {"somebody came", "partitions are free", "all is as it was"} == seen.keys()
    assert min(seen.values()) > 50
    assert sum(not valid_owners(group) for group in everyday) < 20


@pytest.fixture(scope="module")
def large() -> list[Group]:
    """Groups of the family `large`."""
    return [draw_large(Random(number)) for number in range(250)]


def partitions_of(group: Group) -> int:
    return sum(topic.partitions for topic in group.topics)


def chain_length(group: Group) -> int:
    """The number of members that share a topic with another one, if every member has at most two topics."""
    if has_equal_subscriptions(group) or any(len(member.subscription) > 2 for member in group.members):
        return 0
    return sum(len(member.subscription) == 2 for member in group.members)


def test_sizes_of_large_groups_are_within_the_bounds_and_reach_them(large: list[Group]) -> None:
    members = sorted(len(group.members) for group in large)

    assert 10 == members[0]
    assert 180 < members[-1] <= 200
    assert 1_800 < max(map(partitions_of, large)) <= 2_000


def test_large_groups_have_chains_ragged_and_even_topics_and_all_some_or_no_claims(large: list[Group]) -> None:
    several = [sorted(topic.partitions for topic in group.topics) for group in large if len(group.topics) > 2]
    claimed = [sum(len(member.claims()) for member in group.members) / partitions_of(group) for group in large]

    assert 60 < sum(map(has_equal_subscriptions, large)) < 125
    assert sum(chain_length(group) >= 50 for group in large) > 12
    assert sum(counts[-1] > 10 * counts[0] for counts in several) > 25
    assert sum(counts[-1] == counts[0] for counts in several) > 25
    assert all(number > 25 for number in Counter(share if share in {0, 1} else "some" for share in claimed).values())
    assert {0, 1} < set(claimed)
