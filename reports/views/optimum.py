"""The optimum of one group, by partitions or by weight, and its frontier: as data, and as blocks."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.ownership import loads, stickiness, valid_owners
from kafka_assay.oracle.frontier import FrontierPoint
from kafka_assay.oracle.optimum import Optimum
from kafka_assay.oracle.third_level import ThirdLevel
from kafka_assay.oracle.weighted.weights import WeightedFigures, WeightedOptimum, member_weights, weights_of
from kafka_assay.pipeline.audit.answer_figures import captured_assignment
from kafka_assay.properties.measures.subscriptions import count_assignable
from kafka_assay.properties.records.typed_record import write_record
from kafka_assay.reports.frontier import FrontierReport
from kafka_assay.reports.group_tables import member_blocks
from kafka_assay.reports.render.blocks import Block, Code, Column, Lines, Table, TextLine, table_of
from kafka_assay.reports.views.judgement import assumption_lines
from kafka_assay.reports.wording.safe_names import shorten
from kafka_assay.reports.wording.words import WEIGHT_WORDS, load_list, quantity

MOST_ROWS = 24
"""The most points listed for people. Data and picture have all."""
SAID = {
    "topic-spread": "squared loads per topic and member {:,}",
    "host-spread": "squared loads of hosts {:,}",
    "rack-match": "rack matches {:,}",
}


def optimum_document(optimum: Optimum, level: ThirdLevel | None = None) -> dict[str, Any]:
    """The optimum as `assay-optimum/1`, with `then` if a third level was requested."""
    then = {} if level is None else {"then": write_record(level)}
    return {"format": "assay-optimum/1", **write_record(optimum), **then}


def optimum_blocks(
    group: Group, optimum: Optimum, level: ThirdLevel | None = None, frontier: FrontierReport | None = None
) -> list[Block]:
    """The result in one line, who gets what, and the frontier if it was asked for."""
    return [
        _headline(optimum, level),
        *_plan_blocks(group, optimum.assignment),
        *([] if frontier is None else frontier_blocks(group, frontier)),
    ]


def _headline(optimum: Optimum, level: ThirdLevel | None) -> str:
    """Loads from the highest down, moves, a third level if requested, and how certain they are."""
    moves = quantity(optimum.moves, "move")
    then = "" if level is None else f", then {SAID[level.by].format(level.value)}, {level.status}"
    return f"loads {load_list(optimum.loads)}, {moves}, {optimum.status}{then}"


def _plan_blocks(group: Group, plan: Assignment, figures: Mapping[str, Mapping[str, str]] | None = None) -> list[Block]:
    """The table of a plan, and the assumptions about the group; `figures` are more columns."""
    shown = member_blocks(group, plan, f"optimum of {group.name or 'the group'}", figures)
    return [*shown, Lines(tuple(assumption_lines(group.assumptions)))]


def weighted_document(group: Group, optimum: WeightedOptimum) -> dict[str, Any]:
    """The weighted optimum as `assay-optimum/1`, with the solver's status and the bounds."""
    counts = sorted(loads(group, optimum.assignment).values())
    kept, moves = stickiness(valid_owners(group), optimum.assignment)
    today, best = weights_of_members(group, optimum)
    return {
        "format": "assay-optimum/1",
        "engine": "cp-sat" if optimum.certificate is None else "flow",
        "status": optimum.status,
        "loads": counts,
        "sum_of_squares": sum(load * load for load in counts),
        "moves": moves,
        "kept": kept,
        "assignment": optimum.assignment,
        "certificate": optimum.certificate,
        "weighted": {
            "by": optimum.by,
            **_figures_document(optimum.figures),
            "bound": _figures_document(optimum.bound),
            "gap": _figures_document(optimum.gap),
            "r_score": json_number(optimum.r_score),
            "grain": None if optimum.grain is None else json_number(optimum.grain),
            "today": {
                "max": json_number(max(today.values(), default=Fraction(0))),
                "sum_of_squares": json_number(_squares(today)),
            },
            "members": {
                member: {"today": json_number(weight), "best": json_number(best[member])}
                for member, weight in today.items()
            },
        },
    }


def weights_of_members(group: Group, optimum: WeightedOptimum) -> tuple[dict[str, Fraction], dict[str, Fraction]]:
    """The weight of each member today, and with the optimum."""
    weights = weights_of(group, optimum.by)
    return (
        member_weights(group, weights, captured_assignment(group)),
        member_weights(group, weights, optimum.assignment),
    )


