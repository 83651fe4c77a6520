"""Mutants of the laws on lag: they read offsets wrongly, or assign without looking at the lag."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from kafka_assay.assignors.model import Assignment, Group, Topic, group_of
from kafka_assay.assignors.registry import reference_assignor
from kafka_assay.properties.measures.lags import lag_of
from kafka_assay.properties.measures.subscriptions import subscribers
from tests.support.mutants.edits import copy_answer
from tests.support.mutants.mutant import Healthy, mutant

BEYOND = 7
"""How far beyond the end of the log a committed offset is after the log was truncated."""


def lagging(group: Group, *, reset: str = "latest", **committed: tuple[int | None, ...]) -> Group:
    """`group` with logs of 10 records and these committed offsets."""
    topics = [
        replace(topic, end_offsets=(10,) * topic.partitions, committed_offsets=committed.get(topic.name))
        for topic in group.topics
    ]
    return replace(group, topics=tuple(topics), auto_offset_reset=reset)


THREE = group_of({"t": 3}, {"a": ["t"], "b": ["t"]})
FOUR = group_of({"t": 4}, {"a": ["t"], "b": ["t"]})
SIDE_BY_SIDE = group_of({"t": 1, "u": 1}, {"a": ["t", "u"], "b": ["t", "u"]})


def _every_topic(group: Group, change: Callable[[Topic], Topic]) -> Group:
    return replace(group, topics=tuple(map(change, group.topics)))


def _swap_lags(group: Group, answer: Assignment, members: list[str], topics: Iterable[Topic]) -> Assignment:
    """`answer` after the most loaded of `members` got the least loaded one's largest lag for its own smallest."""
    lags = {
        (topic.name, one): lag_of(topic, one, group.auto_offset_reset)
        for topic in topics
        for one in range(topic.partitions)
    }
    has = {
        member: sorted((lag, which) for which, lag in lags.items() if which[1] in answer[member].get(which[0], ()))
        for member in members
    }
    most = max(members, key=lambda member: sum(lag for lag, _ in has[member]))
    least = min(members, key=lambda member: sum(lag for lag, _ in has[member]))
    if most == least or not has[most] or not has[least]:
        return answer
    changed = copy_answer(answer)
    for giver, taker, (topic, partition) in ((most, least, has[most][0][1]), (least, most, has[least][-1][1])):
        changed[giver][topic].remove(partition)
        changed[taker].setdefault(topic, []).append(partition)
    return changed


@mutant("lag-bounded-within-topic", "lag", lagging(THREE, t=(0, 10, 0)))
def looks_at_no_offsets(group: Group, healthy: Healthy) -> Assignment:
    """Ignores offsets, and deals partitions by number."""
    return healthy(_every_topic(group, lambda topic: Topic(name=topic.name, partitions=topic.partitions)))


@mutant("lag-bounded-within-topic", "lag", lagging(THREE, t=(None, 5, 5)), subtle=True)
def begins_at_the_beginning_whatever_the_policy(group: Group, healthy: Healthy) -> Assignment:
    """Counts a partition without a committed offset as unread, although the reset policy is latest."""
    return healthy(replace(group, auto_offset_reset="earliest"))


@mutant("lag-bounded-within-topic", "lag", lagging(THREE, t=(10 + BEYOND, 5, 5)), subtle=True)
def takes_a_distance_for_a_lag(group: Group, healthy: Healthy) -> Assignment:
    """Takes the absolute difference, so a committed offset beyond the end counts as lag."""

    def mirror_lags(topic: Topic) -> Topic:
        if topic.committed_offsets is None or topic.end_offsets is None:
            return topic
        pairs = zip(topic.committed_offsets, topic.end_offsets, strict=True)
        committed = tuple(None if at is None else end - abs(at - end) for at, end in pairs)
        return replace(topic, committed_offsets=committed)

    return healthy(_every_topic(group, mirror_lags))


@mutant("lag-bounded-within-topic", "lag", lagging(FOUR, t=(0, 1, 8, 10)), fault="answer", subtle=True)
def exchanges_the_smallest_for_the_largest(group: Group, healthy: Healthy) -> Assignment:
    """
    At the end, in each topic, the least loaded member gets the most loaded one's smallest lag for its own largest.
    """
    answer, readers = healthy(group), subscribers(group)
    for topic in group.topics:
        if topic.name in readers:
            answer = _swap_lags(group, answer, readers[topic.name], [topic])
    return answer


@mutant("lag-bounded", "lag-global", lagging(SIDE_BY_SIDE, t=(0,), u=(1,)))
def begins_anew_in_every_topic(group: Group, healthy: Healthy) -> Assignment:
    """Counts totals within each topic only, as the published assignor does."""
    return reference_assignor("lag").assign(group)


@mutant("lag-bounded", "lag-global", lagging(THREE, reset="LATEST", t=(None, 5, 5)), subtle=True)
def knows_latest_in_small_letters_only(group: Group, healthy: Healthy) -> Assignment:
    """Compares the reset policy with case, so LATEST starts at the beginning."""
    return healthy(group if group.auto_offset_reset == "latest" else replace(group, auto_offset_reset="earliest"))


@mutant("lag-bounded", "lag-global", lagging(FOUR, t=(0, 1, 8, 10)), fault="answer", subtle=True)
def the_member_behind_gets_the_largest(group: Group, healthy: Healthy) -> Assignment:
    """With equal subscriptions, the most loaded member gets the least loaded one's largest lag for its own smallest."""
    if len({frozenset(member.subscription) for member in group.members}) != 1:
        return healthy(group)
    readers = subscribers(group)
    return _swap_lags(
        group, healthy(group), group.member_ids(), [topic for topic in group.topics if topic.name in readers]
    )
