"""Tests of the conversion of a group with names to arrays."""

from __future__ import annotations

import numpy as np
import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.model import Group, Member, Topic, group_of
from kafka_assay.assignors.numbering import NOBODY
from kafka_assay.assignors.order import kafka_order
from kafka_assay.assignors.ownership import valid_owners
from kafka_assay.oracle import named_columns
from kafka_assay.oracle.named_columns import NamedColumns, columns_of
from studies.engines.random_groups import random_group


def subscriptions_in(named: NamedColumns) -> dict[str, list[str]]:
    """Return member -> its topics, in the order of the arrays."""
    columns = named.columns
    rows = np.split(columns.topics, columns.start[1:-1])
    return {
        member: [named.topic_names[topic] for topic in row.tolist()]
        for member, row in zip(named.member_ids, rows, strict=False)
    }


def owners_in(named: NamedColumns) -> dict[tuple[str, int], str]:
    """Return (topic, partition) -> owner."""
    sizes = zip(named.topic_names, named.columns.partitions.tolist(), strict=True)
    places = [(topic, partition) for topic, size in sizes for partition in range(size)]
    owners = zip(places, named.columns.owner.tolist(), strict=True)
    return {place: named.member_ids[owner] for place, owner in owners if owner != NOBODY}


def test_members_and_topics_are_numbered_by_name() -> None:
    named = columns_of(
        group_of({"u": 1, "t": 2, "alone": 3, "empty": 0}, {"b": ["u"], "a": ["u", "t", "empty"]}, {"b": {"u": [0]}})
    )

    assert (("a", "b"), ("t", "u")) == (named.member_ids, named.topic_names)
    assert [0, 2, 3] == named.columns.start.tolist()
    assert [0, 1, 1] == named.columns.topics.tolist()
    assert [NOBODY, NOBODY, 1] == named.columns.owner.tolist()


@pytest.mark.parametrize("cells", [named_columns.MOST_CELLS, 0], ids=["table", "search"])
def test_arrays_have_the_subscriptions_and_valid_owners_of_the_group(
    cells: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(named_columns, "MOST_CELLS", cells)
    for seed in range(200):
        group = random_group(seed, members=6, topics=5, partitions=5)
        existing = {topic.name for topic in group.topics if topic.partitions}

        named = columns_of(group)

        assert valid_owners(group) == owners_in(named)
        assert sorted(group.member_ids(), key=kafka_order) == list(named.member_ids)
        assert {
            member.id: sorted(existing.intersection(member.subscription)) for member in group.members
        } == subscriptions_in(named)


def test_group_with_too_many_partitions_is_refused() -> None:
    members = (Member(id="a", subscription=("t", "u")),)
    topics = tuple(Topic(name=name, partitions=2**31 - 1) for name in "tu")

    with pytest.raises(AssayError, match="4294967294 partitions to assign: the oracle supports at most 10000000"):
        columns_of(Group(topics=topics, members=members))


def test_partitions_of_topics_without_subscribers_do_not_count() -> None:
    named = columns_of(group_of({"t": 1, "alone": 2**31 - 1}, {"a": ["t"]}))

    assert [1] == named.columns.partitions.tolist()
