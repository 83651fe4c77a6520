"""Stand-in targets: tiny assignors in this process, correct or with one fault."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import cycle

from kafka_assay.assignors.interface import AssignorFailed, ExpectedFailure, Promise
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.registry import reference_assignor


@dataclass(slots=True)
class StandIn:
    """A target that answers with a function and counts its calls."""

    answer: Callable[[Group], Assignment]
    promises: frozenset[Promise] = frozenset()
    expected_failures: tuple[ExpectedFailure, ...] = ()
    name: str = "stand-in"
    version: str = "1"
    like: str | None = None
    answers_with_target: bool = False
    asked: list[Group] = field(default_factory=list)

    def assign(self, group: Group) -> Assignment:
        """The function's answer; an exception becomes a failure of the target."""
        self.asked.append(group)
        try:
            return self.answer(group)
        except AssignorFailed:
            raise
        except Exception as raised:
            raise AssignorFailed(type(raised).__name__, str(raised)) from raised

    def close(self) -> None:
        """Do nothing."""


def right(group: Group) -> Assignment:
    """A right answer: round-robin's."""
    return reference_assignor("roundrobin").assign(group)


def first_takes_all(group: Group) -> Assignment:
    """Every partition goes to the first subscriber: valid, but as uneven as possible."""
    answer: Assignment = {member.id: {} for member in group.members}
    for topic in group.topics:
        owner = next((member.id for member in group.members if topic.name in member.subscription), None)
        if owner is not None and topic.partitions:
            answer[owner][topic.name] = list(range(topic.partitions))
    return answer


def forgets_the_last(group: Group) -> Assignment:
    """The right answer without the last partition of each topic that has three or more."""
    last = {topic.name: topic.partitions - 1 for topic in group.topics if topic.partitions > 2}
    return {
        member: {topic: [partition for partition in ids if partition != last.get(topic)] for topic, ids in mine.items()}
        for member, mine in right(group).items()
    }


def refusing(when: Callable[[Group], object], why: str = "no") -> Callable[[Group], Assignment]:
    """An assignor that gives the right answer, but raises a ValueError about some groups."""

    def answer(group: Group) -> Assignment:
        if when(group):
            raise ValueError(why)
        return right(group)

    return answer


def failing(kind: str = "crash", message: str = "exit code -11") -> Callable[[Group], Assignment]:
    """An assignor that fails in this way on every group."""

    def answer(_: Group) -> Assignment:
        raise AssignorFailed(kind, message)

    return answer


def in_turn(*answers: Callable[[Group], Assignment]) -> Callable[[Group], Assignment]:
    """An assignor that answers as each of `answers` in turn, whatever the group."""
    turn = cycle(answers)

    def answer(group: Group) -> Assignment:
        return next(turn)(group)

    return answer


SMALLEST = '{"format":"assay-group/1","topics":{"t0":3},"members":[{"id":"C0","subscription":["t0"]}]}'


def declares_what_it_forgets() -> StandIn:
    """A target that forgets the last partition, and says so of clean groups."""
    failure = ExpectedFailure(law="nothing-left-out", family="clean", reason="known", group=SMALLEST)
    return StandIn(forgets_the_last, expected_failures=(failure,))
