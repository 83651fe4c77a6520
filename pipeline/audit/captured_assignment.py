"""What is true today: who reads what, as far as the members' own claims tell."""

from __future__ import annotations

from kafka_assay.assignors.model import Assignment, Group, TopicPartition


def captured_assignment(group: Group) -> Assignment:
    """
    The captured assignment: a partition belongs to whoever claims it at the newest generation among its claimants.

    An older claim is a memory: its member was away when the partition was handed on, so it does not read it any more.
    Claims of one generation stand side by side, and so does a claim on a partition that is not there or not subscribed:
    that is how it is today, and the laws say what is wrong with it.

    >>> from kafka_assay.assignors.model import Group, Member
    >>> old = Member(id="old", subscription=("t",), owned=(("t", (0, 1)),), generation=4)
    >>> new = Member(id="new", subscription=("t",), owned=(("t", (1,)),), generation=5)
    >>> captured_assignment(Group(topics=(), members=(old, new)))
    {'old': {'t': [0]}, 'new': {'t': [1]}}
    """
    newest: dict[TopicPartition, int] = {}
    for member in group.members:
        generation = member.claimed_generation()
        for claim in member.claims():
            newest[claim] = max(generation, newest.get(claim, generation))
    today: Assignment = {}
    for member in group.members:
        generation = member.claimed_generation()
        mine: dict[str, list[int]] = {}
        for claim in sorted(set(member.claims())):
            if newest[claim] == generation:
                mine.setdefault(claim.topic, []).append(claim.partition)
        today[member.id] = mine
    return today
