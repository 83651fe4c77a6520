"""The captured assignment: which member reads what today, according to the members' own claims."""

from __future__ import annotations

from kafka_assay.assignors.model import Assignment, Group, TopicPartition


def captured_assignment(group: Group) -> Assignment:
    """
    The captured assignment: each partition belongs to the members that claim it at the newest generation.

    An older claim is out of date: its member was away when the partition was assigned again, and does not read it any
    more. Several claims of the newest generation all count, and so does a claim on a partition that does not exist or
    is not subscribed. The laws report what is wrong with them.

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
