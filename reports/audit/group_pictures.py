"""The figures of one group's page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kafka_assay.assignors.model import Assignment
from kafka_assay.pipeline.audit.audit_row import COMPARABLE, TODAY, AuditRow
from kafka_assay.reports.audit.records import GroupPage
from kafka_assay.reports.figures.bars import BarsFigure, totals_figure
from kafka_assay.reports.figures.heat_map import heat_map_figure
from kafka_assay.reports.figures.loads import FEW, LoadsFigure, Profile
from kafka_assay.reports.figures.trade import TradeFigure, TradePoint, trade_figure
from kafka_assay.reports.render.blocks import Picture
from kafka_assay.reports.wording.safe_names import shorten
from kafka_assay.reports.wording.words import quantity

MOST_PROFILES = 9
"""The most rows of bars in one figure. The table beside it has all answers."""


def group_pictures(page: GroupPage, reachable: tuple[tuple[int, int], ...]) -> tuple[Picture, ...]:
    """Loads, loads against moves, and the placement of topics (today and with the target that is shown)."""
    name, shown = page.anchor.removeprefix("group-"), page.shown
    pictures = [Picture(name=f"loads-{name}", drawing=loads_figure(page))]
    spots = [
        TradePoint(target=answer.target, moves=answer.moves or 0, excess=_excess(answer))
        for answer in page.answers
        if answer.own_grade in COMPARABLE
    ]
    if spots:
        pictures.append(Picture(name=f"moves-{name}", drawing=_moves_figure(page.today, spots, reachable)))
    if shown is not None and page.today.partitions:
        drawing = heat_map_figure(page.group, shown, page.assignments[TODAY], page.assignments[shown], page.labels())
        pictures.append(Picture(name=f"topics-{name}", drawing=drawing))
    return tuple(pictures)


def loads_figure(page: GroupPage) -> LoadsFigure:
    """The loads of the answers that differ, as many as are readable. The worst one is always included."""
    profiles = _fold_profiles(
        [
            Profile(
                target=answer.target,
                loads=_loads(page, page.assignments[answer.target]),
                moves=None if answer.target == TODAY else answer.moves,
            )
            for answer in page.answers
            if answer.target in page.assignments
        ]
    )
    drawn = profiles if len(profiles) <= MOST_PROFILES else [*profiles[: MOST_PROFILES - 1], profiles[-1]]
    labels, best = page.labels(), page.today.optimal_loads
    return LoadsFigure(
        group=page.today.group,
        best=None if best is None else tuple(best),
        sound=not page.today.broken,
        members=tuple(labels[member] for member in page.group.member_ids()),
        profiles=tuple(drawn),
        left_out=sum(1 + len(profile.alike) for profile in profiles) - sum(1 + len(profile.alike) for profile in drawn),
    )


def _fold_profiles(profiles: Sequence[Profile]) -> list[Profile]:
    """The profiles with equal loads and moves as one. Today stays separate, because it has moved nothing yet."""
    first: dict[tuple[tuple[int, ...], int | None], list[Profile]] = {}
    for profile in profiles:
        # Bars without names are in the order of their heights.
        loads = profile.loads if len(profile.loads) <= FEW else tuple(sorted(profile.loads))
        first.setdefault((loads, profile.moves), []).append(profile)
    return [replace(lead, alike=tuple(other.target for other in others)) for lead, *others in first.values()]


def _loads(page: GroupPage, assignment: Assignment) -> tuple[int, ...]:
    return tuple(sum(len(ids) for ids in assignment.get(member, {}).values()) for member in page.group.member_ids())


def _excess(answer: AuditRow) -> int:
    return (answer.sum_of_squares or 0) - (answer.optimal_sum_of_squares or 0)


def _moves_figure(
    today: AuditRow, spots: Sequence[TradePoint], reachable: tuple[tuple[int, int], ...]
) -> TradeFigure | BarsFigure:
    if any(spot.excess for spot in spots):
        return trade_figure(today.group, today.optimal_moves or 0, spots, reachable)
    others = sorted((spot for spot in spots if spot.target != TODAY), key=lambda spot: (spot.moves, spot.target))
    name = shorten(today.group, 40)
    title = f"{name}: all comparable answers have the best balance without moves"
    if others and others[-1].moves:
        most = others[-1]
        title = f"{name}: all answers have the best balance; {most.target} makes {quantity(most.moves, 'move')}"
    return totals_figure(
        title,
        "moves (partitions that change their owner)",
        [(spot.target, spot.moves) for spot in others],
        today.optimal_moves,
    )
