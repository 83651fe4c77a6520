"""Give each line of logs its group and generation, which earlier lines of the same client say."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from kafka_assay.assignors.errors import InvalidGroup
from kafka_assay.assignors.leader_logs.line_patterns import (
    BROKER,
    FRANZ_GO,
    JAVA,
    LIBRDKAFKA,
    READ_MEMBERS,
    READ_PLAN,
    READ_SHARE,
    Kind,
    LinePattern,
)
from kafka_assay.assignors.leader_logs.log_facts import LogFact, MatchedLine
from kafka_assay.assignors.leader_logs.log_lines import LogLine
from kafka_assay.assignors.leader_logs.plan_notations import Plan, Share
from kafka_assay.assignors.leader_logs.speakers import LISTS, Said, Speaker, number_in, refuse_cut
from kafka_assay.assignors.model import Member

_JAVA_NAME = re.compile(r"\[Consumer (?:instanceId=.*?, )?(clientId=.*?, groupId=(?P<group>.*?))\]")
_RDKAFKA_NAME = re.compile(r"[^\s|\[]+#consumer-\d+")
_DAY = 86_400
_EMPTY = {"is now empty": 0}
"""The markers of lines that say the number of members in words."""
_OWN_REASONS = (
    "need to re-join with the given member-id",
    "group is already rebalancing",
    "rebalance failed due to",
    "consumer pro-actively leaving",
)
"""Java's reasons for a further attempt to join: they are no cause of a rebalance."""


_INSTEAD = "(if a log store cut it, take the client's own log; without the line, the others are imported)"
_NO_REASON = re.compile(
    r" with group instance id (?:null|None)"
    r"|; client reason: (?:not provided|need to re-join with the given member-id\S* \S+)"
    r"| \[[^]]*\] as indicated by the current assignment"
)
"""Parts of reasons that say nothing about the cause."""


def read_facts(files: Iterable[Sequence[MatchedLine]]) -> list[LogFact]:
    """
    The facts in the lines of each file. Raises `InvalidGroup` for a plan that is not whole.

    A file whose times begin after the end of another one continues it: a log was rotated. Log stores may show the
    newest line first.
    """
    readers: list[_Reader] = []
    facts: list[tuple[LogFact, Speaker]] = []
    ordered = (_in_order(lines) if _is_backwards(lines) else lines for lines in files if lines)
    for lines in sorted(ordered, key=lambda one: (one[0].line.moment.at or 0.0) if one[0].line.moment.dated else 0.0):
        _refuse_mixed(lines)
        first, last = lines[0].line, lines[-1].line
        ended = [
            one
            for one in readers
            if one.ended is not None and first.moment.dated and one.ended <= (first.moment.at or 0.0)
        ]
        reader = max(ended, key=lambda one: one.ended or 0.0) if ended else _Reader()
        if not ended:
            readers.append(reader)
        facts += [(fact, speaker) for one in lines for fact, speaker in reader.read(one)]
        reader.ended = last.moment.at if last.moment.dated else None
    facts += [one for reader in readers for one in reader.close()]
    # The first lines of a client may not name its group, but later ones do.
    named = [fact if fact.group else fact._replace(group=speaker.group) for fact, speaker in facts]
    _refuse_cut_name(named)
    return named


def _is_backwards(lines: Sequence[MatchedLine]) -> bool:
    """Whether most steps from line to line go back in time or, where no time says so, in the generations."""
    moments = [one.line.moment for one in lines if one.line.moment.at is not None]
    is_dated = any(one.dated for one in moments)
    times = [one.at or 0.0 for one in moments if one.dated == is_dated]
    steps = [later - earlier for earlier, later in pairwise(times)]
    if not is_dated:  # a clock's step of more than half a day is one over midnight
        steps = [(step + _DAY / 2) % _DAY - _DAY / 2 for step in steps]
    if not any(steps):
        generations = [number_in(one.said, "generation") for one in lines]
        steps = [later - earlier for earlier, later in pairwise(one for one in generations if one is not None)]
    return sum(step < 0 for step in steps) > sum(step > 0 for step in steps)


def _in_order(lines: Sequence[MatchedLine]) -> list[MatchedLine]:
    """The lines of a log that shows the newest event first. The lines of one event of KIP-848 keep their order."""
    events: list[list[MatchedLine]] = []
    for one in lines:
        is_next = bool(events) and one.line.number <= events[-1][-1].line.number + 2
        if is_next and one.row.client == JAVA and one.line.text[:1].isspace():
            events[-1].append(one)
        else:
            events.append([one])
    events.reverse()
    if all(one.line.moment.dated for one in lines):
        events.sort(key=lambda event: event[0].line.moment.at or 0.0)
    return [one for event in events for one in event]


