"""Counterexamples that need a client that breaks its own rules."""

from __future__ import annotations

from kafka_assay.assignors.interface import Target
from kafka_assay.assignors.life_members import Protocol
from kafka_assay.assignors.model import Group, Member
from kafka_assay.properties.judging.history_cast import protocol_for
from kafka_assay.properties.paths.first_lives import has_possible_start, without_claims
from kafka_assay.properties.paths.wanted_break import WantedBreak


def liar_in(group: Group) -> str | None:
    """
    The only member of `group` with a claim that no client can have; None if there is none, or several.

    Every modelled client claims its last assignment or nothing, and no partition of an assignment is negative.
    """
    liars = [member.id for member in group.members if _has_false_claim(member)]
    return liars[0] if len(liars) == 1 else None


def _has_false_claim(member: Member) -> bool:
    return any(partition < 0 for _, partitions in member.owned for partition in partitions)


def needs_one_faulty_client(target: Target, wanted: WantedBreak, group: Group) -> bool:
    """
    Whether one faulty client is enough for the break, and needed for the claims of `group`.

    The group is then asked about as a new one, in which this client alone claims something. The members of a group of
    KIP-848 send no claims to an assignor.
    """
    liar = liar_in(group)
    if liar is None or protocol_for(target) is Protocol.CONSUMER or not has_possible_start(group, target):
        return False
    honest = {member.id: member for member in without_claims(group).members}
    members = tuple(member if member.id == liar else honest[member.id] for member in group.members)
    return wanted.find(target, group.with_members(members)) is not None
