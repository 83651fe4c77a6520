from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

from kafka_assay.assignors.interface import AssignorFailed
from kafka_assay.assignors.model import Assignment, Group, group_of
from studies.wire.known_differences import explanation
from studies.wire.plan_comparison import BOTH_FAIL, EQUAL, NOT_FIXED, OTHER_TOPICS, UNKNOWN, Pair, comparison

GROUP = group_of({"t": 1}, {"a": ["t"], "b": ["t"]})
FAILED = AssignorFailed("exception", "no")


class Answering:
    """A target that gives the plans of `answer`."""

    def __init__(self, answer: Callable[[Group], Assignment]) -> None:
        self.answer = answer

    def assign(self, group: Group) -> Assignment:
        return self.answer(group)

    def assign_all(self, groups: list[Group]) -> list[Assignment]:
        return [self.answer(group) for group in groups]


def pair(host: Callable[[Group], Assignment], wire: Callable[[Group], Assignment]) -> Pair:
    return Pair(cast("Any", Answering(host)), cast("Any", Answering(wire)))


def first(_: Group) -> Assignment:
    return {"a": {"t": [0]}, "b": {}}


def second(_: Group) -> Assignment:
    return {"a": {}, "b": {"t": [0]}}


class Alternating:
    """A target whose plan changes from call to call: one of two comes once in eight times."""

    def __init__(self) -> None:
        self.turns = 0

    def assign_all(self, groups: list[Group]) -> list[Assignment]:
        return [self.next_plan(group) for group in groups]

    def next_plan(self, group: Group) -> Assignment:
        self.turns += 1
        return (second if self.turns % 8 == 0 else first)(group)


def test_equal_places_and_two_failures_agree() -> None:
    both = pair(first, first)

    assert EQUAL == comparison(both, GROUP, first(GROUP), {"a": {"t": [0]}})
    assert BOTH_FAIL == comparison(both, GROUP, FAILED, FAILED)


def test_a_plan_that_changes_from_call_to_call_is_not_fixed() -> None:
    both = Pair(cast("Any", Alternating()), cast("Any", Answering(second)))

    assert NOT_FIXED == comparison(both, GROUP, first(GROUP), second(GROUP))


def test_topics_that_nobody_subscribes_to_are_the_cause_if_an_informed_host_agrees() -> None:
    def by_topics(group: Group) -> Assignment:
        (name,) = {topic for member in group.members for topic in member.subscription}
        plan = (second if len(group.topics) > 1 else first)(group)
        return {member: {name: ids for ids in part.values()} for member, part in plan.items()}  # noqa: B035

    informed = Pair(*(cast("Any", Answering(one)) for one in (first, second, by_topics)))

    assert OTHER_TOPICS == comparison(informed, GROUP, first(GROUP), second(GROUP))


def test_the_cause_is_what_has_to_be_removed() -> None:
    static = replace(GROUP, members=tuple(replace(one, instance_id=one.id) for one in GROUP.members))
    both = pair(first, lambda group: (second if group.members[0].instance_id else first)(group))

    assert "instance ids" == comparison(both, static, first(static), second(static))
    assert UNKNOWN == comparison(pair(first, second), GROUP, first(GROUP), second(GROUP))


def test_only_examined_differences_have_an_explanation() -> None:
    assert explanation("sarama:sticky", NOT_FIXED)
    assert explanation("sarama:range", NOT_FIXED) is None
