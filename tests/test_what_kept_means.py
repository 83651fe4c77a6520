from __future__ import annotations

from pathlib import Path

from kafka_assay.properties.budget import SECONDS
from kafka_assay.properties.search.law_tally import DRY
from kafka_assay.properties.strategies.clean import LARGER, MANY_SMALL_TOPICS, USUAL, GroupSize
from kafka_assay.properties.strategies.families import FAMILIES
from kafka_assay.properties.strategies.lives import MOST_EVENTS, MOST_JOINED

PAGE = (Path(__file__).parents[1] / "docs" / "what-kept-means.md").read_text(encoding="utf-8")


def test_page_has_the_default_limits_of_the_code() -> None:
    assert f"searches for {SECONDS:g} seconds" in PAGE
    assert f"after {DRY} such groups in a row" in PAGE


def test_page_names_every_family() -> None:
    assert f"from {len(FAMILIES)} input families" in PAGE
    assert [] == [name for name in FAMILIES if f"`{name}`" not in PAGE]


def test_page_has_the_sizes_of_the_strategies() -> None:
    small = MANY_SMALL_TOPICS

    assert f"| four in five | {_row(USUAL)} |" in PAGE
    assert f"| one in five | {_row(LARGER)} |" in PAGE
    assert f"| `sequences`, at the start | {_row(USUAL)} |" in PAGE
    assert f"| up to {small.members} | {small.topics[0]} to {small.topics[1]} | {small.partitions[1]} |" in PAGE
    assert (6, 2) == (MOST_EVENTS, MOST_JOINED)


def _row(size: GroupSize) -> str:
    return f"up to {size.members} | up to {size.topics[1]} | up to {size.partitions[1]}"
