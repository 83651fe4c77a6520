"""
What a mutant is, and the small changes that mutants are made of.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal, TypeAlias

from assignors.model import TopicPartition
from assignors.ownership import loads, valid_owners
from assignors.registry import reference
from properties.terms import subscribers

if TYPE_CHECKING:
    from collections.abc import Callable

    from assignors.interface import ExpectedFailure, Promise
    from assignors.model import Assignment, Group, Member

Kind: TypeAlias = Literal["assignor", "answer"]
"""What is wrong: an assignor (what it hears, or the rule that it goes by), or a healthy answer edited in one place."""

Healthy: TypeAlias = "Callable[[Group], Assignment]"
Wrong: TypeAlias = "Callable[[Group, Healthy], Assignment]"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """
    One assignor that is wrong: `law` catches it on `group`, where the reference `healthy` keeps it.

    It has a name, promises and `assign`, as every assignor has, so that a check can be run on it; and what the healthy
    one declares to break is no merit of the mutant's either.
    """

    law: str
    name: str
    says: str
    healthy: str
    kind: Kind
    group: Group
    subtle: bool
    wrong: Wrong = field(repr=False)

    @property
    def promises(self) -> frozenset[Promise]:
        """
        What the healthy assignor promises.
        """
        return reference(self.healthy).promises

    @property
    def expected_failures(self) -> tuple[ExpectedFailure, ...]:
        """
        What the healthy assignor is known to break.
        """
        return tuple(getattr(reference(self.healthy), "expected_failures", ()))

    def assign(self, group: Group) -> Assignment:
        """
        The wrong answer.
        """
        return self.wrong(group, reference(self.healthy).assign)


def withheld(heard: Group, plan: Assignment) -> Assignment:
    """
    `plan` without the partitions that somebody else has to give up first.
    """
    claimed = {member.id: set(member.claims()) for member in heard.members}
    everything, owners = set().union(*claimed.values()), valid_owners(heard)

    def granted(member: str, partition: TopicPartition) -> bool:
        mine = partition in claimed[member] or partition not in everything
        return mine and owners.get(partition, member) == member

    return {
        member: {
            topic: [one for one in ids if granted(member, TopicPartition(topic, one))] for topic, ids in topics.items()
        }
        for member, topics in plan.items()
    }


def told(wrong: Callable[..., object]) -> tuple[str, str]:
    """
    A mutant's name and what is wrong with it: those of the function that makes it wrong.
    """
    return wrong.__name__.replace("_", "-"), " ".join((wrong.__doc__ or "").split())


class Collection:
    """
    The mutants of one file; each is a function that gets the group and the healthy assignor.
    """

    def __init__(self) -> None:
        self.mutants: list[Mutant] = []

    def add(
        self, law: str, healthy: str, group: Group, *, kind: Kind = "assignor", subtle: bool = False
    ) -> Callable[[Wrong], Wrong]:
        """
        Add the decorated function as a mutant of `law`. Its docstring says what is wrong with it.
        """

        def added(wrong: Wrong) -> Wrong:
            name, says = told(wrong)
            self.mutants.append(
                Mutant(
                    law=law,
                    name=name,
                    says=says,
                    healthy=healthy,
                    kind=kind,
                    group=group,
                    subtle=subtle,
                    wrong=wrong,
                )
            )
            return wrong

        return added


def copied(answer: Assignment) -> Assignment:
    """
    An answer of its own, to be changed.
    """
    return {member: {topic: list(ids) for topic, ids in topics.items()} for member, topics in answer.items()}


def handed_over(answer: Assignment, giver: str, taker: str, topic: str, partition: int) -> Assignment:
    """
    `answer` after one hand-over.
    """
    changed = copied(answer)
    changed[giver][topic].remove(partition)
    changed[taker].setdefault(topic, []).append(partition)
    return changed


def one_handed_over(group: Group, answer: Assignment, *, apart: int) -> Assignment:
    """
    `answer` after a hand-over from a member to one that has exactly `apart` fewer or, if negative, that many more.
    """
    counts = loads(group, answer)
    for topic, members in subscribers(group).items():
        for giver in members:
            for taker in members:
                ids = answer.get(giver, {}).get(topic, [])
                if giver != taker and ids and counts[giver] - counts[taker] == apart:
                    return handed_over(answer, giver, taker, topic, ids[-1])
    return answer


def exchanged(answer: Assignment, first: str, second: str) -> Assignment:
    """
    `answer` after two members have exchanged one partition each, of the first topic that both have.
    """
    for topic, ids in answer.get(first, {}).items():
        theirs = answer.get(second, {}).get(topic, [])
        if ids and theirs:
            mine, other = ids[0], theirs[0]
            return handed_over(handed_over(answer, first, second, topic, mine), second, first, topic, other)
    return answer


def ends(group: Group, answer: Assignment) -> tuple[str, str]:
    """
    The least and the most loaded member.
    """
    counts = loads(group, answer)
    return min(counts, key=counts.__getitem__), max(counts, key=counts.__getitem__)


def every_member(group: Group, change: Callable[[Member], Member]) -> Group:
    """
    `group` as it is heard when every member is heard wrong.
    """
    return replace(group, members=tuple(change(member) for member in group.members))


def without_claims(member: Member) -> Member:
    """
    A member that is not heard to have owned anything.
    """
    return replace(member, owned=(), generation=None)
