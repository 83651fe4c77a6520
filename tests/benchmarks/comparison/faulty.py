"""Assignors with one fault each, as `python:` targets."""

from __future__ import annotations

from random import SystemRandom

from kafka_assay.assignors.interface import CannotBeAsked, ExpectedFailure
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.reference.roundrobin import RoundRobinAssignor

GROUP = '{"format":"assay-group/1","topics":{"t0":2},"members":[{"id":"C0","subscription":["t0"]}]}'


class ManyForFirst(RoundRobinAssignor):
    """The first member gets every partition of a group with three members or more."""

    like = "roundrobin"

    def assign(self, group: Group) -> Assignment:
        """The wrong answer, if there are three members."""
        answer = super().assign(group)
        if len(group.members) < 3:
            return answer
        first = group.members[0]
        mine = {topic.name: list(range(topic.partitions)) for topic in group.topics if topic.name in first.subscription}
        taken = {(topic, one) for topic, ids in mine.items() for one in ids}
        others = {
            member: {topic: [one for one in ids if (topic, one) not in taken] for topic, ids in topics.items()}
            for member, topics in answer.items()
        }
        return {**others, first.id: mine}


class DeclaredManyForFirst(ManyForFirst):
    """The same, declared."""

    expected_failures = (ExpectedFailure(law="even-when-equal", family="clean", reason="by design", group=GROUP),)


class WithoutStaticMembers(RoundRobinAssignor):
    """A client that knows no instance ids."""

    like = "roundrobin"

    def assign(self, group: Group) -> Assignment:
        """Refuse a group with static members."""
        if any(member.instance_id is not None for member in group.members):
            raise CannotBeAsked("the client knows no instance ids")
        return super().assign(group)


class ByChance(RoundRobinAssignor):
    """Each answer deals the partitions of a topic to its subscribers by chance."""

    like = "roundrobin"

    def assign(self, group: Group) -> Assignment:
        """Another answer each time."""
        answer: Assignment = {member.id: {} for member in group.members}
        for topic in group.topics:
            takers = [member.id for member in group.members if topic.name in member.subscription]
            for partition in range(topic.partitions if takers else 0):
                answer[SystemRandom().choice(takers)].setdefault(topic.name, []).append(partition)
        return answer


class EndlessForThree(RoundRobinAssignor):
    """An endless loop for a group with three members."""

    like = "roundrobin"

    def assign(self, group: Group) -> Assignment:
        """No answer, if there are three members."""
        while len(group.members) == 3:
            pass
        return super().assign(group)
