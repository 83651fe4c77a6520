"""The figures of one group's page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kafka_assay.assignors.model import Assignment
from kafka_assay.pipeline.audit.audit_row import TODAY
from kafka_assay.pipeline.audit.grading import COMPARABLE, grade
from kafka_assay.reports.audit.records import AuditedAnswer, AuditedGroup, GroupDetails
from kafka_assay.reports.figures.bars import BarsFigure, totals_figure
from kafka_assay.reports.figures.heat_map import heat_map_figure
from kafka_assay.reports.figures.loads import FEW, LoadsFigure, Profile
from kafka_assay.reports.figures.trade import TradeFigure, TradePoint, trade_figure
from kafka_assay.reports.render.blocks import Picture
from kafka_assay.reports.wording.safe_names import member_labels, shorten
from kafka_assay.reports.wording.words import quantity

MOST_PROFILES = 9
"""The most rows of bars in one figure. The table beside it has all answers."""


def group_pictures(
    group: AuditedGroup,
    details: GroupDetails,
    answers: Sequence[AuditedAnswer],
    target: str | None,
    reachable: tuple[tuple[int, int], ...],
    name: str,
) -> tuple[Picture, ...]:
    """Loads, loads against moves, and the placement of topics (today and with `target`). `name` ends the file names."""
    labels = member_labels([(member.id, member.client_id) for member in details.group.members])
    pictures = [Picture(name=f"loads-{name}", drawing=loads_figure(group, details, answers, labels))]
    spots = [
        TradePoint(target=answer.target, moves=answer.moves or 0, excess=_excess(group, answer))
        for answer in answers
        if grade(answer) in COMPARABLE
    ]
    if spots:
        pictures.append(Picture(name=f"moves-{name}", drawing=_moves_figure(group, spots, reachable)))
    if target is not None and group.partitions:
        drawing = heat_map_figure(
            details.group, target, details.assignments[TODAY], details.assignments[target], labels
        )
        pictures.append(Picture(name=f"topics-{name}", drawing=drawing))
    return tuple(pictures)


def loads_figure(
    group: AuditedGroup, details: GroupDetails, answers: Sequence[AuditedAnswer], labels: dict[str, str]
) -> LoadsFigure:
    """The loads of the answers that differ, as many as are readable. The worst one is always included."""
    profiles = _fold_profiles(_profiles(details, answers))
    drawn = profiles if len(profiles) <= MOST_PROFILES else [*profiles[: MOST_PROFILES - 1], profiles[-1]]
    return LoadsFigure(
        group=group.name,
        best=group.standing.optimal_loads,
        sound=not group.standing.broken,
        members=tuple(labels[member] for member in details.group.member_ids()),
        profiles=tuple(drawn),
        left_out=sum(1 + len(profile.alike) for profile in profiles) - sum(1 + len(profile.alike) for profile in drawn),
    )


def _profiles(details: GroupDetails, answers: Sequence[AuditedAnswer]) -> list[Profile]:
    return [
        Profile(
            target=answer.target,
            loads=_loads(details, details.assignments[answer.target]),
            moves=None if answer.target == TODAY else answer.moves,
        )
        for answer in answers
        if answer.target in details.assignments
    ]


def _fold_profiles(profiles: Sequence[Profile]) -> list[Profile]:
    """The profiles with equal loads and moves as one. Today stays separate, because it has moved nothing yet."""
    first: dict[tuple[tuple[int, ...], int | None], list[Profile]] = {}
    for profile in profiles:
        # Bars without names are in the order of their heights.
        loads = profile.loads if len(profile.loads) <= FEW else tuple(sorted(profile.loads))
        first.setdefault((loads, profile.moves), []).append(profile)
    return [replace(lead, alike=tuple(other.target for other in others)) for lead, *others in first.values()]


def _loads(details: GroupDetails, assignment: Assignment) -> tuple[int, ...]:
    return tuple(sum(len(ids) for ids in assignment.get(member, {}).values()) for member in details.group.member_ids())


def _excess(group: AuditedGroup, answer: AuditedAnswer) -> int:
    return (answer.sum_of_squares or 0) - (group.optimal_sum_of_squares or 0)


def _moves_figure(
    group: AuditedGroup, spots: Sequence[TradePoint], reachable: tuple[tuple[int, int], ...]
) -> TradeFigure | BarsFigure:
    if any(spot.excess for spot in spots):
        return trade_figure(group.name, group.optimal_moves or 0, spots, reachable)
    others = sorted((spot for spot in spots if spot.target != TODAY), key=lambda spot: (spot.moves, spot.target))
    name = shorten(group.name, 40)
    title = f"{name}: all comparable answers have the best balance without moves"
    if others and others[-1].moves:
        most = others[-1]
        title = f"{name}: all answers have the best balance; {most.target} makes {quantity(most.moves, 'move')}"
    return totals_figure(
        title,
        "moves (partitions that change their owner)",
        [(spot.target, spot.moves) for spot in others],
        group.optimal_moves,
    )
