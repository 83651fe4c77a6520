"""The captured assignment: which member reads what today, according to the members' own claims."""

from __future__ import annotations

from kafka_assay.assignors.model import Assignment, Group


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
    newest: dict[str, dict[int, int]] = {}
    for member in group.members:
        generation = member.claimed_generation()
        for topic, ids in member.owned:
            best = newest.setdefault(topic, {})
            for partition in ids:
                if best.get(partition, generation) <= generation:
                    best[partition] = generation
    today: Assignment = {}
    for member in group.members:
        generation = member.claimed_generation()
        claimed: dict[str, set[int]] = {}
        for topic, ids in member.owned:
            claimed.setdefault(topic, set()).update(ids)
        mine = {
            topic: [partition for partition in sorted(claimed[topic]) if newest[topic][partition] == generation]
            for topic in sorted(claimed)
        }
        today[member.id] = {topic: ids for topic, ids in mine.items() if ids}
    return today
