"""Lives without a protocol and clients: what each member claims, at which generation."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kafka_assay.assignors.life import Event, Life
from kafka_assay.assignors.model import Assignment, Group, Member, group_of
from kafka_assay.membership.run import run
from kafka_assay.properties.measures.claims import feed_back

GROUP = group_of({"t": 2, "u": 1}, {"a": ["t"], "b": ["t", "u"]}, {"a": {"t": [1]}}, generation=4)
ANSWER: Assignment = {"a": {"t": [1]}, "b": {"t": [0], "u": [0]}}


def last_group(*events: Event, rounds: int = 1, group: Group = GROUP) -> Group:
    """The group of the last rebalance, with the same answer in every one."""
    *_, last = run(Life(group=group, events=events), lambda _: ANSWER, rounds=lambda: rounds)
    return last.group


def claims(group: Group) -> dict[str, tuple[str, int | None]]:
    """Member -> what it claims, and at which generation."""
    return {member.id: (" ".join(map(str, member.claims())), member.generation) for member in group.members}


def test_the_first_rebalance_has_the_group_as_it_is() -> None:
    members = tuple(
        replace(member, metadata_version=0, instance_id="same", rack="r", host="h") for member in GROUP.members
    )

    assert GROUP.with_members(members) == last_group(group=GROUP.with_members(members))


def test_an_answer_is_fed_back_without_events() -> None:
    assert feed_back(GROUP, ANSWER) == last_group(Event())


BOTH, AWAY = ("t-0 u-0", 5), Event(miss=("a",))


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        ([Event(leave=("a",), join=(Member(id="c", subscription=("t",)),))], {"b": BOTH, "c": ("", None)}),
        ([AWAY], {"b": BOTH}),
        ([AWAY, Event()], {"a": ("t-1", 5), "b": ("t-0 u-0", 6)}),
        ([AWAY, AWAY, Event()], {"a": ("t-1", 5), "b": ("t-0 u-0", 7)}),
        ([AWAY, Event(leave=("a",))], {"b": ("t-0 u-0", 6)}),
        ([Event(subscribe=(("b", ("t",)),))], {"a": ("t-1", 5), "b": BOTH}),
        ([Event(topics=(("t", 1), ("u", None)))], {"a": ("t-1", 5), "b": BOTH}),
        ([replace(AWAY, reset=True)], {"b": BOTH}),
        ([replace(AWAY, reset=True), Event()], {"a": ("t-1", 5), "b": ("t-0 u-0", 1)}),
        ([Event(leave=("a", "b"))], {}),
        ([Event(leave=("a", "b")), Event(join=(GROUP.members[0],))], {"a": ("t-1", 4)}),
    ],
    ids=str,
)
def test_members_claim_what_they_last_had_at_the_generation_that_they_last_saw(
    events: list[Event], expected: dict[str, tuple[str, int | None]]
) -> None:
    assert expected == claims(last_group(*events))


def test_every_round_of_a_cooperative_answer_is_a_generation() -> None:
    assert {"a": ("t-1", 7), "b": ("t-0 u-0", 7)} == claims(last_group(Event(), rounds=3))
