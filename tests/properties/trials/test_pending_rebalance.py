"""Tests of the step from one rebalance to the next: claims, generations and topics."""

from __future__ import annotations

from dataclasses import replace

from kafka_assay.assignors.life import Event
from kafka_assay.assignors.model import Assignment, Member, Topic, group_of
from kafka_assay.properties.measures.terms import NEWEST_GENERATION, feed_back
from kafka_assay.properties.trials.pending_rebalance import PendingRebalance, first_rebalance, next_rebalance

GROUP = group_of({"t": 2, "u": 1}, {"a": ["t"], "b": ["t", "u"]}, {"a": {"t": [1]}}, generation=4)
ANSWER: Assignment = {"a": {"t": [1]}, "b": {"t": [0], "u": [0]}}


def claims(moment: PendingRebalance) -> dict[str, tuple[str, int | None]]:
    """Member -> what it claims, and at which generation."""
    return {member.id: (" ".join(map(str, member.claims())), member.generation) for member in moment.question.members}


def state_after(*events: Event, rounds: int = 1) -> PendingRebalance:
    """The state after these events, with the same answer in every rebalance."""
    moment = first_rebalance(GROUP)
    for event in events:
        moment = next_rebalance(moment, ANSWER, event, rounds)
    return moment


def test_first_rebalance_has_the_group_unchanged() -> None:
    """Its generation is newer than every claim."""
    first = first_rebalance(GROUP)

    assert (GROUP, 5) == (first.question, first.generation)
    assert 1 == first_rebalance(group_of({}, {})).generation


def test_answer_is_fed_back_without_events() -> None:
    assert feed_back(GROUP, ANSWER) == state_after(Event()).question


def test_leaver_is_removed_and_joiner_comes_last_without_claims() -> None:
    now = state_after(Event(leave=("a",), join=(Member(id="c", subscription=("t",)),)))

    assert {"b": ("t-0 u-0", 5), "c": ("", None)} == claims(now)


def test_member_that_missed_a_rebalance_returns_with_its_old_claims() -> None:
    """At its old generation and its old place."""
    away, back = state_after(Event(miss=("a",))), state_after(Event(miss=("a",)), Event())

    assert ["b"] == away.question.member_ids()
    assert {"a": ("t-1", 5), "b": ("t-0 u-0", 6)} == claims(back)
    assert 7 == back.generation


def test_member_that_missed_two_rebalances_is_two_generations_behind() -> None:
    back = state_after(Event(miss=("a",)), Event(miss=("a",)), Event())

    assert {"a": ("t-1", 5), "b": ("t-0 u-0", 7)} == claims(back)


def test_member_that_leaves_while_absent_does_not_return() -> None:
    assert ["b"] == state_after(Event(miss=("a",)), Event(leave=("a",))).question.member_ids()


def test_claims_become_foreign_when_the_subscription_changes() -> None:
    now = state_after(Event(subscribe=(("b", ("t",)),)))

    assert ("t",) == now.question.members[1].subscription
    assert ("t-0 u-0", 5) == claims(now)["b"]


def test_claims_on_deleted_or_shrunk_topics_become_ghosts() -> None:
    now = state_after(Event(topics=(("t", 1), ("u", None))))

    assert {"t": 1} == now.question.partition_counts()
    assert {"a": ("t-1", 5), "b": ("t-0 u-0", 5)} == claims(now)


def test_topics_grow_and_new_ones_come_last() -> None:
    assert {"t": 4, "u": 1, "v": 2} == state_after(Event(topics=(("t", 4), ("v", 2)))).question.partition_counts()


def test_generations_restart_after_a_reset() -> None:
    """Members claim at the old generation in that rebalance, and at 1 after it."""
    reset, later = Event(reset=True, miss=("a",)), state_after(Event(reset=True, miss=("a",)), Event())

    assert {"b": ("t-0 u-0", 5)} == claims(state_after(reset))
    assert {"a": ("t-1", 5), "b": ("t-0 u-0", 1)} == claims(later)


def test_every_round_of_a_cooperative_rebalance_is_a_generation() -> None:
    assert {"a": ("t-1", 7), "b": ("t-0 u-0", 7)} == claims(state_after(Event(), rounds=3))


def test_largest_generation_is_followed_by_the_first() -> None:
    """The protocol has no larger one."""
    newest = replace(first_rebalance(GROUP), generation=NEWEST_GENERATION)

    assert 1 == next_rebalance(newest, ANSWER, Event()).generation


def test_offsets_and_replicas_follow_the_partitions() -> None:
    """New partitions are empty, with replicas on the racks in turn."""
    topic = Topic(
        name="t", partitions=2, replica_racks=(("ra",), ("rb",)), end_offsets=(9, 9), committed_offsets=(1, None)
    )
    group = replace(GROUP, topics=(topic,))

    (grown,) = next_rebalance(first_rebalance(group), {}, Event(topics=(("t", 4),))).question.topics
    (cut,) = next_rebalance(first_rebalance(group), {}, Event(topics=(("t", 1),))).question.topics

    assert (("ra",), ("rb",), ("ra",), ("rb",)) == grown.replica_racks
    assert ((9, 9, 0, 0), (1, None, None, None)) == (grown.end_offsets, grown.committed_offsets)
    assert ((("ra",),), (9,), (1,)) == (cut.replica_racks, cut.end_offsets, cut.committed_offsets)
