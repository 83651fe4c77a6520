"""The values of the domain: copies of members and groups, changes of a life, and failures."""

from __future__ import annotations

import pickle
from dataclasses import fields, replace

from kafka_assay.assignors.interface import AssignorFailed
from kafka_assay.assignors.life import Event
from kafka_assay.assignors.life_changes import group_after, restart_batches, topics_after
from kafka_assay.assignors.life_members import Restart
from kafka_assay.assignors.model import Group, Member, Topic, group_of

MEMBER = Member(
    id="a",
    subscription=("t", "u"),
    owned=(("t", (0,)),),
    generation=3,
    instance_id="i",
    rack="r",
    host="h",
    client_id="c",
    metadata_version=1,
)
GROUP = Group(
    topics=(Topic(name="t", partitions=2),),
    members=(MEMBER,),
    name="g",
    assumptions=("one",),
    auto_offset_reset="earliest",
    strategy="range",
    state="Stable",
)


def test_examples_set_every_field() -> None:
    """So that a field added later is not forgotten in a copy."""
    for one, plain in ((MEMBER, Member(id="b", subscription=())), (GROUP, Group(topics=(), members=()))):
        assert all(getattr(one, field.name) != getattr(plain, field.name) for field in fields(one))


def test_copies_change_what_is_named_and_nothing_else() -> None:
    other, topics = replace(MEMBER, id="b"), (Topic(name="u", partitions=1),)

    assert replace(MEMBER, owned=(), generation=None) == MEMBER.with_claims((), None)
    assert replace(MEMBER, subscription=("u",), owned=(), generation=4) == MEMBER.with_lists(("u",), (), 4)
    assert replace(GROUP, members=(other,)) == GROUP.with_members((other,))
    assert replace(GROUP, members=(other,), topics=topics) == GROUP.with_members((other,), topics)


def test_topics_grow_and_new_ones_come_last() -> None:
    group = group_of({"t": 2, "u": 1, "w": 1}, {})

    after = group_after(group, Event(topics=(("t", 4), ("v", 2), ("w", None))))

    assert [("t", 4), ("u", 1), ("v", 2)] == list(after.partition_counts().items())


def test_offsets_and_replicas_follow_the_partitions() -> None:
    """New partitions are empty, with replicas on the racks in turn."""
    topic = Topic(
        name="t", partitions=2, replica_racks=(("ra",), ("rb",)), end_offsets=(9, 9), committed_offsets=(1, None)
    )
    group = Group(topics=(topic,), members=())

    (grown,), (cut,) = (topics_after(group, Event(topics=(("t", count),))) for count in (4, 1))

    assert (("ra",), ("rb",), ("ra",), ("rb",)) == grown.replica_racks
    assert ((9, 9, 0, 0), (1, None, None, None)) == (grown.end_offsets, grown.committed_offsets)
    assert ((("ra",),), (9,), (1,)) == (cut.replica_racks, cut.end_offsets, cut.committed_offsets)


def test_members_leave_crash_join_and_subscribe_anew_with_their_claims() -> None:
    group = group_of({"t": 2}, {"a": ["t"], "b": ["t"], "c": ["t"]}, {"c": {"t": [1]}}, generation=3)
    joiner = Member(id="d", subscription=("t",))

    after = group_after(group, Event(leave=("a",), crash=("b",), join=(joiner,), subscribe=(("c", ("u",)),)))

    assert [("c", ("u",), (("t", (1,)),)), ("d", ("t",), ())] == [
        (member.id, member.subscription, member.owned) for member in after.members
    ]


def test_batches_restart_in_order_and_upgrades_one_by_one() -> None:
    event = Event(restart=Restart(members=("a", "b", "c"), parallel=2), upgrade=(("c", "x"), ("d", "x"), ("e", "x")))

    assert [("a", "b"), ("c",), ("d",), ("e",)] == restart_batches(event)


def test_assignor_failure_survives_pickling() -> None:
    failure = AssignorFailed("KeyError", "(None, 'b')", "line 7")

    copy = pickle.loads(pickle.dumps(failure))

    assert ("KeyError", "(None, 'b')", "line 7", "KeyError: (None, 'b')") == (
        copy.kind,
        copy.message,
        copy.trace,
        str(copy),
    )


def test_failure_without_message_shows_only_its_kind() -> None:
    assert "KeyboardInterrupt" == str(AssignorFailed("KeyboardInterrupt", ""))
