from __future__ import annotations

from pathlib import Path

from kafka_assay.properties.budget import SECONDS
from kafka_assay.properties.input_families import FAMILIES
from kafka_assay.properties.strategies import everyday, large
from kafka_assay.properties.strategies.clean import (
    BIG,
    LARGER,
    MANY_SMALL_TOPICS,
    SIZE_WEIGHTS,
    SIZES,
    TINY,
    USUAL,
    GroupSize,
)
from kafka_assay.properties.strategies.lives import MOST_EVENTS, MOST_JOINED
from kafka_assay.properties.strategies.policies import POLICIES, STRETCH

PAGE = (Path(__file__).parents[1] / "docs" / "understand" / "verdicts.md").read_text(encoding="utf-8")


MIXES = ((20, 20, 20, 20, 20, 0, 0), SIZE_WEIGHTS)
"""The shares of the sizes in the structured and in the drawn search, in percent."""


def test_page_has_the_default_limits_of_the_code() -> None:
    assert f"searches for {SECONDS:g} seconds" in PAGE


def test_page_names_every_family() -> None:
    assert f"from {len(FAMILIES)} input families" in PAGE
    assert [] == [name for name in FAMILIES if f"`{name}`" not in PAGE]


def test_page_has_the_sizes_of_the_strategies() -> None:
    small = MANY_SMALL_TOPICS

    for place, size in enumerate((TINY, USUAL, LARGER, BIG)):
        shares = [sum(weight for one, weight in zip(SIZES, weights, strict=True) if one is size) for weights in MIXES]
        structured, drawn = (f"{share} %" if share else "—" for share in shares)
        name = ("tiny", "usual", "larger", "big")[place]
        assert f"| {name} | {structured} | {drawn} | {_row(size)} |" in PAGE
    assert f"| `sequences`, at the start | all | all | {_row(USUAL)} |" in PAGE
    assert f"| up to {small.members} | {small.topics[0]} to {small.topics[1]} | {small.partitions[1]} |" in PAGE
    assert f"| {large.FEWEST_MEMBERS} to {large.MOST_MEMBERS} | up to {large.MOST_MEMBERS} |" in PAGE
    assert f"up to {large.MOST_PARTITIONS:,} in the group" in PAGE
    assert f"| {everyday.FEWEST_MEMBERS} to {everyday.MOST_MEMBERS} | up to {everyday.MOST_TOPICS} |" in PAGE
    assert f"up to {everyday.MOST_PARTITIONS} in the group" in PAGE
    assert (6, 2) == (MOST_EVENTS, MOST_JOINED)


def test_page_lists_every_policy() -> None:
    assert [] == [one.name for one in POLICIES if f"| `{one.name}` | {one.says} |" not in PAGE]
    assert f"stretches of {STRETCH} groups" in PAGE


def _row(size: GroupSize) -> str:
    return f"up to {size.members} | up to {size.topics[1]} | up to {size.partitions[1]}"
