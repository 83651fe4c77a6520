"""Count the alarms in a campaign's rows without Spark, while it runs or before it is summarised."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from kafka_assay.pipeline.campaign.campaign_row import RESULTS
from kafka_assay.pipeline.campaign.failures import damaged
from kafka_assay.pipeline.campaign.plan import CampaignPlan
from kafka_assay.pipeline.campaign.stretches import committed_rows

if TYPE_CHECKING:
    import pyarrow as pa

Cell: TypeAlias = "tuple[str, str, str]"
"""Target, law and family."""
KindKey: TypeAlias = "tuple[str, str, str, str]"
"""Target, law, family and cause."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AlarmCounts:
    """How many pairs were `asked` each law, how many `counts` have each kind of alarm, and the `first` such case."""

    asked: Counter[Cell] = field(default_factory=Counter)
    counts: Counter[KindKey] = field(default_factory=Counter)
    first: dict[KindKey, int] = field(default_factory=dict)


def count_alarms(folder: Path, plan: CampaignPlan) -> AlarmCounts:
    """Count the alarms in the committed rows in `folder`. Raises `AssayError` if a file cannot be read."""
    import pyarrow as pa

    found = AlarmCounts()
    try:
        for batch in committed_rows(folder, plan).to_batches(columns=["case", "target", "family", "asked", "broken"]):
            found.asked.update(_asked_laws(batch))
            for key, number in _alarms_in(batch):
                found.counts[key] += 1
                found.first[key] = min(number, found.first.get(key, number))
    except (pa.ArrowException, OSError) as wrong:
        raise damaged(folder / RESULTS, wrong, folder) from None
    return found


def _asked_laws(batch: pa.RecordBatch) -> dict[Cell, int]:
    import pyarrow as pa
    import pyarrow.compute as pc

    places = pc.list_parent_indices(batch["asked"])
    flat = pa.table(
        {
            "target": batch["target"].take(places),
            "law": pc.list_flatten(batch["asked"]),
            "family": batch["family"].take(places),
        }
    )
    counted = flat.group_by(["target", "law", "family"]).aggregate([([], "count_all")])
    return {(row["target"], row["law"], row["family"]): row["count_all"] for row in counted.to_pylist()}


def _alarms_in(batch: pa.RecordBatch) -> Iterator[tuple[KindKey, int]]:
    import pyarrow.compute as pc

    broken = batch.filter(pc.greater(pc.list_value_length(batch["broken"]), 0))
    for row in broken.select(["case", "target", "family", "broken"]).to_pylist():
        for one in row["broken"]:
            yield (row["target"], one["law"], row["family"], one["cause"]), row["case"]
