"""What the operator of one group can do about its loads: keep the assignor, switch to another one, or nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto

from kafka_assay.assignors.registry import SHIPPED
from kafka_assay.pipeline.audit.audit_row import COMPARABLE, AuditRow, Grade
from kafka_assay.reports.audit.overview import SETTINGS, settings_in_words
from kafka_assay.reports.render.blocks import Block, Bullets, Code, Heading, Line, Prose
from kafka_assay.reports.wording.group_text import load_list
from kafka_assay.reports.wording.words import quantity, series

EAGER = frozenset({"range", "roundrobin", "sticky"})
"""The shipped assignors with which all members stop reading in each rebalance."""


class Action(Enum):
    """What the operator of a group can do."""

    NOTHING = auto()
    WAIT = auto()
    KEEP = auto()
    SWITCH = auto()
    NO_BETTER = auto()
    UNKNOWN = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """
    The action for one group; for `KEEP` and `SWITCH` also the answer of the assignor.

    `present` is the assignor that the group runs, as a reference; None if unknown. `reaches_best` says that the loads
    are then the best possible. `others` are further shipped assignors with the same loads and moves.
    """

    action: Action
    present: str | None = None
    answer: AuditRow | None = None
    reaches_best: bool = False
    others: tuple[str, ...] = ()


def advise(answers: Sequence[AuditRow], present: str | None) -> Advice:
    """
    The advice for a group with these answers, today's first, that runs the reference `present` today.

    The best loads come first. Then these count, in this order: no switch at all, few moves, no change of the protocol,
    no stop of all members.
    """
    today = answers[0]
    met = today.own_grade
    if met is Grade.REBALANCING:
        return Advice(action=Action.WAIT)
    if met not in {Grade.LESS_EVEN, Grade.INVALID}:
        return Advice(action=Action.UNKNOWN if met in {Grade.UNKNOWN, Grade.NO_ANSWER} else Action.NOTHING)
    able = [answer for answer in answers if answer.target in SHIPPED and answer.own_grade in COMPARABLE]
    if met is Grade.LESS_EVEN:
        able = [answer for answer in able if (answer.sum_of_squares or 0) < (today.sum_of_squares or 0)]
    if not able:
        return Advice(action=Action.NO_BETTER)
    first = min(able, key=lambda answer: _preference(answer, present))
    alike = [one for one in able if (one.sum_of_squares, one.moves) == (first.sum_of_squares, first.moves)]
    return Advice(
        action=Action.KEEP if first.target == present else Action.SWITCH,
        present=present,
        answer=first,
        reaches_best=first.sum_of_squares == today.optimal_sum_of_squares,
        others=tuple(one.target for one in alike if one is not first),
    )


def _preference(answer: AuditRow, present: str | None) -> tuple[int, bool, int, bool, bool, int]:
    target = answer.target
    return (
        answer.sum_of_squares or 0,
        target != present,
        answer.moves or 0,
        present is not None and _is_of_the_broker(target) is not _is_of_the_broker(present),
        target in EAGER,
        SHIPPED.index(target),
    )


def _is_of_the_broker(target: str | None) -> bool:
    return target is not None and target.startswith("server-")


def advice_line(advice: Advice, today: AuditRow) -> Line:
    """What to do, what it costs once, and the loads afterwards."""
    match advice.action:
        case Action.NOTHING:
            return ("Nothing to do.",)
        case Action.WAIT:
            return ("Capture the group again when its rebalance is over.",)
        case Action.UNKNOWN:
            return ("No advice, because the best loads are unknown.",)
        case Action.NO_BETTER:
            moves = quantity(today.optimal_moves or 0, "move")
            return (f"No assignor that Kafka ships gives better loads than today. The best plan takes {moves}.",)
        case Action.KEEP:
            return ("Keep ", Code(_target(advice)), f". Its next rebalance: {_outcome(advice, today)}")
        case Action.SWITCH:
            return ("Switch to ", Code(_target(advice)), f": {_outcome(advice, today)}")


def _target(advice: Advice) -> str:
    return "" if advice.answer is None else advice.answer.target


def _outcome(advice: Advice, today: AuditRow) -> str:
    answer, best = advice.answer, today.optimal_loads or ()
    if answer is None:
        return ""
    moves = f"{quantity(answer.moves or 0, 'move')} once"
    if not advice.reaches_best:
        return f"{moves}, then {answer.least:,} to {answer.most:,} partitions a member. Best: {load_list(best)}."
    return f"{moves}, then {load_list(best)}, {'even' if best[-1] - best[0] < 2 else 'the best possible'}."


def advice_blocks(advice: Advice, today: AuditRow) -> list[Block]:
    """The advice on a group's page: the action, the settings, and what else the switch costs."""
    first = advice_line(advice, today)
    if advice.action is not Action.SWITCH or advice.answer is None:
        return [Heading("What to do"), Prose(first)]
    lines: list[Line] = [first, _setting_line(advice.answer.target, advice.present), (_restarts(advice),)]
    if advice.others:
        names = series(advice.others, most=len(SHIPPED))
        lines.append((f"Equal in balance and moves: {names}.",))
    return [Heading("What to do"), Bullets(tuple(lines))]


def _setting_line(target: str, present: str | None) -> Line:
    settings = SETTINGS[target]
    if _is_of_the_broker(present) and not _is_of_the_broker(target):
        settings = ("group.protocol=classic", *settings)
    return settings_in_words("Setting of a Java consumer: ", settings)


def _restarts(advice: Advice) -> str:
    """
    The restarts that the new setting takes.

    Sources: KIP-429 (two rolling restarts from an eager to a cooperative assignor), KIP-848 (the new protocol).
    """
    target, present = _target(advice), advice.present
    if _is_of_the_broker(target) and not _is_of_the_broker(present):
        restarts = "Every member restarts once. The brokers must support KIP-848's protocol (Kafka 4.0)."
    elif target == "cooperative-sticky" and not _is_of_the_broker(present):
        restarts = (
            "Every member restarts twice (KIP-429): first with both assignors in its list, then with the new one. "
            "Once is enough if it lists both today."
        )
    else:
        restarts = "Every member restarts once."
    stops = " Afterwards, all members stop reading in each rebalance." if _newly_stops(target, present) else ""
    return f"{restarts} What the restarts move comes on top (assay whatif --restart).{stops}"


def _newly_stops(target: str, present: str | None) -> bool:
    return target in EAGER and present is not None and present not in EAGER
