"""Tests of simpler names and generations."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kafka_assay.assignors.life import Event, Life
from kafka_assay.assignors.life_members import LifeMember, Restart
from kafka_assay.assignors.life_run import LifeRun
from kafka_assay.assignors.model import Group, Member, Topic, group_of
from kafka_assay.properties.shrink.examples import simplify_example
from kafka_assay.properties.shrink.names import fewer_generations, names_in, plain_names, rename

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


def test_only_the_order_of_generations_remains() -> None:
    def newer(group: Group) -> bool:
        return (
            len(group.members) > 1
            and 0 <= group.members[0].claimed_generation() < group.members[1].claimed_generation()
        )

    left = simplify_example(with_generations(77, 1000), newer)

    assert isinstance(left, Group)
    assert [1, 2] == generations_of(left)
