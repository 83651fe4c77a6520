"""What the operator of one group can do about its loads: keep the assignor, switch to another one, or nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kafka_assay.assignors.hosted.targets import ReferenceTarget
from kafka_assay.assignors.model import CONNECT, Group
from kafka_assay.assignors.registry import EAGER, SHIPPED
from kafka_assay.membership.rollout import JAVA, Rollout
from kafka_assay.pipeline.audit.audit_row import COMPARABLE, WEIGHABLE, AuditRow, Grade
from kafka_assay.pipeline.whatif.switching import client_of_members, learns_owners, rollout_to
from kafka_assay.pipeline.whatif.what_if import present_assignor
from kafka_assay.properties.measures.subscriptions import has_same_existing_topics
from kafka_assay.reports.audit.overview import READS_OWNERS, SETTINGS, settings_in_words
from kafka_assay.reports.render.blocks import Block, Bullets, Code, Heading, Line
from kafka_assay.reports.wording.words import (
    CHANCE,
    OF_CONNECT,
    WEIGHT_UNITS,
    WEIGHT_WORDS,
    load_list,
    quantity,
    series,
    weight_text,
)


def advise(answers: Sequence[AuditRow], group: Group, prices: Mapping[str, int]) -> tuple[Line, ...]:
    """
    What to do about a `group` with these answers, today's first.

    `prices` are the moves of a switch, by target, where they are known. Otherwise the moves of the answer count, which
    knows today's owners.

    The first line says what to do, what it costs once, and the loads afterwards. For a switch, further lines have the
    settings, and what else it costs. The best loads come first. Then these count, in this order: no switch at all; a
    switch that its client makes without a full stop; few moves; no change of the protocol; no stop of all members in
    each rebalance.
    """
    today, present = answers[0], present_assignor(group)
    met = today.own_grade
    if met is Grade.REBALANCING:
        return ("Capture the group again when its rebalance is over.",)
    if met in {Grade.UNKNOWN, Grade.NO_ANSWER}:
        return ("No advice, because the best loads are unknown.",)
    if met not in {Grade.LESS_EVEN, Grade.INVALID}:
        idle = f" {quantity(today.idle, 'member has', 'members have')} none, with any assignor." if today.idle else ""
        return (f"Nothing to do: the partitions are shared as evenly as possible.{idle}",)
    if today.strategy == CONNECT:
        best, moves = load_list(today.optimal_loads or ()), quantity(today.optimal_moves or 0, "move")
        return (f"{OF_CONNECT} The best plan, {best}, takes {moves}.",)
    able = [answer for answer in answers if answer.target in SHIPPED and answer.own_grade in COMPARABLE]
    if met is Grade.LESS_EVEN:
        able = [answer for answer in able if (answer.sum_of_squares or 0) < (today.sum_of_squares or 0)]
    if not able:
        moves = quantity(today.optimal_moves or 0, "move")
        return (f"No assignor that Kafka ships gives better loads than today. The best plan takes {moves}.",)
    first = min(able, key=lambda answer: _preference(answer, group, prices))
    if first.target == present:
        return (("Keep ", Code(present), f". Its next rebalance: {_outcome(first, today, group, prices)}"),)
    alike = [
        one
        for one in able
        if one.sum_of_squares == first.sum_of_squares and _price(one, prices) == _price(first, prices)
    ]
    hard = _is_hard(first.target, group)
    others = [one.target for one in alike if one is not first and _is_hard(one.target, group) is hard]
    equal = f"Equal in balance and moves: {series(others, most=len(SHIPPED))}."
    return (
        ("Switch to ", Code(first.target), f": {_outcome(first, today, group, prices)}"),
        *_switch_lines(first.target, group),
        *([equal] if others else []),
    )


def advise_by_weight(answers: Sequence[AuditRow], group: Group, by: str, prices: Mapping[str, int]) -> tuple[Line, ...]:
    """
    What to do about the heaviest member, as `advise` does about loads; nothing without a plan, or if today is invalid.

    The least weight comes first, then the same preferences. The heaviest partition limits what anything can do.
    """
    today, present, unit = answers[0], present_assignor(group), WEIGHT_UNITS[by]
    cell = today.weighted
    if cell is None or cell.most is None or cell.best_most is None or today.own_grade not in WEIGHABLE:
        return ()
    has = f"The heaviest member has {weight_text(cell.most)}{unit}"
    floor, limit = today.by_lag if by == "lag" else None, ""
    if floor is not None and floor.floor == cell.best_most:
        limit = f" {floor.partition} alone holds {floor.floor:,}: more members do not help."
    if cell.most <= cell.best_most:
        return (f"Nothing to do by {WEIGHT_WORDS[by][0]}. {has}, and no plan found leaves it less.{limit}",)
    best = f"best plan found: {weight_text(cell.best_most)}"
    able = [
        (one.weighted.most, one)
        for one in answers
        if one.target in SHIPPED and one.own_grade in WEIGHABLE and one.weighted and one.weighted.most is not None
        if present is None or _is_told(one.target, group)  # else the heaviest member is another one
    ]
    able = [(most, one) for most, one in able if most < cell.most]
    if not able:
        return (f"{has} ({best}). No assignor that Kafka ships and that was asked leaves it less.{limit}",)
    most, first = min(able, key=lambda pair: (pair[0], *_preference(pair[1], group, prices)[1:]))
    moves = quantity(_price(first, prices), "move")
    outcome = f"the heaviest member then has {weight_text(most)}{unit} ({best}), for {moves} once."
    if first.target == present:
        return (("Keep ", Code(present), f". After its next rebalance {outcome}{limit}"), (CHANCE,))
    leaves = _is_of_the_broker(present) and not _is_of_the_broker(first.target)
    left = ", and leave the protocol of KIP-848" if leaves else ""
    return (
        ("Switch to ", Code(first.target), f"{left}: {outcome}{limit}"),
        *_switch_lines(first.target, group),
        (CHANCE,),
    )


def _preference(
    answer: AuditRow, group: Group, prices: Mapping[str, int]
) -> tuple[int, bool, bool, int, bool, bool, int]:
    target, present = answer.target, present_assignor(group)
    return (
        answer.sum_of_squares or 0,
        target != present,
        _is_hard(target, group),
        _price(answer, prices),
        present is not None and _is_of_the_broker(target) is not _is_of_the_broker(present),
        target in EAGER,
        SHIPPED.index(target),
    )


def _is_told(target: str, group: Group) -> bool:
    """Whether the answer of the audit, which knows today's owners, is that after a switch to `target`."""
    present = present_assignor(group)
    if target not in READS_OWNERS or present is None:
        return target not in READS_OWNERS
    return target == present or learns_owners(ReferenceTarget(target), group, present, _rollout(target, group))


