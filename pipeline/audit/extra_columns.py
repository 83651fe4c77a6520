"""The columns that a user asks for: the cost of a change (`what_if`), and how answers balance weights (`weighted`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.formats.assignment_format import assignment_to_json
from kafka_assay.assignors.formats.codec import Small, json_text
from kafka_assay.assignors.interface import AssignorFailed, Target
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.pipeline.whatif.change import Change, plan_change
from kafka_assay.pipeline.whatif.what_if import find_outcome


class WhatIfCell(NamedTuple):
    """The figures of `WhatIfOutcome`, as the column `what_if` holds them."""

    moved: Small | None = None
    ownerless: Small | None = None
    interrupted: Small | None = None
    stops: Small | None = None
    rounds: Small | None = None
    switch: Small | None = None
    loads: Sequence[Small] | None = None
    error: str | None = None
    impossible: bool = False
    comparable: bool = True
    topic_spread: float | None = None
    host_spread: Small | None = None
    moves_range: Sequence[Small] | None = None


def what_if_cell(target: Target, group: Group, change: Change) -> WhatIfCell:
    """The cell of this target and group."""
    try:
        planned = plan_change(group, change)
        outcome = find_outcome(target, group, planned)
    except AssayError as wrong:
        return WhatIfCell(error=str(wrong), impossible=True)
    except AssignorFailed as failed:
        return WhatIfCell(error=str(failed))
    figures = {name: getattr(outcome, name) for name in WhatIfCell._fields if name not in {"error", "impossible"}}
    return WhatIfCell(**figures | {"rounds": len(outcome.rounds), "loads": sorted(outcome.loads.values())})


def impossible_changes(results: Path) -> tuple[int, str]:
    """The number of groups in which the change is impossible, and one reason ("" if there is none)."""
    import pyarrow.dataset as ds

    columns = {"index": ds.field("index"), "error": ds.field("what_if", "error")}
    table = ds.dataset(results, format="parquet").to_table(columns=columns, filter=ds.field("what_if", "impossible"))
    return len(set(table["index"].to_pylist())), next(iter(table["error"].to_pylist()), "")


SECONDS = 2.0
"""The time limit of the search in one group."""
FEW_BYTES = 500_000
"""Up to this size of the input, about a hundred groups, each search has all of that time."""


def seconds_by_work(size: int | None) -> float:
    """
    The time limit for `size` bytes of groups (None: unknown). A tenth of it finds nearly all plans in a large fleet.

    >>> seconds_by_work(90_000), seconds_by_work(1_000_000), seconds_by_work(None)
    (2.0, 1.0, 0.2)
    """
    return SECONDS / 10 if size is None else max(SECONDS / 10, min(SECONDS, SECONDS * FEW_BYTES / (size or 1)))


class WeightCell(NamedTuple):
    """The figures in weights, as the column `weighted` holds them."""

    most: float | None = None
    squares: float | None = None
    moved: float | None = None
    best_most: float | None = None
    best_squares: float | None = None
    best_moved: float | None = None
    status: str | None = None
    error: str | None = None
    by: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WeighingPlan:
    """Which weights an audit balances (`lag` or `weights`), and the time limit for each group."""

    by: str
    seconds: float = SECONDS


def weigh_answers(
    group: Group, answers: Sequence[Assignment | None], plan: WeighingPlan
) -> tuple[list[WeightCell | None], str | None]:
    """
    The cells of the `answers`, today's first, and the best plan found as JSON.

    The plan is never worse than a valid answer. Without weights, only today's cell says so.
    """
    if not group.members:
        return [None] * len(answers), None
    from kafka_assay.oracle.weighted.search import WeightedRequest, solve_weighted
    from kafka_assay.oracle.weighted.weights import plan_figures, weights_of

    try:
        weights = weights_of(group, plan.by)
        hints = [answer for answer in answers if answer is not None]
        best = solve_weighted(group, WeightedRequest(by=plan.by, seconds=plan.seconds), hints)
    except Exception as wrong:  # noqa: BLE001 - one missing plan is a gap in the table, not the end of the audit
        error = str(wrong) if isinstance(wrong, AssayError) else f"no plan: {type(wrong).__name__}: {wrong}"
        return [WeightCell(error=error), *[None] * (len(answers) - 1)], None
    cells: list[WeightCell | None] = [None] * len(answers)
    for place, answer in enumerate(answers):
        if answer is not None:
            most, squares, moved = map(float, plan_figures(group, weights, answer).sort_key())
            cells[place] = WeightCell(most, squares, moved, by=plan.by)
    if cells[0] is not None:
        most, squares, moved = map(float, best.figures.sort_key())
        cells[0] = cells[0]._replace(best_most=most, best_squares=squares, best_moved=moved, status=best.status)
    return cells, json_text(assignment_to_json(best.assignment))


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtraColumns:
    """The `change` of the column `what_if`, and the weights of the column `weighted`. Without them a column is null."""

    change: Change | None = None
    weights: WeighingPlan | None = None


NO_EXTRAS = ExtraColumns()