def weighted_blocks(group: Group, optimum: WeightedOptimum) -> list[Block]:
    """The three levels, each with its certainty; how exact they are; the levels today; and who gets what."""
    names = ("heaviest member", "sum of squares", "moved")
    levels = zip(names, optimum.figures.sort_key(), optimum.bound.sort_key(), strict=True)
    found = ", ".join(f"{name} {_short_number(found)}{_bound_text(found, bound)}" for name, found, bound in levels)
    lines = [f"{found}, R-score {float(optimum.r_score):.3g}: {optimum.status}"]
    if optimum.grain is not None:
        lines.append(f"The solver counted in units of {_short_number(optimum.grain)}. Figures and bounds are exact.")
    today, best = weights_of_members(group, optimum)
    most = _short_number(max(today.values(), default=Fraction(0)))
    lines.append(f"today: heaviest member {most}, sum of squares {_short_number(_squares(today))}")
    word, meaning = WEIGHT_WORDS[optimum.by]
    columns = {
        f"{word} {when}": {member: _short_number(weight) for member, weight in one.items()}
        for when, one in (("today", today), ("best", best))
    }
    says = f"{word}: {meaning}, today and with the best plan. load, kept, gained, lost: partitions with the best plan."
    return [Lines(tuple(map(TextLine, lines))), *_plan_blocks(group, optimum.assignment, columns), says]


def _squares(weights: Mapping[str, Fraction]) -> Fraction:
    return sum((weight * weight for weight in weights.values()), Fraction(0))


def _figures_document(figures: WeightedFigures) -> dict[str, int | float]:
    return {
        "max": json_number(figures.most),
        "sum_of_squares": json_number(figures.squares),
        "moved": json_number(figures.moved),
    }


def json_number(value: Fraction) -> int | float:
    """
    A fraction as a JSON number: an integer if it is whole or too large for a float.

    >>> json_number(Fraction(6, 2)), json_number(Fraction(7, 2))
    (3, 3.5)
    """
    try:
        return int(value) if value.denominator == 1 else float(value)
    except OverflowError:
        return int(value)


def _bound_text(found: Fraction, bound: Fraction) -> str:
    if found == bound:
        return ""
    if found > 2 * bound:
        return f" (at least {_short_number(bound)})"
    return f" (at most {float(found / bound - 1):.2g} above)"


def _short_number(value: Fraction) -> str:
    plain = json_number(value)
    return f"{plain:.6g}" if isinstance(plain, float) and abs(plain) >= 10**15 else f"{plain:,}"


def frontier_blocks(group: Group, report: FrontierReport) -> list[Block]:
    """The finding, both ends, the targets without a point; the requested plan, the points, and the targets."""
    size = f"{quantity(len(group.members), 'member')}, {quantity(count_assignable(group), 'partition')}"
    sums = f"{report.sticky.sum_of_squares:,} without moves (sticky yet fair), {report.fair.sum_of_squares:,} at best"
    lines = [
        f"{shorten(report.group, 60)}: {report.finding}.",
        f"{size}. Sum of squared loads: {sums} (fair yet sticky).",
        *(f"{one.target} has no point: {one.why}" for one in report.left_out),
    ]
    within: list[Block] = []
    if (plan := report.plan) is not None:
        found = f"sum of squared loads {plan.sum_of_squares:,}, {quantity(plan.moves, 'move')}"
        within = member_blocks(group, plan.assignment, f"With at most {quantity(plan.allowed, 'move')}: {found}")
    return [
        Lines(tuple(map(TextLine, lines))),
        *within,
        _points_table(report),
        *([_targets_table(report)] if report.assignors else []),
    ]


def _points_table(report: FrontierReport) -> Table:
    """The points, with the assignors there."""
    at: dict[tuple[int, int], list[str]] = {}
    for spot in report.assignors:
        at.setdefault((spot.moves, spot.sum_of_squares), []).append(spot.target)
    points, best = _thin_out(report.points), report.fair.sum_of_squares
    cut = (
        f": {len(points)} of {len(report.points):,}. --json lists them all" if len(points) < len(report.points) else ""
    )
    titles = "moves", "sum of squares", "above best"
    columns = *(Column(title, numeric=True) for title in titles), Column("assignors")
    rows = (
        (moves, squares, squares - best, ", ".join(at.get((moves, squares), [])))
        for moves, squares in ((point.moves, point.sum_of_squares) for point in points)
    )
    return table_of(f"Points of the frontier{cut}", columns, rows)


def _targets_table(report: FrontierReport) -> Table:
    """The targets, the best balance first."""
    titles = "moves", "sum of squares", "fewest moves for this balance", "best balance with these moves"
    columns = Column("target"), *(Column(title, numeric=True) for title in titles)
    rows = (
        (Code(one.target), one.moves, one.sum_of_squares, one.needed_moves, one.least_sum_of_squares)
        for one in sorted(report.assignors, key=lambda spot: (spot.sum_of_squares, spot.moves, spot.target))
    )
    return table_of("Targets", columns, rows)


def _thin_out(points: tuple[FrontierPoint, ...]) -> list[FrontierPoint]:
    """Both ends and points spread between them, at most `MOST_ROWS`."""
    if len(points) <= MOST_ROWS:
        return list(points)
    return [points[round(row * (len(points) - 1) / (MOST_ROWS - 1))] for row in range(MOST_ROWS)]
