"""What holds after every request and timeout, in any order (Hypothesis)."""

from typing import TypeAlias

import hypothesis.strategies as st
from hypothesis import given, settings

from kafka_assay.membership.classic.classic_group import Answer, ClassicGroup, GroupState
from kafka_assay.membership.classic.joining import JoinRequest, join
from kafka_assay.membership.classic.leaving import expire_rebalance, expire_session, expire_sync, leave
from kafka_assay.membership.classic.syncing import sync

Step: TypeAlias = tuple[str, str, int, bool]
NAMES = st.sampled_from("abcd")
STEP = st.one_of(
    st.tuples(st.just("join"), NAMES, st.integers(0, 1), st.booleans()),
    st.tuples(st.sampled_from(["sync", "leave", "session"]), NAMES, st.just(0), st.booleans()),
    st.tuples(st.sampled_from(["rebalance timeout", "sync timeout"]), st.just(""), st.just(0), st.booleans()),
)


def take(group: ClassicGroup, step: Step) -> tuple[ClassicGroup, tuple[Answer, ...]]:
    what, name, metadata, flag = step
    member = group.member(name)
    instance = "i" if name == "d" else None
    match what:
        case "join":
            known = name if member or name in group.pending else ""
            return join(group, JoinRequest(metadata, known, name, instance, takes_id_first=flag))
        case "sync":
            return sync(group, name, group.generation, {one.id: one.id for one in group.members}, instance)
        case "leave":
            return leave(group, name, instance)
        case "session":
            return expire_session(group, name)
        case "rebalance timeout":
            return expire_rebalance(group)
        case _:
            return expire_sync(group)


@given(steps=st.lists(STEP, max_size=30), hashes=st.booleans())
@settings(max_examples=200)
def test_a_group_has_one_leader_who_is_a_member_and_generations_only_rise(steps: list[Step], hashes: bool) -> None:
    group = ClassicGroup(hashes_ids=hashes)
    for step in steps:
        before = group.generation

        group, answers = take(group, step)

        ids = [member.id for member in group.members]
        assert len(ids) == len(set(ids))
        assert group.generation in {before, before + 1}
        assert (group.leader in ids) if ids else group.leader is None
        assert bool(ids) == (group.state is not GroupState.EMPTY)
        assert len([answer for answer in answers if answer.members]) <= 1
        assert all(answer.to == group.leader for answer in answers if answer.members)


@given(steps=st.lists(STEP, max_size=30))
@settings(max_examples=200)
def test_nobody_gets_another_members_assignment(steps: list[Step]) -> None:
    group = ClassicGroup()
    for step in steps:
        group, answers = take(group, step)

        assert all(answer.assignment in {None, answer.to} for answer in answers)