def _refuse_mixed(lines: Sequence[MatchedLine]) -> None:
    """Refuse a file in which members of KIP-848 take turns with one name: only some of their lines have their ids."""
    speakers: dict[str, list[str]] = {}
    for line, row, said in lines:
        name, member = _JAVA_NAME.search(line.text), said.get("member")
        if row.marker == "transitioned from" and name and member:
            members = speakers.setdefault(name[1], [])
            if member in members[:-1]:
                both = f"{member} and {members[-1]} speak by turns: take each member's own log"
                raise InvalidGroup(line.place, name[0], f"one member of this name ({both})")
            members += [] if member in members else [member]


def _refuse_cut_name(facts: Sequence[LogFact]) -> None:
    """Refuse a last line that ends within the name of a group that other lines have whole."""
    groups = {fact.group for fact in facts if fact.group}
    for fact in facts:
        whole = [one for one in groups - {fact.group} if fact.group and one.startswith(fact.group)]
        if whole and fact.kind is Kind.SHARE and sum(one.group == fact.group for one in facts) == 1:
            raise InvalidGroup(fact.place, fact.group, "the whole name of the group (the line may be cut off)")


class _Reader:
    """The clients that speak in a log; `ended` is the time of its last line."""

    def __init__(self) -> None:
        self.ended: float | None = None
        self._speakers: dict[str, Speaker] = {}
        self._last: dict[str, str] = {}

    def read(self, matched: MatchedLine) -> Iterator[tuple[LogFact, Speaker]]:
        """The facts of a line, and who says them."""
        speaker = self._speaker(*matched)
        yield from ((fact, speaker) for fact in self._facts(*matched, speaker))

    def close(self) -> Iterator[tuple[LogFact, Speaker]]:
        """The plans without a generation; refuse a list that has not ended."""
        for speaker in self._speakers.values():
            refuse_cut(speaker)
            yield from ((fact, speaker) for fact in speaker.pending)

    def _facts(self, line: LogLine, row: LinePattern, said: Said, speaker: Speaker) -> Iterator[LogFact]:
        old = number_in(said, "old")
        generation = number_in(said, "generation") if old is None else old + 1
        fact = LogFact(
            row.kind,
            row.client,
            line.place,
            line.moment,
            said.get("group") or speaker.group,
            speaker.generation if generation is None and row.kind is not Kind.REASON else generation,
            member=said.get("member"),
            strategy=said.get("strategy") or speaker.strategy,
            size=number_in(said, "count", _EMPTY.get(row.marker)),
            why=_NO_REASON.sub("", said.get("why") or "") or None,
        )
        if row.client == BROKER:
            yield from _broker_facts(fact, said)
            return
        match row.kind:
            case Kind.JOINED:
                yield from _joined(speaker, fact, line, said.get("strategy"))
            case Kind.PLAN:
                is_java = "=Assignment(" in (said["plan"] or "")
                found = self._with_plan(fact, READ_PLAN[JAVA if is_java else row.client](said["plan"] or ""))
                speaker.planned = generation
                if generation is not None or not is_java:
                    _refuse_early(speaker, line, generation)
                    yield found
                else:
                    speaker.pending.append(found._replace(generation=None))
            case Kind.CUT:
                self._with_plan(fact, None)
            case Kind.UNREAD:
                raise InvalidGroup(line.place, line.text, f"a whole line, as its client prints it {_INSTEAD}")
            case Kind.SHARE | Kind.ADDED | Kind.REVOKED:
                yield from self._share(speaker, fact, READ_SHARE[row.client](said["share"] or ""))
            case Kind.SUBSCRIPTIONS:
                yield from _subscriptions(speaker, fact, said["members"] or "")
            case Kind.LISTED | Kind.LISTED_MEMBER | Kind.LISTED_PARTITION | Kind.FOUND | Kind.ASSIGNED | Kind.BALANCED:
                yield from LISTS[row.client](speaker, fact, said)
            case Kind.REASON | Kind.VOID:
                yield from _reason(speaker, fact)
            case Kind.NAMED:
                pass
            case _:
                yield fact

    def _speaker(self, line: LogLine, row: LinePattern, said: Said) -> Speaker:
        """Who says this. A line of Python or franz-go that names no group is of the client that spoke last."""
        group = said.get("group")
        name = f"{row.client} {group}" if group else self._last.get(row.client, row.client)
        if row.client == JAVA and (found := _JAVA_NAME.search(line.text)):
            name, group = found[1], found["group"]
        if row.client == LIBRDKAFKA:  # loggers of .NET, Node.js and Rust may leave out the client's name
            name = found[0] if (found := _RDKAFKA_NAME.search(line.text)) else LIBRDKAFKA
        self._last[row.client] = name
        speaker = self._speakers.setdefault(name, Speaker())
        speaker.group = group or speaker.group
        return speaker

    def _with_plan(self, fact: LogFact, plan: Plan | None) -> LogFact:
        if plan is None:
            of = "" if fact.generation is None else f" of generation {fact.generation}"
            raise InvalidGroup(
                fact.place,
                "a plan that is cut off or names a member twice",
                f"the whole plan{of} {_INSTEAD}",
            )
        if fact.client == FRANZ_GO:  # its line names no group: the leader's own id is in the plan
            owner = next((one for one in self._speakers.values() if one.member in plan), None)
            if owner is not None:
                fact = fact._replace(group=owner.group, generation=owner.generation, strategy=owner.strategy)
        return fact._replace(plan=plan)

    def _share(self, speaker: Speaker, fact: LogFact, share: Share | None) -> Iterator[LogFact]:
        """What the speaker has got. It counts only while one member has this name, and where its id is known."""
        if share is None:
            raise InvalidGroup(fact.place, "a list that is cut off", "partitions such as t-0, t-1")
        if fact.kind is Kind.REVOKED:
            speaker.owned -= share
            return
        if fact.client == JAVA and fact.kind is Kind.SHARE and fact.generation is not None:
            speaker.is_shared |= speaker.assigned not in {None, share}
            speaker.assigned = share
        speaker.generation, speaker.planned = fact.generation, None
        speaker.owned = speaker.owned | share if fact.kind is Kind.ADDED else share
        member = fact.member or (None if speaker.is_shared else speaker.member)
        if member is not None:
            yield fact._replace(kind=Kind.SHARE, member=member, share=speaker.owned)


