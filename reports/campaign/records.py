"""The records of a campaign read back, and the lines about one that runs."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kafka_assay.assignors.errors import AssayError
from kafka_assay.pipeline.campaign.plan import PLAN, CampaignPlan, read_plan
from kafka_assay.pipeline.campaign.run_record import read_runs
from kafka_assay.pipeline.campaign.statements import KINDS, STATEMENTS
from kafka_assay.pipeline.campaign.status import CampaignStatus
from kafka_assay.pipeline.campaign.stretches import committed_pairs, committed_stretches
from kafka_assay.pipeline.campaign.summary import read_summary, summarised_pairs
from kafka_assay.pipeline.campaign.unexercised import Unexercised
from kafka_assay.reports.wording.words import quantity, series


@dataclass(frozen=True, slots=True, kw_only=True)
class CampaignRecords:
    """A summarised campaign: its plan, its sittings, and each summary as rows."""

    folder: Path
    plan: CampaignPlan
    pairs: int
    runs: tuple[dict[str, Any], ...]
    tables: dict[str, list[dict[str, Any]]] = field(hash=False)

    def by_target(self, name: str) -> dict[str, dict[str, Any]]:
        """The rows of a distribution over all families, by target."""
        return {row["target"]: row for row in self.tables[name] if row["family"] is None}


def read_campaign(folder: Path) -> CampaignRecords | None:
    """The campaign in `folder`; None if there is none. Raises `AssayError` if it is damaged or not summarised."""
    if not (folder / PLAN).exists():
        return None
    plan = read_plan(folder)
    kinds = read_summary(folder, KINDS)
    if kinds is None:
        done = committed_pairs(plan, committed_stretches(folder, plan))
        raise AssayError(
            f"{folder}: not summarised yet, {done:,} of {plan.pairs:,} pairs are judged: assay campaign resume {folder}"
        )
    found = {name: read_summary(folder, name) for name in STATEMENTS}
    missing = [name for name, table in found.items() if table is None]
    if missing:
        raise AssayError(f"{folder}: damaged: no summary {', '.join(missing)}: assay campaign resume {folder}")
    tables = {name: table.to_pylist() for name, table in found.items() if table is not None}
    tables[KINDS].sort(key=lambda row: int(row["rank"]))
    return CampaignRecords(
        folder=folder, plan=plan, pairs=summarised_pairs(kinds), runs=tuple(read_runs(folder)), tables=tables
    )


SHOWN = 10
"""The number of kinds that the terminal shows."""


def status_lines(status: CampaignStatus, plan: CampaignPlan, folder: Path) -> Iterator[str]:
    """What is done, the kinds of alarm that differ most, and what to do next."""
    share = 100 * status.done / status.cases
    rate = f", {status.rate:,.0f} pairs/s" if status.rate else ""
    yield (
        f"{status.done:,} of {status.cases:,} pairs ({share:.0f} %){rate}: {quantity(plan.groups, 'group')}, each put "
        f"to {quantity(len(plan.targets), 'target')}, seed {plan.seed}"
    )
    open_kinds = [kind for kind in status.kinds if not kind["declared"]]
    declared = len(status.kinds) - len(open_kinds)
    if status.done:
        more = f" and {quantity(declared, 'kind')} of declared failures" if declared else ""
        yield (
            f"{quantity(len(open_kinds), 'kind')} of alarm{more}. The next 1,000 pairs show about "
            f"{1000 * status.unseen:.1f} new kinds (Good-Turing)."
        )
    for kind in open_kinds[:SHOWN]:
        yield from _kind_lines(kind, plan, folder)
    if len(open_kinds) > SHOWN:
        yield f"... and {len(open_kinds) - SHOWN:,} more kinds: assay report {folder}, or --json"
    if status.done < status.cases:
        yield f"Not finished: assay campaign resume {folder}"
    elif not status.is_current:
        yield f"Not summarised: assay campaign resume {folder}"


def unexercised_line(found: Sequence[Unexercised]) -> str:
    """
    One line that names what a campaign never exercised, marked with ✗ where it is silent.

    >>> unexercised_line([Unexercised(family="racks", reason="no such group", groups=212, silent=True)])
    'Never exercised: ✗ family racks (no such group in 212 groups).'
    """
    return f"Never exercised: {series([_unexercised(one) for one in found])}."


def _unexercised(one: Unexercised) -> str:
    parts = {"law": one.law, "target": one.target, "family": one.family}
    named = " in ".join(f"{kind} {name}" for kind, name in parts.items() if name is not None)
    groups = f" in {quantity(one.groups, 'group')}" if one.groups else ""
    return f"{'✗ ' if one.silent else ''}{named} ({one.reason}{groups})"


def _kind_lines(kind: dict[str, Any], plan: CampaignPlan, folder: Path) -> Iterator[str]:
    cause = f": {kind['cause']}" if kind["cause"] else ""
    low, high = kind["interval"]
    yield (
        f"✗ {kind['target']} {kind['law']} ({kind['family']}){cause}: {kind['count']:,} of {kind['of']:,} "
        f"({100 * low:.3g} to {100 * high:.3g} %)"
    )
    yield f"  {replay_command(kind, plan, folder)}"


def replay_command(kind: dict[str, Any], plan: CampaignPlan, folder: Path) -> str:
    """The command that repeats the case of a kind of alarm, or its first group where no case was kept."""
    like = ["--like", plan.given_like] if plan.given_like else []
    if kind["case"] is not None:
        which = ["--case", str(folder / kind["case"])]
    else:
        which = ["--law", kind["law"], "--case", f"{folder}:{kind['number']}"]
    return shlex.join(["assay", "check", kind["target"], *like, *which])
