"""The rebalances of a group that its logs recorded, put together from the facts of all files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from kafka_assay.assignors.errors import AssayError, some_names
from kafka_assay.assignors.leader_logs.line_patterns import BROKER, LIBRDKAFKA, Kind
from kafka_assay.assignors.leader_logs.log_facts import LogFact
from kafka_assay.assignors.leader_logs.plan_notations import Plan, Share
from kafka_assay.assignors.model import Member


@dataclass(slots=True)
class LoggedRebalance:
    """
    What the logs say about one generation (None: its number is unknown).

    `at` is when it began, in seconds; `clock` is the time of day in lines without a date; `time` is that of a line as
    the log has it. `plan` is the leader's, `shares` what members say that they got. `listed` are the members that the
    coordinator had, `joined` those that say so themselves, `count` is the coordinator's number of them.
    """

    generation: int | None
    at: float | None = None
    clock: float | None = None
    time: str | None = None
    plan: Plan | None = None
    is_target: bool = False
    shares: dict[str, Share] = field(default_factory=dict)
    listed: tuple[str, ...] | None = None
    joined: dict[str, None] = field(default_factory=dict)
    count: int | None = None
    strategy: str | None = None
    subscriptions: dict[str, Member] = field(default_factory=dict)
    why: list[str] = field(default_factory=list)
    is_first: bool = False
    """Whether it is the first one of a group of KIP-848."""
    resets: bool = False
    """Whether the generations start again with this one."""

    def members(self) -> tuple[str, ...]:
        """The members, in the order of the best source."""
        if self.plan is not None:
            return tuple(self.plan)
        return self.listed or tuple({**self.joined, **dict.fromkeys(self.shares)})

    def assignment(self) -> Plan | None:
        """Who got what; None where the logs do not have it all."""
        if self.plan is not None:
            return self.plan
        names = self.members()
        whole = self.knows_all_members() and set(names) <= set(self.shares)
        return {name: self.shares[name] for name in names} if whole else None

    def knows_all_members(self) -> bool:
        """Whether no other member can be in this generation: the plan or the coordinator says so."""
        return (
            self.plan is not None
            or self.listed is not None
            or (self.count is not None and self.count == len(self.members()))
        )


@dataclass(slots=True)
class Recording:
    """The rebalances in their order, and what is odd about them."""

    rebalances: list[LoggedRebalance]
    remarks: list[str]


def record(facts: Sequence[LogFact]) -> Recording:
    """
    The rebalances in the facts about one group.

    Generations only grow, until the coordinator forgets the group. So files may come in any order and repeat lines.
    Raises `AssayError` where two plans of one generation differ and no time says which came first.
    """
    timed = all(fact.moment.dated for fact in facts)
    if timed:
        ordered = sorted(facts, key=lambda fact: fact.moment.at or 0.0)
    elif any(fact.moment.dated for fact in facts):
        # Two sorts of logs whose order is unknown. The coordinator's lines say of themselves who is present when.
        ordered = sorted(facts, key=lambda fact: fact.client != BROKER)
    else:
        ordered = list(facts)
    eras: list[_Era] = [_Era()]
    for fact in ordered:
        if timed and eras[-1].restarts(fact):
            eras.append(_Era())
        if eras[-1].contradicts(fact):
            if not timed:
                twice = f"generation {fact.generation} of group {fact.group!r} has two plans"
                raise AssayError(
                    f"{twice}, and not all lines have times: expected the logs of one group in one cluster"
                )
            eras.append(_Era())
        eras[-1].add(fact)
    rebalances = [one for era in eras for one in era.in_order()]
    for first in (era.in_order()[0] for era in eras[1:] if era.in_order()):
        first.resets = True
    _withhold(rebalances)
    return Recording(rebalances=rebalances, remarks=[*_remarks(rebalances), *_unseen(rebalances, eras[-1].reasons)])


def _two_plans(fact: LogFact) -> AssayError:
    return AssayError(
        f"{fact.place}: generation {fact.generation} of group {fact.group!r} has two plans or other members: expected "
        "the logs of one group in one cluster, with their lines in order"
    )


def _is_first_epoch(fact: LogFact) -> bool:
    """Whether it is the first one of a group, which a broker of Kafka 4.0 counts from 0, one of 4.3 from 1."""
    return fact.generation in {1, 2}


class _Era:
    """The rebalances from one reset of the generations to the next."""

    def __init__(self) -> None:
        self._by_generation: dict[int | None, LoggedRebalance] = {}
        self._unnumbered: list[LoggedRebalance] = []
        self.reasons: dict[int, dict[str, None]] = {}
        self._present: dict[str, None] = {}
        self._pending: dict[str, None] = {}
        self._is_complete = False
        """Whether nobody else can be present: the log has all since the group was empty, or since a plan."""

    def restarts(self, fact: LogFact) -> bool:
        """Whether the coordinator had forgotten the group, and counts its generations from the start again."""
        newest = max((one for one in self._by_generation if one is not None), default=0)
        if fact.kind is Kind.EPOCH:
            return _is_first_epoch(fact) and newest > (fact.generation or 0)
        return fact.kind is Kind.REASON and fact.client == BROKER and fact.generation == 1 <= newest

    def contradicts(self, fact: LogFact) -> bool:
        """Whether the fact is about another rebalance with a generation that is taken."""
        known = self._by_generation.get(fact.generation)
        if known is None or fact.generation is None or not known.knows_all_members():
            return False
        if fact.plan is not None and known.plan is not None:
            newest = max((one for one in self._by_generation if one is not None), default=0)
            if fact.plan != known.plan and 1 < fact.generation == newest:
                raise _two_plans(fact)
            return fact.plan != known.plan
        return fact.kind is Kind.JOINED and fact.member is not None and fact.member not in known.members()

    def add(self, fact: LogFact) -> None:
        """Take what the fact says."""
        if fact.kind is Kind.REASON and fact.why and fact.generation is not None:
            said = fact.why if fact.client == BROKER or fact.member is None else f"{fact.member}: {fact.why}"
            self.reasons.setdefault(fact.generation, {})[said] = None
            if fact.client == BROKER and fact.generation == 1:
                self._is_complete, self._present = True, {}
        elif fact.kind is Kind.ENTERED and fact.member:
            self._present[fact.member] = None
            self._pending.pop(fact.member, None)
        elif fact.kind is Kind.PENDING and fact.member:
            self._pending[fact.member] = None
        elif fact.kind is Kind.GONE and fact.member:
            for name in fact.member.split(", "):
                self._present.pop(name, None)
                self._pending.pop(name, None)
                for one in self._unnumbered:
                    one.joined.pop(name, None)
                    one.shares.pop(name, None)
        elif fact.kind is Kind.VOID and (known := self._by_generation.get(fact.generation)) is not None:
            known.listed, known.plan = known.members(), None
        elif fact.kind in {Kind.JOINED, Kind.PLAN, Kind.SHARE, Kind.SUBSCRIPTIONS, Kind.STABLE, Kind.EPOCH}:
            self._add_to(self._rebalance(fact), fact)

    def _rebalance(self, fact: LogFact) -> LoggedRebalance:
        if fact.generation is not None:
            return self._by_generation.setdefault(fact.generation, LoggedRebalance(fact.generation))
        if fact.kind is Kind.PLAN or not self._unnumbered:
            same = next((one for one in self._unnumbered if one.plan in (None, fact.plan)), None)
            self._unnumbered += [] if same else [LoggedRebalance(None)]
            return same or self._unnumbered[-1]
        return self._unnumbered[-1]

    def _add_to(self, rebalance: LoggedRebalance, fact: LogFact) -> None:
        if fact.moment.dated and rebalance.at is None:
            rebalance.at, rebalance.time = fact.moment.at, fact.moment.text
        elif not fact.moment.dated and rebalance.clock is None:
            rebalance.clock = fact.moment.at
            rebalance.time = rebalance.time or fact.moment.text
        rebalance.strategy = rebalance.strategy or fact.strategy
        if fact.plan is not None:
            rebalance.plan = fact.plan
            rebalance.is_target = fact.client == LIBRDKAFKA and fact.strategy == "cooperative-sticky"
            self._present, self._pending, self._is_complete = dict.fromkeys(fact.plan), {}, True
        if fact.member is not None and fact.kind is Kind.JOINED:
            rebalance.joined[fact.member] = None
        if fact.member is not None and fact.share is not None:
            rebalance.shares[fact.member] = fact.share
        rebalance.subscriptions.update((member.id, member) for member in fact.members)
        if fact.kind is Kind.STABLE:
            rebalance.count = fact.size
            self._settle(fact.size)
            if fact.size == len(self._present):
                rebalance.listed = tuple(self._present)
        elif fact.kind is Kind.EPOCH:
            if _is_first_epoch(fact) and len(self._by_generation) == 1 and self._present:
                rebalance.is_first = self._is_complete = True
            if self._is_complete:
                rebalance.listed = tuple(self._present)

    def _settle(self, size: int | None) -> None:
        """Take the pending members in if the number of members says that all of them joined."""
        if size == 0:
            self._present, self._pending, self._is_complete = {}, {}, True
        elif self._is_complete and size == len(self._present) + len(self._pending):
            self._present, self._pending = {**self._present, **self._pending}, {}
        elif size != len(self._present):
            self._is_complete = False

    def in_order(self) -> list[LoggedRebalance]:
        """By generation; those without a number come last, in the order of their lines, if they have members left."""
        numbered = sorted(
            (one for one in self._by_generation.items() if one[0] is not None), key=lambda one: one[0] or 0
        )
        for generation, rebalance in numbered:
            rebalance.why = list(self.reasons.get(generation or 0, {}))
        others = [one for one in self._unnumbered if one.plan is not None or one.members()]
        return [rebalance for _, rebalance in numbered] + others


def _withhold(rebalances: Iterable[LoggedRebalance]) -> None:
    """Take from librdkafka's cooperative plans what others still have: its log shows the target of all rounds."""
    owner: dict[tuple[str, int], str] = {}
    for one in rebalances:
        if one.plan is not None and one.is_target:
            one.plan = {
                member: frozenset(
                    part for part in share if owner.get(part, member) in {member, *_gone(owner, one.plan)}
                )
                for member, share in one.plan.items()
            }
        if (assignment := one.assignment()) is not None:
            owner = {part: member for member, share in assignment.items() for part in share}


