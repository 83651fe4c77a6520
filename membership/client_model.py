"""
The words of the table of client families: what a member claims in its next JoinGroup, after what happened to it.

A member has two places for a claim's generation: a field of the subscription (from version 2 on), and the user data.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from kafka_assay.assignors.life_members import Protocol


class Situation(Enum):
    """What happened to a member since its last assignment."""

    SETTLED = "settled"
    """It has its assignment, and the group rebalances again."""
    MISSED_SYNC = "missed sync"
    """It joined; its SyncGroup was answered with REBALANCE_IN_PROGRESS."""
    UNKNOWN_AT_HEARTBEAT = "unknown at heartbeat"
    """The coordinator had removed it; a heartbeat was answered with UNKNOWN_MEMBER_ID."""
    UNKNOWN_AT_JOIN = "unknown at join"
    """The coordinator had removed it; its JoinGroup was answered with UNKNOWN_MEMBER_ID."""
    UNKNOWN_AT_SYNC = "unknown at sync"
    """The coordinator had removed it; its SyncGroup was answered with UNKNOWN_MEMBER_ID."""
    ILLEGAL_GENERATION = "illegal generation"
    """A heartbeat was answered with ILLEGAL_GENERATION."""


class Stamp(Enum):
    """Which generation a member writes."""

    NONE = "none"
    """None, or -1."""
    ASSIGNED = "assigned"
    """The generation of its last assignment."""
    JOINED = "joined"
    """The generation of its last successful JoinGroup. It is newer after a missed sync."""


@dataclass(frozen=True, slots=True)
class ClaimRule:
    """
    What a member claims in some situations.

    `claims`: it still claims its last assignment. `field` and `user_data` say which generation stands in the
    subscription and in the user data. `source` names the code. `static_only`: the rule is for static members.
    """

    situations: tuple[Situation, ...]
    source: str
    field: Stamp = Stamp.NONE
    user_data: Stamp = Stamp.NONE
    claims: bool = True
    static_only: bool = False


@dataclass(frozen=True, slots=True)
class ClientModel:
    """
    The members of a client family in one protocol, from release `first` up to, but without, release `before`.

    `metadata_version` is the version of the subscription on the wire (None: the one that the life says). The first of
    the `rules` that is for a situation holds; `read` is the release whose code they name. The wire has shown all of
    them with the releases `seen`.

    A claim on a topic that was deleted, recreated or grown stays as it is. A restarted process claims nothing.
    """

    family: str
    protocol: Protocol
    first: str | None
    before: str | None
    metadata_version: int | None
    rules: tuple[ClaimRule, ...]
    read: str
    seen: tuple[str, ...] = ()
    drops_unsubscribed: bool = False
    """Before it joins, a member drops claims on topics that it no longer subscribes to."""
    drops_deleted: bool = False
    """Once its metadata lack a topic, it neither claims nor names it. In a life it joins before that."""
    resubscribes_anew: bool = False
    """A changed subscription ends its session, as UNKNOWN_MEMBER_ID to a heartbeat does, and drops all claims."""
    stays_lost: bool = False
    """After it gave its claims up, it writes no new generation before its next assignment."""
    stamps_claims_only: bool = False
    """Without claims, it writes no generation."""
    survives_fencing: bool = False
    """After FENCED_INSTANCE_ID it joins again."""
    sends_rack: bool = False
    leaves_when_slow: bool = False
    """A dynamic member that did not poll for its rebalance timeout (`max.poll.interval.ms`) leaves by itself."""

    def rule(self, situation: Situation, *, is_static: bool = False) -> ClaimRule:
        """The rule for a situation. Every model has one for each."""
        for rule in self.rules:
            if situation in rule.situations and (is_static or not rule.static_only):
                return rule
        raise KeyError(situation)

    def covers(self, release: str | None) -> bool:
        """Whether the model is that of a release (None: the newest one)."""
        if release is None:
            return self.before is None
        at = release_key(release)
        return (self.first is None or release_key(self.first) <= at) and (
            self.before is None or at < release_key(self.before)
        )


def release_key(release: str) -> tuple[int, ...]:
    """
    The numbers of a release, for comparison.

    >>> release_key("v1.14.0") < release_key("1.14.1")
    True
    """
    return tuple(int(part) for part in release.lstrip("v").split(".") if part.isdigit())
