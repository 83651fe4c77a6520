"""Tests of the fast text of a question."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from kafka_assay.assignors.formats.group_format import question_to_json
from kafka_assay.assignors.formats.question_text import question_text
from kafka_assay.assignors.life import LifeRun
from kafka_assay.assignors.model import Group, Member, Topic
from kafka_assay.properties.input_families import FAMILIES
from kafka_assay.properties.strategies.drawn import drawn_example

RICH = Group(
    topics=(
        Topic(name="t", partitions=1, replica_racks=(("ra", "rb"),), weights=(1.5,), committed_offsets=(None,)),
        Topic(name="u", partitions=0),
    ),
    members=(
        Member(id='"ä\n\\', subscription=("t", "t"), owned=(("t", (0, 0)), ("u", ()), ("x", (-1,))), generation=-1),
        Member(id="b", subscription=(), owned=(("t", (0,)), ("t", (1,)))),
        Member(
            id="c", subscription=("u",), instance_id="", rack="ra", host="h", client_id="\ud800", metadata_version=0
        ),
    ),
    name="one",
    assumptions=("racks",),
    auto_offset_reset="earliest",
    strategy="range",
    state="Stable",
)


def plain_text(group: Group) -> str:
    """The same text, by way of the document."""
    return json.dumps(question_to_json(group), separators=(",", ":"))


def test_text_of_a_rich_group_is_that_of_its_document() -> None:
    assert plain_text(RICH) == question_text(RICH)


@pytest.mark.parametrize("family", FAMILIES)
def test_text_of_drawn_groups_is_that_of_their_documents(family: str) -> None:
    for number in range(40):
        example = drawn_example(family, 0, number)
        group = example.life.group if isinstance(example, LifeRun) else example
        assert plain_text(group) == question_text(group)


def test_text_follows_each_change_of_a_group() -> None:
    """Texts of topics and members are kept while the same objects come again."""
    fewer = RICH.with_members(RICH.members[:1])
    other = replace(RICH, topics=RICH.topics[:1])

    assert [plain_text(one) for one in (RICH, fewer, other, RICH)] == [
        question_text(one) for one in (RICH, fewer, other, RICH)
    ]


def test_more_members_than_are_kept() -> None:
    members = tuple(Member(id=f"C{number}", subscription=("t",)) for number in range(1200))
    group = Group(topics=RICH.topics, members=members)

    assert plain_text(group) == question_text(group) == question_text(group)
