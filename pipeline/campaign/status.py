"""The status of a campaign, finished or running: `assay-campaign-status/1`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kafka_assay.pipeline.campaign.alarm_kinds import unseen_share
from kafka_assay.pipeline.campaign.plan import CampaignPlan, code_version
from kafka_assay.pipeline.campaign.statements import KINDS, STATEMENTS
from kafka_assay.pipeline.campaign.stretches import committed_pairs, committed_stretches, read_sittings
from kafka_assay.pipeline.campaign.summary import read_summary, summarise_here, summarised_pairs
from kafka_assay.pipeline.campaign.unexercised import Unexercised, find_unexercised
from kafka_assay.properties.records.typed_record import write_record

FORMAT = "assay-campaign-status/1"


@dataclass(frozen=True, slots=True, kw_only=True)
class CampaignStatus:
    """What is done of a campaign, and the kinds of alarm so far."""

    done: int
    """Pairs that are committed."""
    cases: int
    """Pairs of the campaign."""
    rate: float
    """Pairs a second, over all sittings."""
    kinds: tuple[dict[str, Any], ...]
    """
    The kinds of alarm. Once the campaign is summarised: those that differ most first, declared failures last. Before:
    the most frequent first.
    """
    unseen: float
    """How likely the next pair shows a new kind of alarm, without declared failures (Good and Turing)."""
    is_current: bool
    """Whether the summaries cover all that is done."""
    unexercised: tuple[Unexercised, ...] | None = None
    """
    What the campaign never exercised, silent entries first. Missing as long as the campaign is not finished and
    summarised, and under other code.
    """

    def document(self) -> dict[str, Any]:
        """The status as `assay-campaign-status/1`."""
        unknown = ("unexercised",) if self.unexercised is None else ()
        return {"format": FORMAT, **write_record(self, "is_current", *unknown)}


def campaign_status(folder: Path, plan: CampaignPlan) -> CampaignStatus:
    """
    The status of the campaign in `folder`. Raises `AssayError` if its rows or its summary are damaged.

    The kinds come from the summary if it covers all rows, and are otherwise counted now, without files of cases.
    """
    done = committed_pairs(plan, committed_stretches(folder, plan))
    summary = read_summary(folder, KINDS)
    is_current = summary is not None and summarised_pairs(summary) == done
    if summary is not None and is_current:
        rows = summary.sort_by("rank").to_pylist()
    else:
        rows = summarise_here(folder, plan, {KINDS: STATEMENTS[KINDS]})[KINDS].to_pylist() if done else []
    kinds = tuple(
        {
            **{name: row[name] for name in ("target", "law", "family", "cause", "declared", "count", "of")},
            "interval": [row["low"], row["high"]],
            "number": row["case"],
            "case": row.get("file"),
        }
        for row in rows
    )
    unexercised = None
    if is_current and done == plan.pairs:
        rates, times = (read_summary(folder, name) for name in ("rates", "seconds"))
        if rates is not None and times is not None and plan.code == code_version():
            unexercised = tuple(find_unexercised(plan, rates.to_pylist(), times.to_pylist()))
    sittings = read_sittings(folder)
    seconds = sum(one.seconds for one in sittings)
    return CampaignStatus(
        done=done,
        cases=plan.pairs,
        rate=round(sum(one.pairs for one in sittings) / seconds, 3) if seconds else 0.0,
        kinds=kinds,
        unseen=unseen_share([kind["count"] for kind in kinds if not kind["declared"]], done),
        is_current=is_current,
        unexercised=unexercised,
    )
