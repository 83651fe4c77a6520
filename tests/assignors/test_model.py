"""Tests of the fast copies of members and groups."""

from __future__ import annotations

from dataclasses import fields, replace

from kafka_assay.assignors.model import Group, Member, Topic

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
