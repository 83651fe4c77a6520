"""
The break that a history has to show, and what needs no search: the first lives to try, and one faulty client.

The first lives are the counterexample's own, and one in which the group's members join and claim nothing. A new group
holds only what its members can send without a past.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from kafka_assay.assignors.interface import Target
from kafka_assay.assignors.life import Event, Example, Life, LifeRun
from kafka_assay.assignors.life_members import LifeMember, Protocol
from kafka_assay.assignors.model import Group, Member
from kafka_assay.membership.client_families import CLIENTS
from kafka_assay.properties.input_families import HISTORIES
from kafka_assay.properties.judging.cause import cause_of
from kafka_assay.properties.judging.evidence import Evidence
from kafka_assay.properties.judging.finding import Finding, judge_example
from kafka_assay.properties.judging.history_cast import JAVA, can_lead, client_family_for, protocol_for
from kafka_assay.properties.judging.rebalances import Rebalance
from kafka_assay.properties.law import Law
from kafka_assay.properties.measures.claims import without_claims
from kafka_assay.properties.measures.traits import traits
from kafka_assay.properties.verdict import Broken

NEEDS_NO_PAST = frozenset({"many-small-topics", "missing-topics", "old-metadata", "racks", "static-members"})
"""The traits that the members of a new group can have, whatever their client."""
SENT_BY = {"empty-subscriptions": frozenset({JAVA}), "repeated-topics": frozenset({"sarama"})}
"""
Traits that only members of these client families can have.

A Java member whose pattern matches no topic joins with an empty list (`SubscriptionState.AUTO_PATTERN`). sarama sends
the list that its user gives; Java's client keeps a set.
"""


def first_lives(evidence: Evidence, target: Target) -> Iterator[LifeRun]:
    """
    The lives that need no search: the counterexample's own life, or the same members and events from a new group.
    """
    run = evidence.run
    if run is not None and not run.life.of_claims:
        yield run
        return
    starts = [(evidence.group, ())] if run is None else [(run.life.group, run.life.events), (evidence.group, ())]
    for group, events in starts:
        if group.members and has_possible_start(group, target):
            yield LifeRun(life=new_life(group, events))


def has_possible_start(group: Group, target: Target) -> bool:
    """Whether new members of the target's client can form `group`, apart from its claims."""
    family = client_family_for(target)
    sent = {trait for trait, families in SENT_BY.items() if family in families}
    return traits(without_claims(group, group.member_ids())) <= NEEDS_NO_PAST | sent


def new_life(group: Group, events: tuple[Event, ...] = ()) -> Life:
    """The life in which the members of `group` join as new ones, with the newest client; then the `events`."""
    return Life(
        group=without_claims(group, group.member_ids()),
        events=tuple(_with_new_joiners(event) for event in events),
        runs=_newest(group.members),
    )


def _with_new_joiners(event: Event) -> Event:
    joiners = tuple(member.with_claims((), None) for member in event.join)
    return replace(event, join=joiners, runs=_newest(joiners))


def _newest(members: tuple[Member, ...]) -> tuple[LifeMember, ...]:
    return tuple(LifeMember(member=member.id, client=CLIENTS[0]) for member in members)


def liar_in(group: Group) -> str | None:
    """
    The only member of `group` with a claim that no client can have; None if there is none, or several.

    Every modelled client claims its last assignment or nothing, and no partition of an assignment is negative.
    """
    liars = [member.id for member in group.members if any(claim.partition < 0 for claim in member.claims())]
    return liars[0] if len(liars) == 1 else None


def needs_one_faulty_client(target: Target, wanted: WantedBreak, group: Group) -> bool:
    """
    Whether one faulty client is enough for the break, and needed for the claims of `group`.

    The group is then asked about as a new one, in which this client alone claims something. The members of a group of
    KIP-848 send no claims to an assignor.
    """
    liar = liar_in(group)
    if liar is None or protocol_for(target) is Protocol.CONSUMER or not has_possible_start(group, target):
        return False
    honest = [member for member in group.member_ids() if member != liar]
    return wanted.find(target, without_claims(group, honest)) is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedBreak:
    """
    A break of `law` with this `cause`, on a group that has none of the traits in `without`.

    Declared failures have causes as others do. Only a declared failure is `declared`: an undeclared break and a
    declared failure in a history are not the same.
    """

    law: Law
    cause: str
    declared: bool
    without: frozenset[str] = frozenset()

    def is_shown_by(self, finding: Finding) -> bool:
        """Whether the `finding` in a history is this break."""
        verdict, group = finding.verdict, finding.rebalance.trial.group
        if finding.law.id != self.law.id or not isinstance(verdict, Broken):
            return False
        if cause_of(verdict.facts, group, None) != self.cause or not self.without.isdisjoint(traits(group)):
            return False
        return self.declared or finding.expected is None

    def find(self, target: Target, example: Example) -> Rebalance | None:
        """The first rebalance of `example` with this break, if clients that contain `target` led up to it."""
        for finding in judge_example(target, [self.law], example, family=HISTORIES):
            if not can_lead(target, finding.rebalance.led_by):
                return None
            if self.is_shown_by(finding):
                return finding.rebalance
        return None


def wanted_break(law: Law, evidence: Evidence, without: frozenset[str] = frozenset()) -> WantedBreak:
    """The break of `law` that `evidence` shows."""
    cause = cause_of(evidence.facts, evidence.group, None)
    return WantedBreak(law=law, cause=cause, declared=evidence.expected is not None, without=without)
