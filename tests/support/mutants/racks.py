"""Mutants of the laws on racks: they put racks above balance, or read racks wrongly."""

from __future__ import annotations

from dataclasses import replace

from kafka_assay.assignors.model import Assignment, Group, Member, Topic
from kafka_assay.assignors.ownership import loads
from kafka_assay.properties.measures.places import do_racks_matter, rack_matches
from kafka_assay.properties.measures.subscriptions import subscribers
from tests.support.mutants.edits import copy_answer, hand_over
from tests.support.mutants.mutant import Healthy, mutant

ONE_RACK = Group(
    topics=(Topic(name="t", partitions=2, replica_racks=(("ra",), ("ra",))),),
    members=(Member(id="a", subscription=("t",), rack="ra"), Member(id="b", subscription=("t",), rack="rb")),
)
TWO_RACKS = replace(ONE_RACK, topics=(Topic(name="t", partitions=2, replica_racks=(("ra",), ("rb",))),))


def _home(group: Group, answer: Assignment, *, apart: int) -> Assignment:
    """
    `answer` after a hand-over to a member on a replica's rack, from a member on no replica's rack with `apart` more.
    """
    racks, counts = {member.id: member.rack for member in group.members}, loads(group, answer)
    replicas = {topic.name: topic.replica_racks for topic in group.topics if topic.replica_racks}
    for topic, members in subscribers(group).items():
        for giver in members if topic in replicas else ():
            for partition in answer[giver].get(topic, []):
                near = [member for member in members if racks[member] in replicas[topic][partition]]
                for taker in near if giver not in near else ():
                    if counts[giver] - counts[taker] == apart:
                        return hand_over(answer, giver, taker, topic, partition)
    return answer


@mutant("racks-never-cost-balance", "range", ONE_RACK)
def matches_first_and_divides_what_is_left(group: Group, healthy: Healthy) -> Assignment:
    """Gives every partition to the first subscriber on one of its racks, however many that member has."""
    answer = copy_answer(healthy(group))
    racks = {member.id: member.rack for member in group.members}
    replicas = {topic.name: topic.replica_racks for topic in group.topics if topic.replica_racks}
    for topic, members in subscribers(group).items():
        for partition, on in enumerate(replicas.get(topic, ())):
            near = next((member for member in members if racks[member] in on), None)
            owner = next((member for member in members if partition in answer[member].get(topic, [])), None)
            if near and owner:
                answer = hand_over(answer, owner, near, topic, partition)
    return answer


@mutant("racks-never-cost-balance", "sticky", ONE_RACK, fault="answer", subtle=True)
def one_too_many_for_the_sake_of_a_match(group: Group, healthy: Healthy) -> Assignment:
    """Moves a partition to a member on its rack that already has as many partitions."""
    return _home(group, healthy(group), apart=0) if do_racks_matter(group) else healthy(group)


@mutant("rack-match-not-worse", "sticky", TWO_RACKS, subtle=True)
def takes_racks_for_those_of_the_next_member(group: Group, healthy: Healthy) -> Assignment:
    """Gives every member the rack of the next member in the list."""
    racks = [member.rack for member in group.members]
    turned = [*racks[1:], *racks[:1]]
    members = (replace(member, rack=rack) for member, rack in zip(group.members, turned, strict=True))
    return healthy(replace(group, members=tuple(members)))


@mutant("rack-match-not-worse", "sticky", TWO_RACKS, fault="answer", subtle=True)
def exchanges_two_matches_for_none(group: Group, healthy: Healthy) -> Assignment:
    """Two members exchange partitions of one topic and lose rack matches."""
    answer = healthy(group)
    if not do_racks_matter(group):
        return answer
    best = rack_matches(group, answer)
    for topic, members in subscribers(group).items():
        for first in members:
            for second in members:
                for mine in answer[first].get(topic, []) if first != second else ():
                    for other in answer[second].get(topic, []):
                        there = hand_over(answer, first, second, topic, mine)
                        exchanged = hand_over(there, second, first, topic, other)
                        if rack_matches(group, exchanged) < best:
                            return exchanged
    return answer
