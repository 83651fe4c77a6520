"""Tests of the simplification of a group."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kafka_assay.assignors.life import Event, Life, LifeRun
from kafka_assay.assignors.life_members import LifeMember, Restart
from kafka_assay.assignors.model import Group, Member, Topic, group_of
from kafka_assay.properties.measures.traits import traits
from kafka_assay.properties.shrink.examples import simpler_examples, simplify_example
from kafka_assay.properties.shrink.names import fewer_generations, names_in, plain_names, rename
from kafka_assay.properties.shrink.sizes import size_of
from tests.support.sampling import sample

LARGE = group_of(
    {"logs": 4, "mail": 2},
    {"x": ["logs", "mail"], "y": ["logs"], "z": ["mail"]},
    {"x": {"logs": [0, 1], "mail": [0]}, "y": {"logs": [2]}},
    generation=9,
)


def test_simpler_group_is_smaller() -> None:
    """The size falls with each step, so the simplification ends."""
    for group in [LARGE, *sample("mixed", 60, seed=0), *sample("racks", 20, seed=0)]:
        for simpler in simpler_examples(group):
            assert size_of(simpler) <= size_of(group)
            assert simpler != group


def test_only_what_is_needed_remains() -> None:
    def two_claims(group: Group) -> bool:
        return any(len(ids) == 2 for member in group.members for _, ids in member.owned)

    left = simplify_example(LARGE, two_claims)

    assert group_of({"t0": 2}, {"C0": ["t0"]}, {"C0": {"t0": [0, 1]}}) == left


def test_removed_partition_or_topic_leaves_no_claim() -> None:
    for group in simpler_examples(LARGE):
        assert not {"ghost-claims", "foreign-claims", "missing-topics"} & traits(group)


def test_member_and_partition_are_removed_together_where_neither_can_go_alone() -> None:
    def as_many(group: Group) -> bool:
        return len(group.members) == sum(topic.partitions for topic in group.topics)

    group = group_of({"t0": 3}, {"C0": ["t0"], "C1": ["t0"], "C2": ["t0"]})

    assert (1, 1) == size_of(simplify_example(group, as_many))[:2]


def test_offsets_are_removed_as_a_whole_then_list_by_list() -> None:
    topic = Topic(
        name="t0",
        partitions=2,
        begin_offsets=(0, 10),
        end_offsets=(90, 20),
        committed_offsets=(None, 10),
        weights=(1.0, 2.0),
    )
    group = Group(topics=(topic,), members=(Member(id="C0", subscription=("t0",)),), auto_offset_reset="none")

    def reaches_four(group: Group) -> bool:
        return any(end is not None and end >= 4 for topic in group.topics for end in topic.end_offsets or ())

    left = simplify_example(group, reaches_four)

    assert replace(group, topics=(Topic(name="t0", partitions=2),), auto_offset_reset="latest") in simpler_examples(
        group
    )
    assert group_of({"t0": 1}, {"C0": []}).members == left.members
    assert (Topic(name="t0", partitions=1, end_offsets=(5,)), "latest") == (left.topics[0], left.auto_offset_reset)


def test_replicas_are_removed_one_by_one() -> None:
    topic = Topic(name="t0", partitions=1, replica_racks=(("ra", "rb"),))
    group = Group(topics=(topic,), members=(Member(id="C0", subscription=("t0",)),))

    left = simplify_example(
        group, lambda one: any("rb" in racks for topic in one.topics for racks in topic.replica_racks or ())
    )

    assert (("rb",),) == left.topics[0].replica_racks


LOGS = group_of({"logs": 4, "mail": 2}, {"y": ["mail"], "x": ["logs", "mail"]}, {"x": {"logs": [0, 1], "mail": [0]}})


def generations_of(group: Group) -> list[int | None]:
    """The generations of the members."""
    return [member.generation for member in group.members]


def with_generations(*generations: int | None) -> Group:
    """Members that claim at these generations."""
    members = (Member(id=f"C{place}", subscription=(), generation=age) for place, age in enumerate(generations))
    return Group(topics=(), members=tuple(members))


def test_names_become_plain_and_keep_their_order() -> None:
    renamed = rename(LOGS, plain_names(LOGS))

    assert ["C1", "C0"] == renamed.member_ids()
    assert ["t0", "t1"] == [topic.name for topic in renamed.topics]
    assert (("t0", (0, 1)), ("t1", (0,))) == renamed.members[1].owned


def test_rename_never_creates_a_missing_topic() -> None:
    """The subscription to the missing `t0` must stay without a topic."""
    group = Group(topics=(Topic(name="logs", partitions=1),), members=(Member(id="C0", subscription=("logs", "t0")),))

    assert group == rename(group, plain_names(group))


def test_racks_of_members_and_replicas_become_plain() -> None:
    topic = Topic(name="t0", partitions=1, replica_racks=(("\ud7ff", "!"),))
    group = Group(topics=(topic,), members=(Member(id="C0", subscription=("t0",), rack="!"),))

    plain = rename(group, plain_names(group))

    assert ((("rb", "ra"),), "ra") == (plain.topics[0].replica_racks, plain.members[0].rack)


def test_a_life_is_renamed_wherever_it_names_a_member_or_topic() -> None:
    """Clients, error codes and sizes stay, whatever the members and topics are called."""
    event = Event(
        join=(Member(id="new", subscription=("logs",)),),
        leave=("y",),
        subscribe=(("x", ("logs", "more")),),
        topics=(("more", 3),),
        restart=Restart(members=("new",)),
        upgrade=(("x", "x"),),
        lag_rates=(("mail", (1.0, 2.0)),),
        errors=(("x", 22),),
        leader="x",
        runs=(LifeMember(member="new", client="y"),),
    )
    run = LifeRun(life=Life(group=LOGS, events=(event,), runs=(LifeMember(member="x", client="x"),), name="x"))

    plain = rename(run, plain_names(run)).life

    renamed = replace(
        event,
        join=(Member(id="C0", subscription=("t0",)),),
        leave=("C2",),
        subscribe=(("C1", ("t0", "t2")),),
        topics=(("t2", 3),),
        restart=Restart(members=("C0",)),
        upgrade=(("C1", "x"),),
        lag_rates=(("t1", (1.0, 2.0)),),
        errors=(("C1", 22),),
        leader="C1",
        runs=(LifeMember(member="C0", client="y"),),
    )
    assert ((renamed,), (LifeMember(member="C1", client="x"),), "x") == (plain.events, plain.runs, plain.name)
    assert {"logs", "mail", "more"} == names_in(run, "topics")


@pytest.mark.parametrize(
    ("generations", "plain", "fewer"),
    [
        ((1000, None, 5, 5), [2, None, 1, 1], [[None] * 4, [5, None, 5, 5]]),
        ((0, 1000, 5), [0, 2, 1], [[None] * 3, [0, 1000, 0], [0, 5, 5]]),
        ((0, 0), [0, 0], [[None, None]]),
    ],
)
def test_generations_become_plain_or_fewer(
    generations: tuple[int | None, ...], plain: list[int | None], fewer: list[list[int | None]]
) -> None:
    """Their order is kept, and none is below unknown."""
    group = with_generations(*generations)

    assert plain == generations_of(rename(group, plain_names(group)))
    assert fewer == list(map(generations_of, fewer_generations(group)))
