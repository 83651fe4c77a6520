"""Tests of small groups in words."""

from __future__ import annotations

from kafka_assay.assignors.model import Group, Member, Topic, group_of
from kafka_assay.reports.wording.group_text import answer_in_words, members_in_words, size_in_words, topics_in_words


def test_members_are_told_with_what_they_read_and_claim() -> None:
    """Subscription, claims with their generation, and nothing about what is not there."""
    group = group_of({"t0": 1, "t1": 2}, {"C0": ["t0", "t1"], "C1": []}, {"C0": {"t1": [1, 0]}}, generation=5)

    assert [
        "C0 subscribes to t0 t1, claims t1-1 t1-0 at generation 5",
        "C1 subscribes to nothing",
    ] == members_in_words(group)
    assert "2 members, 3 partitions" == size_in_words(group)


def test_what_sets_a_member_apart_is_told() -> None:
    """Instance, rack and an old metadata version; and on which racks the replicas are."""
    group = Group(
        topics=(Topic(name="t", partitions=2, replica_racks=(("ra", "rb"), ("rb",))),),
        members=(Member(id="a", subscription=("t",), instance_id="i0", rack="ra", metadata_version=1),),
    )

    assert ["a subscribes to t, instance i0, rack ra, metadata version 1"] == members_in_words(group)
    assert "t: 2 on ra+rb rb" == topics_in_words(group)


def test_ids_that_no_terminal_shows_are_escaped() -> None:
    """A control sign in a member's id cannot move the cursor."""
    group = group_of({"t": 1}, {"a\x1b[2J": ["t"]})

    assert ["a\\x1b[2J subscribes to t"] == members_in_words(group)


def test_many_members_are_counted() -> None:
    """Twelve lines at most, then a number."""
    group = group_of({"t": 1}, {f"m{number}": ["t"] for number in range(1_500)})

    assert "and 1,488 more" == members_in_words(group)[-1]


def test_an_answer_or_an_error_is_told() -> None:
    """Who got what, or what was thrown."""
    assert "a: t-0 t-1   b: nothing" == answer_in_words({"a": {"t": [0, 1]}, "b": {}}, None)
    assert "KeyError: 'x'" == answer_in_words(None, {"type": "KeyError", "message": "'x'", "trace": ""})


def test_offsets_are_told_where_there_are_any() -> None:
    """What was committed, of what there is to read, and what is assumed where nothing was."""
    topic = Topic(
        name="t", partitions=2, begin_offsets=(0, 3), end_offsets=(90, 7), committed_offsets=(10, None), weights=(1, 2)
    )
    group = Group(topics=(topic,), members=(), auto_offset_reset="earliest")

    assert "t: 2, committed 10 of 0..90 and none of 3..7   where none is committed: earliest" == topics_in_words(group)
