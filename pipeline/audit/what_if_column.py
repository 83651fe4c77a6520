"""The column `what_if` of the audit table: the cost of one change, for each group and target."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.formats.codec import Small
from kafka_assay.assignors.interface import AssignorFailed, Target
from kafka_assay.assignors.model import Group
from kafka_assay.pipeline.whatif.change import Change, plan_change
from kafka_assay.pipeline.whatif.present import is_present
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


def what_if_cell(target: Target, group: Group, change: Change) -> WhatIfCell:
    """The cell of this target and group."""
    try:
        planned = plan_change(group, change)
        outcome = find_outcome(target, group, planned, present=is_present(target, group))
    except AssayError as wrong:
        return WhatIfCell(error=str(wrong), impossible=True)
    except AssignorFailed as failed:
        return WhatIfCell(error=str(failed))
    return WhatIfCell(
        moved=outcome.moved,
        ownerless=outcome.ownerless,
        interrupted=outcome.interrupted,
        stops=outcome.stops,
        rounds=len(outcome.rounds),
        switch=outcome.switch,
        loads=sorted(outcome.loads.values()),
    )


def impossible_changes(results: Path) -> tuple[int, str]:
    """The number of groups in which the change is impossible, and one reason ("" if there is none)."""
    import pyarrow.dataset as ds

    columns = {"index": ds.field("index"), "error": ds.field("what_if", "error")}
    table = ds.dataset(results, format="parquet").to_table(columns=columns, filter=ds.field("what_if", "impossible"))
    return len(set(table["index"].to_pylist())), next(iter(table["error"].to_pylist()), "")