def _broker_facts(fact: LogFact, said: Said) -> Iterator[LogFact]:
    """What a line of the coordinator says, and the members that it names by the way."""
    yield fact
    for kind, name in ((Kind.GONE, "gone"), (Kind.GONE, "unsynced"), (Kind.ENTERED, "entered")):
        if said.get(name):
            yield fact._replace(kind=kind, member=said[name], why=None)


def _subscriptions(speaker: Speaker, fact: LogFact, text: str) -> Iterator[LogFact]:
    """What the members subscribe to. Of Java up to 2.3, the generation is in a later line."""
    client = JAVA if "=Subscription(" in text else fact.client
    fact = fact._replace(members=tuple(_members(client, text)))
    if client == JAVA and "ownedPartitions=" not in text:
        speaker.pending.append(fact._replace(generation=None))
    else:
        yield fact


def _reason(speaker: Speaker, fact: LogFact) -> Iterator[LogFact]:
    """Why the client joins again: the reason for the next generation, or the end of its plan."""
    if fact.kind is Kind.VOID:
        yield fact._replace(generation=speaker.planned)
    elif not (fact.why or "").startswith(_OWN_REASONS):
        generation = fact.generation if speaker.generation is None else speaker.generation + 1
        yield fact._replace(member=speaker.member, generation=generation)


def _joined(speaker: Speaker, fact: LogFact, line: LogLine, strategy: str | None) -> Iterator[LogFact]:
    same = speaker.generation == fact.generation and fact.generation is not None
    is_new = None not in {speaker.member, fact.member} and speaker.member != fact.member
    speaker.is_shared |= same and is_new
    if is_new:
        speaker.owned = frozenset()
    speaker.assigned = None
    speaker.member = fact.member or (speaker.member if same else None)
    speaker.strategy = strategy or (speaker.strategy if same else None)
    speaker.group, speaker.generation, speaker.joined = fact.group, fact.generation, line
    yield from (one._replace(generation=fact.generation, group=fact.group) for one in speaker.pending)
    speaker.pending = []
    yield fact._replace(strategy=strategy)


def _refuse_early(speaker: Speaker, line: LogLine, generation: int | None) -> None:
    """Refuse a plan that is older than the line that has its generation."""
    joined = speaker.joined
    if (
        generation is None
        and joined
        and joined.moment.dated
        and line.moment.dated
        and (line.moment.at or 0) < (joined.moment.at or 0)
    ):
        raise InvalidGroup(line.place, "a plan", f"lines in order: {joined.place} is later")


def _members(client: str, text: str) -> Iterator[Member]:
    for found in READ_MEMBERS[client].finditer(text):
        said = found.groupdict()
        topics = [re.sub(r"^u?'|'$", "", topic) for topic in re.split(r",\s*|\s", said["topics"]) if topic]
        names = (said["instance"], said.get("rack"))
        instance, rack = (None if name in {None, "null", "None"} else str(name).strip("'") for name in names)
        member = said["id"] or said.get("id2") or ""
        yield Member(id=member, subscription=tuple(topics), instance_id=instance, rack=rack)
