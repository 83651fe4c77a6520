"""The status of a campaign, finished or running: `assay-campaign-status/1`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kafka_assay.pipeline.campaign.alarms.alarm_kinds import unseen_share
from kafka_assay.pipeline.campaign.alarms.cause import DECLARED
from kafka_assay.pipeline.campaign.plan import CampaignPlan
from kafka_assay.pipeline.campaign.run_record import read_runs
from kafka_assay.pipeline.campaign.stretches import committed_pairs, committed_rows, committed_stretches
from kafka_assay.pipeline.campaign.summaries.rates import share_interval
from kafka_assay.pipeline.campaign.summaries.summary import KINDS, read_summary, summarised_pairs

if TYPE_CHECKING:
    import pyarrow as pa

FORMAT = "assay-campaign-status/1"


@dataclass(frozen=True, slots=True, kw_only=True)
class CampaignStatus:
    """What is done of a campaign, and the kinds of alarm so far. `is_current`: the summaries cover all that is done."""

    done: int
    cases: int
    rate: float
    kinds: tuple[dict[str, Any], ...]
    unseen: float
    is_current: bool

    def document(self) -> dict[str, Any]:
        """The status as `assay-campaign-status/1`."""
        return {
            "format": FORMAT,
            "done": self.done,
            "cases": self.cases,
            "rate": self.rate,
            "kinds": list(self.kinds),
            "unseen": self.unseen,
        }


def campaign_status(folder: Path, plan: CampaignPlan) -> CampaignStatus:
    """
    The status of the campaign in `folder`. Raises `AssayError` if its rows are damaged.

    The kinds come from the summary if it covers all rows, and are otherwise counted now, without cases.
    """
    done = committed_pairs(plan, committed_stretches(folder, plan))
    summary = read_summary(folder, KINDS)
    is_current = summary is not None and summarised_pairs(summary) == done
    if summary is not None and is_current:
        kinds = tuple(map(_kind_of_summary, summary.sort_by("rank").to_pylist()))
    else:
        kinds = tuple(_count_kinds(folder, plan)) if done else ()
    runs = read_runs(folder)
    seconds = sum(run["seconds"] for run in runs)
    return CampaignStatus(
        done=done,
        cases=plan.pairs,
        rate=round(sum(run["pairs"] for run in runs) / seconds, 3) if seconds else 0.0,
        kinds=kinds,
        unseen=unseen_share([kind["count"] for kind in kinds], done),
        is_current=is_current,
    )


def _kind_of_summary(row: dict[str, Any]) -> dict[str, Any]:
    return _kind(
        (row["target"], row["law"], row["family"], row["cause"]), row["count"], row["of"], row["case"], row["file"]
    )


def _kind(key: tuple[str, str, str, str], count: int, of: int, number: int, file: str | None) -> dict[str, Any]:
    target, law, family, cause = key
    return {
        "target": target,
        "law": law,
        "family": family,
        "cause": cause,
        "declared": cause == DECLARED,
        "count": count,
        "of": of,
        "interval": list(share_interval(count, of)),
        "number": number,
        "case": file,
    }


def _count_kinds(folder: Path, plan: CampaignPlan) -> Iterator[dict[str, Any]]:
    """The kinds in the rows on disk, the most frequent first; declared ones last."""
    asked: Counter[tuple[str, str, str]] = Counter()
    counts: Counter[tuple[str, str, str, str]] = Counter()
    first: dict[tuple[str, str, str, str], int] = {}
    for batch in committed_rows(folder, plan).to_batches(columns=["case", "target", "family", "asked", "broken"]):
        asked.update(_counted_laws(batch))
        for key, number in _alarms_in(batch):
            counts[key] += 1
            first[key] = min(number, first.get(key, number))
    for key in sorted(counts, key=lambda key: (key[3] == DECLARED, -counts[key], key)):
        target, law, family, _ = key
        yield _kind(key, counts[key], asked[target, law, family], first[key], None)


def _counted_laws(batch: pa.RecordBatch) -> dict[tuple[str, str, str], int]:
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


def _alarms_in(batch: pa.RecordBatch) -> Iterable[tuple[tuple[str, str, str, str], int]]:
    import pyarrow.compute as pc

    broken = batch.filter(pc.greater(pc.list_value_length(batch["broken"]), 0))
    for row in broken.select(["case", "target", "family", "broken"]).to_pylist():
        for one in row["broken"]:
            yield (row["target"], one["law"], row["family"], one["cause"]), row["case"]
