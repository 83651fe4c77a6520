"""The recorded life of a group: what its logs say about each rebalance, and the changes that led to them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from kafka_assay.assignors.consumer_groups.group_from_views import UserHints, refuse_other_groups
from kafka_assay.assignors.consumer_groups.log_views import claims_of, log_to_take
from kafka_assay.assignors.consumer_groups.views import Views
from kafka_assay.assignors.errors import AssayError, some_names
from kafka_assay.assignors.leader_logs.log_facts import client_of
from kafka_assay.assignors.leader_logs.plan_notations import Share
from kafka_assay.assignors.leader_logs.recording import LoggedRebalance, record
from kafka_assay.assignors.life import Event, Life, RecordedRebalance
from kafka_assay.assignors.life_members import Protocol
from kafka_assay.assignors.model import Group, Member, Topic

_PROTOCOLS = {
    "cooperative-sticky": Protocol.COOPERATIVE,
    **dict.fromkeys(("range", "roundrobin", "sticky", "RoundRobinAssigner"), Protocol.EAGER),
    "uniform": Protocol.CONSUMER,
}
"""The assignors whose protocol is known by their name. Others are eager, unless a plan withholds partitions."""


def life_from_log(views: Views, known: UserHints) -> Life:
    """
    The life that the logs of a group recorded.

    A rebalance without changes that assigns what the one before withheld is a further round of that one. Raises
    `AssayError` where no log shows all members of a rebalance.
    """
    if not views.facts:
        raise AssayError(f"group {views.name!r}: --life needs logs, which show one rebalance after another")
    refuse_other_groups(views)
    recording = record(views.facts)
    rebalances = [one for one in recording.rebalances if one.knows_all_members()]
    if not any(one.members() for one in rebalances):
        missing = "its log does not show all members of any rebalance"
        raise AssayError(f"group {views.name!r}: {missing}: {log_to_take(fact.client for fact in views.facts)}")
    subscribed = _Subscriptions(rebalances, known)
    rounds = _rounds(rebalances)
    first_shown = _first_shown(rounds)
    counts = _partition_counts(rounds, first_shown, known, subscribed)
    times = _times(rebalances)
    events = [
        _event(before, after, subscribed, counts[number], counts[number + 1], times.get(id(after[0])))
        for number, (before, after) in enumerate(pairwise(rounds))
    ]
    return Life(
        name=views.name,
        group=Group(
            name=views.name,
            strategy=rebalances[0].strategy,
            topics=tuple(Topic(name=name, partitions=count) for name, count in sorted(counts[0].items())),
            members=tuple(_first_members(rebalances[0], subscribed)),
            assumptions=(
                *recording.remarks,
                *subscribed.sentences(),
                *_sentences(counts, known, timed=bool(times), is_late=first_shown > 0),
            ),
        ),
        events=tuple(events),
        protocol=_protocol(rounds),
        recorded=tuple(
            _recorded(one, number - 1 if number else None, times.get(id(one)))
            for number, together in enumerate(rounds)
            for one in together
        ),
    )


_DAY = 86_400.0


class _Subscriptions:
    """The topics of each member: given by the user, shown by the log, or assumed to be all of the group."""

    def __init__(self, rebalances: Sequence[LoggedRebalance], known: UserHints) -> None:
        self._known = known
        shown = [member for one in rebalances for member in one.subscriptions.values()]
        owned = [topic for one in rebalances for share in (one.assignment() or {}).values() for topic, _ in share]
        subscribed = (topic for member in shown for topic in member.subscription)
        given = (topic for listed in known.subscriptions.values() for topic in listed)
        self.all_topics = tuple(sorted({*owned, *subscribed, *given, *known.partitions}))
        self._last = {member.id: member for member in reversed(shown)}
        self._assumed: dict[str, None] = {}
        self._given: dict[str, None] = {}
        self.has_racks = any(member.rack for member in shown)

    def member(self, name: str, at: LoggedRebalance) -> Member:
        """The member as it joins in this rebalance; the log may show its subscription only later."""
        found = at.subscriptions.get(name) or self._last.get(name) or Member(id=name, subscription=())
        topics = self._known.subscription(name, client_of(name))
        if topics is not None:
            self._given[name] = None
        elif found.subscription:
            topics = found.subscription
        else:
            self._assumed[name] = None
        return found.with_lists(self.all_topics if topics is None else topics, (), None)

    def changes(self, before: LoggedRebalance, after: LoggedRebalance) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The members that stay and subscribe to other topics, as the log shows."""
        pairs = ((name, before.subscriptions.get(name), after.subscriptions.get(name)) for name in after.members())
        return tuple(
            (name, new.subscription)
            for name, old, new in pairs
            if old and new and set(old.subscription) != set(new.subscription) and name not in self._given
        )

    def sentences(self) -> list[str]:
        """What had to be assumed, and what the user said."""
        said = []
        if self._given:
            said.append(f"the subscriptions of these members are given by --subscription: {some_names(self._given)}")
        if self._assumed:
            rest = f": {some_names(self._assumed)}" if self._last or self._given else ""
            who = "each of these members" if rest else "every member"
            said.append(f"{who} subscribes to every topic of the group (the log does not show subscriptions){rest}")
        if not self.has_racks:
            said.append("no member and no replica has a rack (the log does not show them)")
        return said


def _first_members(first: LoggedRebalance, subscribed: _Subscriptions) -> Iterator[Member]:
    """The members at the start. If the log begins later than the group, all targets start from what they had then."""
    assignment = first.assignment() if first.generation != 1 else None
    for name in first.members():
        member = subscribed.member(name, first)
        yield member.with_claims(claims_of(assignment[name]), None) if assignment else member


