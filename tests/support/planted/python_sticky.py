"""
Sticky assignors with one rare fault each, for `python:` targets.

Each passes a group to the reference `sticky`, with claims that it has misread, or edits the reference's answer.
"""

from __future__ import annotations

from dataclasses import replace

from kafka_assay.assignors.model import Assignment, Group, Member
from kafka_assay.assignors.reference.sticky import StickyAssignor

SLOTS = 7
FIRST_VERSION, UPGRADED = 0, 2
TOPICS_READ = 3
THOUSAND = 1000


class Sticky:
    """The reference. It has no fault."""

    like = "sticky"
    expected_failures = StickyAssignor.expected_failures

    def assign(self, group: Group) -> Assignment:
        """The answer of the reference to the group as this assignor reads it."""
        return StickyAssignor().assign(replace(group, members=tuple(self.read(group, one) for one in group.members)))

    def read(self, group: Group, member: Member) -> Member:
        """The member as this assignor reads it."""
        del group
        return member


class GenerationRing(Sticky):
    """Remembers seven generations. Claims exactly that much older than those of a member before it are dropped."""

    def read(self, group: Group, member: Member) -> Member:
        """See `Sticky.read`."""
        generation = member.claimed_generation()
        before = [one for one in group.members if one.owned and one.id < member.id and len(group.topics) > 1]
        gone = any(one.claimed_generation() - generation == SLOTS for one in before)
        return replace(member, owned=()) if gone else member


class ShortUserData(Sticky):
    """Reads three topics of the claims of a member of version 0, if other members are at version 2 already."""

    def read(self, group: Group, member: Member) -> Member:
        """See `Sticky.read`."""
        is_old = member.metadata_version == FIRST_VERSION
        is_old = is_old and any(one.metadata_version == UPGRADED for one in group.members)
        return replace(member, owned=member.owned[:TOPICS_READ]) if is_old else member


class KeptTwice(Sticky):
    """In a group of four, a member with claims on three topics keeps those that others share, at high generations."""

    def assign(self, group: Group) -> Assignment:
        """See `Sticky.assign`."""
        answer = super().assign(group)
        for member in group.members if len(group.members) == 4 else ():
            is_large = len(member.owned) > 2 and member.claimed_generation() >= THOUSAND
            for topic, partition in member.claims() if is_large else ():
                rivals = [one for one in group.members if (topic, partition) in one.claims()]
                mine = answer[member.id].get(topic, [])
                if topic in member.subscription and len(rivals) > 1 and partition not in mine:
                    answer[member.id][topic] = [*mine, partition]
        return answer
