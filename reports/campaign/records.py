"""The records of a campaign read back, and the command that repeats a case."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kafka_assay.assignors.errors import AssayError
from kafka_assay.pipeline.campaign.plan import PLAN, CampaignPlan, read_plan
from kafka_assay.pipeline.campaign.run_record import read_runs
from kafka_assay.pipeline.campaign.statements import KINDS, STATEMENTS
from kafka_assay.pipeline.campaign.stretches import committed_pairs, committed_stretches
from kafka_assay.pipeline.campaign.summary import read_summary, summarised_pairs


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


def replay_command(kind: dict[str, Any], plan: CampaignPlan, folder: Path) -> str:
    """The command that repeats the case of a kind of alarm, or its first group where no case was kept."""
    like = ["--like", plan.like] if plan.like else []
    if kind["case"] is not None:
        which = ["--case", str(folder / kind["case"])]
    else:
        which = ["--law", kind["law"], "--case", f"{folder}:{kind['number']}"]
    return shlex.join(["assay", "check", kind["target"], *like, *which])
