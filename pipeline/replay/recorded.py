"""What logs recorded of a life: each rebalance beside the best answer to the same group, and its replay."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from kafka_assay.assignors.hosted.targets import ReferenceTarget
from kafka_assay.assignors.life import Event, Life, RecordedRebalance, group_after
from kafka_assay.assignors.life_members import Protocol
from kafka_assay.assignors.model import Assignment, Claims, Group, TopicPartition
from kafka_assay.assignors.ownership import assignable_partitions, loads, valid_owners
from kafka_assay.assignors.registry import OPTIMAL
from kafka_assay.membership.rebalance_record import HistoryRebalance, Trigger
from kafka_assay.oracle.solve import solve
from kafka_assay.pipeline.replay.replay import Replay
from kafka_assay.pipeline.replay.replayed_life import ReplayedLife, Timing
from kafka_assay.pipeline.whatif.rounds import readers_of
from kafka_assay.properties.measures.facts import sum_of_squares

RECORDED = "recorded"
"""The name of the row of what logs recorded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedMove:
    """Partitions that changed from one member to another."""

    before: str | None
    """The member that had them; null: it has left, or nobody had them."""
    after: str
    """The member that got them."""
    partitions: tuple[str, ...]
    """The partitions: `t-0`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedStep:
    """A rebalance that logs recorded, with all its rounds, beside the best answer to the same group."""

    generations: tuple[int | None, ...]
    """The generation of each round; null: the logs do not say it."""
    at: float | None
    """Seconds since the start."""
    time: str | None
    """When it began, as in the log."""
    joined: tuple[str, ...]
    """Members that joined."""
    left: tuple[str, ...]
    """Members that left."""
    grown: tuple[str, ...]
    """Topics that the group had not, or not with so many partitions."""
    why: tuple[str, ...]
    """The reasons that the logs give for its first round."""
    members: int
    """The members afterwards."""
    idle: int | None
    """The members that got nothing; null where the logs do not show who got what, here and below."""
    moves: tuple[RecordedMove, ...] | None
    """What changed hands."""
    moved: int | None
    """Partitions that had an owner that takes part, and another one afterwards."""
    best_moved: int | None
    """The fewest moves with which the best balance could have been reached from here."""
    gap: int | None
    """The sum of squared loads afterwards, above the least possible one."""
    unassigned: int | None
    """Partitions that nobody got."""


def recorded_steps(life: Life) -> tuple[RecordedStep, ...]:
    """The rebalances that logs recorded."""
    steps, is_known = [], True
    for event, group, rounds in _recorded_groups(life):
        steps.append(_step(event, group, rounds, is_known=is_known))
        is_known = rounds[-1].assignment is not None
    return tuple(steps)


def replay_recorded(life: Life, timing: Timing) -> ReplayedLife | None:
    """
    What logs recorded, on the clock of a replay, so that it can be compared with targets.

    None where the logs do not show who got what in each rebalance.
    """
    if not life.recorded or any(one.assignment is None for one in life.recorded):
        return None
    target = ReferenceTarget(OPTIMAL)
    replay = Replay(replace(life, protocol=life.protocol or Protocol.EAGER), target, timing, _history(life))
    return replay.run(RECORDED)


def _recorded_groups(life: Life) -> Iterator[tuple[Event, Group, list[RecordedRebalance]]]:
    """The start and each event, with the group before its rebalance and what logs recorded of that."""
    group, answer = life.group, None
    for event, rounds in groupby(life.recorded, key=lambda one: one.event):
        change = Event() if event is None else life.events[event]
        group = group_after(group, change)
        claims: dict[str, Claims] = dict(answer or ())
        group = group.with_members(
            tuple(
                one.with_claims(claims.get(one.id, ()) if event is not None else one.owned, None)
                for one in group.members
            )
        )
        found = list(rounds)
        yield change, group, found
        answer = found[-1].assignment


def _history(life: Life) -> Iterator[HistoryRebalance]:
    """The recorded rebalances as the model of coordinator and members would tell them."""
    for _, group, rounds in _recorded_groups(life):
        for number, one in enumerate(each for each in rounds if each.members):  # an empty group does not rebalance
            first = Trigger.START if one.event is None else Trigger.EVENT
            yield HistoryRebalance(
                group=group,
                answer=_answer(one),
                generation=one.generation or 0,
                leader=None,
                led_by=None,
                trigger=Trigger.FOLLOW_UP if number else first,
                event=one.event,
            )


def _answer(one: RecordedRebalance) -> Assignment:
    return {member: {topic: list(ids) for topic, ids in claims} for member, claims in one.assignment or ()}


def _step(event: Event, group: Group, rounds: list[RecordedRebalance], *, is_known: bool) -> RecordedStep:
    """The rebalance; what moved in it is unknown if it `is_known` no more who had what."""
    last = rounds[-1]
    known: dict[str, object] = dict.fromkeys(("idle", "moves", "moved", "best_moved", "gap", "unassigned"))
    if last.assignment is not None:
        answer, owners = _answer(last), valid_owners(group)
        readers = {TopicPartition(*one): member for one, member in readers_of(answer).items()}
        moves = _moves(owners, readers)
        best = solve(group) if group.members else None
        shares = loads(group, answer)
        known = {
            "idle": sum(not load for load in shares.values()),
            "moves": moves,
            "moved": sum(len(one.partitions) for one in moves if one.before is not None),
            "best_moved": best.moves if best else 0,
            "gap": sum_of_squares(shares.values()) - best.sum_of_squares if best else 0,
            "unassigned": len(assignable_partitions(group).keys() - readers),
        }
        if not is_known:
            known |= dict.fromkeys(("moves", "moved", "best_moved"))
    return RecordedStep(
        generations=tuple(one.generation for one in rounds),
        at=rounds[0].at,
        time=rounds[0].time,
        joined=tuple(member.id for member in event.join),
        left=(*event.leave, *event.crash),
        grown=tuple(topic for topic, count in event.topics if count is not None),
        why=rounds[0].why,
        members=len(last.members),
        **known,  # type: ignore[arg-type]
    )


def _moves(owners: dict[TopicPartition, str], readers: dict[TopicPartition, str]) -> tuple[RecordedMove, ...]:
    """What changed hands, by both members; the largest move is the first."""
    changed: dict[tuple[str | None, str], list[str]] = {}
    for one, after in sorted(readers.items()):
        if owners.get(one) != after:
            changed.setdefault((owners.get(one), after), []).append(str(one))
    moves = (RecordedMove(before=one, after=two, partitions=tuple(names)) for (one, two), names in changed.items())
    return tuple(sorted(moves, key=lambda move: (-len(move.partitions), move.before or "", move.after)))