def _gone(owner: dict[tuple[str, int], str], plan: Plan) -> set[str]:
    return set(owner.values()) - set(plan)


def _remarks(rebalances: Sequence[LoggedRebalance]) -> list[str]:
    """What the logs do not have, and where they contradict themselves."""
    numbers = [one.generation for one in rebalances if one.generation is not None]
    said = []
    if rebalances and rebalances[0].generation not in {None, 1} and not rebalances[0].is_first:
        said.append(f"the log begins at generation {rebalances[0].generation}: it does not show what was before")
    missing = sorted(set(range(min(numbers, default=0), max(numbers, default=0))) - set(numbers))
    if missing and not any(one.resets for one in rebalances):
        said.append(f"the log has nothing about {_generations(missing)}")
    if any(one.generation is None and one.plan is None for one in rebalances):
        said.append("the log has no generations: the group is what each member whose log this is got last")
    if any(one.strategy == "stream" for one in rebalances):
        said.append("Kafka Streams assigns tasks by a rule of its own, of which the log shows only the partitions")
    partial = [one.generation for one in rebalances if one.generation is not None and not one.knows_all_members()]
    if partial:
        said.append(f"the log shows only some of the members of {_generations(partial)}: their leader's log is missing")
    unknown = [one.generation for one in rebalances if one.plan is None and not set(one.members()) <= set(one.shares)]
    if unknown:
        known = [number for number in unknown if number is not None]
        said.append(f"the log does not show all of who got what{f' in {_generations(known)}' if known else ''}")
    by_members = [
        one.generation or 0 for one in rebalances if one.plan is None and one.members() and one.assignment() is not None
    ]
    if by_members:
        said.append(f"the leader's plan of {_generations(by_members)} is not in the log; the members' own lines are")
    for one in rebalances:
        for member, share in one.shares.items():
            if one.plan is not None and share != one.plan.get(member, frozenset()):
                said.append(f"in generation {one.generation} {member} got other partitions than the plan says")
        if one.plan is not None and one.count not in {None, len(one.plan)}:
            counted = f"the coordinator had {one.count} members, the plan names {len(one.plan)}"
            said.append(f"in generation {one.generation} {counted}")
    return said


def _unseen(rebalances: Sequence[LoggedRebalance], reasons: Mapping[int, Iterable[str]]) -> list[str]:
    """Why generations were due of which the log has nothing else, as where its client had to leave."""
    seen = {one.generation for one in rebalances if one.generation is not None}
    due = [(number, why) for number, why in sorted(reasons.items()) if seen and number not in seen]
    return [f"generation {number} is not in the log, but why it was due: {some_names(why)}" for number, why in due]


def _generations(numbers: list[int]) -> str:
    return f"generation{'s' if len(numbers) > 1 else ''} {some_names([str(number) for number in numbers])}"