def _price(answer: AuditRow, prices: Mapping[str, int]) -> int:
    return prices.get(answer.target, answer.moves or 0)


def _is_hard(target: str, group: Group) -> bool:
    """Whether the group has to stop for it, or to change its client."""
    rollout = _rollout(target, group)
    return rollout is not None and (rollout.rollout == "stop" or rollout.client is not None)


def _rollout(target: str, group: Group) -> Rollout | None:
    return rollout_to(ReferenceTarget(target), group, present_assignor(group))


def _is_of_the_broker(target: str | None) -> bool:
    return target is not None and target.startswith("server-")


def _outcome(answer: AuditRow, today: AuditRow, group: Group, prices: Mapping[str, int]) -> str:
    best, is_told = today.optimal_loads or (), _is_told(answer.target, group)
    # Without the owners, the loads can be others too, but not where all subscribe to the same.
    is_known = is_told or (answer.target in prices and has_same_existing_topics(group))
    moves = quantity(_price(answer, prices) if is_known else answer.moves or 0, "move")
    moves += " once" if is_known else " once if it learns the owners"
    if answer.sum_of_squares != today.optimal_sum_of_squares:
        return f"{moves}, then {answer.least:,} to {answer.most:,} partitions a member. Best: {load_list(best)}."
    return f"{moves}, then {load_list(best)}, {'even' if best[-1] - best[0] < 2 else 'the best possible'}."


def advice_blocks(lines: Sequence[Line]) -> list[Block]:
    """The advice on a group's page."""
    return [Heading("What to do"), lines[0] if len(lines) == 1 else Bullets(tuple(lines))]


def _switch_lines(target: str, group: Group) -> list[Line]:
    """The new setting of a Java consumer, and what the group's client has to do for it."""
    present, family, rollout = present_assignor(group), client_of_members(group), _rollout(target, group)
    settings, client = SETTINGS[target], family if rollout is None else rollout.client or family
    if _is_of_the_broker(present) and not _is_of_the_broker(target):
        settings = ("group.protocol=classic", *settings)
    how = (
        "Its present assignor is not known (kafka-consumer-groups --describe --state names it), so neither is how it "
        "can switch (docs/start/switch.md)."
    )
    if rollout is not None:
        how = f"{rollout.how}{' This is for Java; other clients: docs/start/switch.md.' if family is None else ''}"
    is_new = target in EAGER and present is not None and present not in EAGER
    stops = " Afterwards, all members stop reading in each rebalance." if is_new else ""
    told = f"{how} What restarts move comes on top (assay whatif --restart).{stops}"
    java = [settings_in_words("Setting of a Java consumer: ", settings)] if client in {None, JAVA} else []
    return [*java, told]