def _rounds(rebalances: Sequence[LoggedRebalance]) -> list[list[LoggedRebalance]]:
    """The rebalances, those together that are rounds of one cooperative rebalance."""
    rounds = [[rebalances[0]]]
    seen = _assigned(rebalances[0])
    for before, after in pairwise(rebalances):
        if _is_follow_up(before, after, seen):
            rounds[-1].append(after)
        else:
            rounds.append([after])
        seen |= _assigned(after)
    return rounds


def _is_follow_up(before: LoggedRebalance, after: LoggedRebalance, seen: Share) -> bool:
    """Whether the same members get what the rebalance before withheld. What nobody had before is new."""
    same = set(before.members()) == set(after.members()) and not after.resets
    if not same or _PROTOCOLS.get(after.strategy or "", Protocol.COOPERATIVE) is not Protocol.COOPERATIVE:
        return False
    if any("need to revoke partitions" in why for why in after.why):
        return True
    return before.assignment() is not None and bool((_assigned(after) - _assigned(before)) & seen)


def _assigned(one: LoggedRebalance) -> Share:
    return frozenset().union(*(one.assignment() or {}).values())


def _partition_counts(
    rounds: Sequence[Sequence[LoggedRebalance]], first_shown: int, known: UserHints, subscribed: _Subscriptions
) -> list[dict[str, int]]:
    """
    The partitions of each topic that the log has shown at the end of each rebalance. What the user says is fixed.

    Before the rebalance `first_shown`, they are those of that one: a log that begins in the middle does not show that a
    topic grew.
    """
    counts: list[dict[str, int]] = []
    seen: dict[str, int] = {name: count for name, count in known.partitions.items() if name in subscribed.all_topics}
    for together in rounds:
        for topic, partition in (
            part for one in together for share in (one.assignment() or {}).values() for part in share
        ):
            if partition >= known.partitions.get(topic, partition + 1):
                raise AssayError(f"--partitions {topic}={known.partitions[topic]}: the log shows {topic}-{partition}")
            seen[topic] = max(seen.get(topic, 0), partition + 1)
        counts.append(dict(seen))
    return [counts[first_shown]] * first_shown + counts[first_shown:]


def _first_shown(rounds: Sequence[Sequence[LoggedRebalance]]) -> int:
    """The number of the first rebalance of which the log shows who got what; without one, the last."""
    shown = (number for number, together in enumerate(rounds) if together[-1].assignment())
    return next(shown, len(rounds) - 1)


def _event(
    before: Sequence[LoggedRebalance],
    after: Sequence[LoggedRebalance],
    subscribed: _Subscriptions,
    old: dict[str, int],
    new: dict[str, int],
    at: float | None,
) -> Event:
    last, first = before[-1], after[0]
    had, has = set(last.members()), set(first.members())
    return Event(
        at=at,
        join=tuple(subscribed.member(name, first) for name in first.members() if name not in had),
        leave=tuple(name for name in last.members() if name not in has),
        subscribe=subscribed.changes(last, first),
        topics=tuple((topic, count) for topic, count in sorted(new.items()) if count != old.get(topic)),
        reset=first.resets,
    )


def _times(rebalances: Sequence[LoggedRebalance]) -> dict[int, float]:
    """
    The seconds since the first rebalance, by the identity of each; empty where not all have a time, or times go back.

    A time of day that is less than the one before is of the next day.
    """
    times = [one.at for one in rebalances]
    if None in times:
        times, day = [], 0.0
        for one in rebalances:
            day += _DAY if one.clock is not None and times and one.clock + day < (times[-1] or 0.0) else 0.0
            times.append(None if one.clock is None else one.clock + day)
    known = [time for time in times if time is not None]
    if len(known) < len(times) or any(later < earlier for earlier, later in pairwise(known)):
        return {}
    return {id(one): round(time - known[0], 3) for one, time in zip(rebalances, known, strict=True)}


def _protocol(rounds: Sequence[Sequence[LoggedRebalance]]) -> Protocol:
    strategy = next((one.strategy for together in rounds for one in together if one.strategy), "")
    return _PROTOCOLS.get(strategy, Protocol.COOPERATIVE if any(len(one) > 1 for one in rounds) else Protocol.EAGER)


def _recorded(one: LoggedRebalance, event: int | None, at: float | None) -> RecordedRebalance:
    assignment = one.assignment()
    return RecordedRebalance(
        generation=one.generation,
        members=one.members(),
        assignment=None if assignment is None else tuple((name, claims_of(assignment[name])) for name in one.members()),
        event=event,
        at=at,
        time=one.time,
        why=tuple(one.why),
    )


def _sentences(counts: Sequence[dict[str, int]], known: UserHints, *, timed: bool, is_late: bool) -> list[str]:
    said = []
    if not counts[-1]:
        said.append("the log shows no partitions, so nothing can be compared: --partitions TOPIC=N names them")
    shown = [f"{topic} {count}" for topic, count in sorted(counts[-1].items()) if topic not in known.partitions]
    if shown:
        said.append(f"topics have no more partitions than the log shows: {some_names(shown)}")
    if shown and is_late:
        said.append(
            "all partitions are there from the start, before the log shows them; --partitions TOPIC=N corrects it"
        )
    grown = sorted({topic for old, new in pairwise(counts) for topic in new if new[topic] != old.get(topic)})
    if grown:
        said.append(f"partitions of {some_names(grown)} are new where the log shows them for the first time")
    if not timed:
        said.append("only the order of the rebalances counts: not all of them have a time, or their times go back")
    return said
