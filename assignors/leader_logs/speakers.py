"""What a client's lines have said so far, and the plans that librdkafka and kafka-go log over several lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from kafka_assay.assignors.errors import InvalidGroup
from kafka_assay.assignors.leader_logs.line_patterns import KAFKA_GO, LIBRDKAFKA, Kind
from kafka_assay.assignors.leader_logs.log_facts import LogFact
from kafka_assay.assignors.leader_logs.log_lines import LogLine
from kafka_assay.assignors.leader_logs.plan_notations import Share, listed_share
from kafka_assay.assignors.model import Member

Said = dict[str, str | None]
"""What the pattern of a line found, by name."""
_MIXED = "a list that is cut off or mixed with another one"


@dataclass(slots=True)
class Listing:
    """A list over several lines: `left` is what is still to come of the members, and of the last one."""

    head: LogFact
    left: int
    member: str | None = None
    left_of_member: int = 0
    found: dict[str, list[tuple[str, int]]] = field(default_factory=dict)

    def is_whole(self) -> bool:
        """Whether nothing is still to come."""
        return not self.left and not self.left_of_member


@dataclass(slots=True)
class Speaker:
    """What the lines of one client have said so far."""

    group: str | None = None
    generation: int | None = None
    member: str | None = None
    strategy: str | None = None
    joined: LogLine | None = None
    pending: list[LogFact] = field(default_factory=list)
    """Subscriptions and a plan whose generation comes in a later line, as in Java up to Kafka 2.3."""
    planned: int | None = None
    """The generation of its plan, until it is known that the plan counts."""
    owned: Share = frozenset()
    assigned: Share | None = None
    """All that it got in this generation."""
    is_shared: bool = False
    """Whether several members speak with this name."""
    listing: Listing | None = None
    found: set[tuple[str, int]] = field(default_factory=set)
    """The partitions that kafka-go balances."""
    balanced: dict[str, Share] | None = None
    """What it has assigned so far."""


def _listed(speaker: Speaker, fact: LogFact, said: Said) -> Iterator[LogFact]:
    """A line of a list of librdkafka: its head, a member, or one of the member's partitions or topics."""
    listing = speaker.listing
    if fact.kind is Kind.LISTED:
        if listing is None or listing.found:  # otherwise the head is there twice
            refuse_cut(speaker)
        own = said.get("own")
        listing = speaker.listing = Listing(fact, fact.size or 0)
        if own is not None:
            listing.head = fact._replace(kind=Kind.SHARE, member=None if speaker.is_shared else speaker.member)
            listing.member, listing.left, listing.left_of_member = speaker.member or "", 0, int(own)
            listing.found[listing.member] = []
    elif listing is None:
        return
    elif fact.kind is Kind.LISTED_MEMBER and fact.member != listing.member:
        if listing.left_of_member:
            refuse_cut(speaker)
        listing.member, listing.left, listing.left_of_member = fact.member, listing.left - 1, fact.size or 0
        listing.found[listing.member or ""] = []
    elif fact.kind is Kind.LISTED_PARTITION and listing.left_of_member:
        found, one = listing.found[listing.member or ""], (str(said["topic"]), int(said["partition"] or 0))
        if one not in found:
            found.append(one)
            listing.left_of_member -= 1
    if listing.is_whole():
        yield from _whole(speaker, listing)


def _whole(speaker: Speaker, listing: Listing) -> Iterator[LogFact]:
    speaker.listing = None
    found = listing.found
    if listing.head.kind is Kind.SHARE:
        if listing.head.member is not None:
            yield listing.head._replace(share=frozenset(found[listing.member or ""]))
    elif any(number < 0 for listed in found.values() for _, number in listed):
        members = (Member(id=one, subscription=tuple(topic for topic, _ in listed)) for one, listed in found.items())
        yield listing.head._replace(kind=Kind.SUBSCRIPTIONS, members=tuple(members))
    else:
        head = listing.head if speaker.member in {None, *found} else listing.head._replace(generation=None)
        yield head._replace(kind=Kind.PLAN, plan={one: frozenset(listed) for one, listed in found.items()})


def _balanced(speaker: Speaker, fact: LogFact, said: Said) -> Iterator[LogFact]:
    """A line of a list of kafka-go: its head, a member, a partition, what a member gets, or the end."""
    if said.get("strategy"):
        speaker.strategy, speaker.found, speaker.balanced = said["strategy"], set(), {}
    elif speaker.balanced is None:  # a follower, or a log that begins within the list
        return
    elif said.get("topic"):
        speaker.found.add((str(said["topic"]), int(said["partition"] or 0)))
    elif fact.member is not None:
        got = listed_share((said.get("share") or "").replace("/", ""))
        speaker.balanced[fact.member] = speaker.balanced.get(fact.member, frozenset()) | got
    else:
        plan, speaker.balanced = speaker.balanced, None
        if frozenset[tuple[str, int]]().union(*plan.values()) != speaker.found:
            raise InvalidGroup(fact.place, _MIXED, "a line for each member, topic and partition")
        yield fact._replace(kind=Kind.PLAN, plan=plan, strategy=speaker.strategy)


def refuse_cut(speaker: Speaker) -> None:
    """Refuse a list that has not ended."""
    if speaker.balanced is not None:
        raise InvalidGroup("end", _MIXED, "the line 'joinGroup succeeded' of kafka-go's leader")
    if speaker.listing is not None:
        raise InvalidGroup(speaker.listing.head.place, _MIXED, "a line for each member and each partition")


def number_in(said: Said, name: str, otherwise: int | None = None) -> int | None:
    """The number called `name`."""
    text = said.get(name)
    return otherwise if text is None else int(text)


LISTS = {LIBRDKAFKA: _listed, KAFKA_GO: _balanced}
"""Client -> the facts in a line of its lists."""
