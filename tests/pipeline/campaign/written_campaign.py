"""A summarised campaign of a reference and a release, written by hand and without its rows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa

from kafka_assay.pipeline.campaign.plan import CampaignPlan, PlannedTarget, write_plan
from kafka_assay.pipeline.campaign.statements import KINDS
from kafka_assay.pipeline.campaign.stretches import Sitting, write_sitting
from kafka_assay.pipeline.campaign.summary import write_summaries

RELEASE = "kafka-python==3.0.12:roundrobin"
TARGETS = ("range", RELEASE)
GROUPS = 40

_FIGURES = {"pairs": 39, "above_zero": 4, "mean": 0.5, "p50": 0.0, "p90": 1.0, "p99": 6.0, "p999": 8.0, "max": 8.0}
_SPREADS: list[dict[str, Any]] = [
    {"target": target, "family": family, **_FIGURES} for target in TARGETS for family in (None, "clean")
]
_COUNTS = {"pairs": GROUPS, "refused": 0, "unanswered": 0, "alarmed": 0}
_RATE = {"family": "clean", "of": 20, "broken": 0, "declared": 0, "undecided": 0}
_KIND = {
    "family": "clean", "cause": "", "declared": False, "count": 1, "of": 20, "members": 2, "partitions": 2,
    "file": None,
}  # fmt: skip
_GAP = {"measure": "balance gap", "value": 8.0, "family": "clean", "members": 2, "partitions": 2}


def _kind(law: str, case: int, **more: object) -> dict[str, Any]:
    return {**_KIND, "target": RELEASE, "rank": case, "law": law, "case": case, **more}


TABLES: dict[str, list[dict[str, Any]]] = {
    "targets": [
        {"target": "range", **_COUNTS},
        {"target": RELEASE, **_COUNTS, "refused": 10, "unanswered": 3, "alarmed": 6},
    ],
    "rates": [
        {"target": "range", "law": "one-owner-each", **_RATE, "broken": 2, "declared": 2},
        {"target": RELEASE, "law": "one-owner-each", **_RATE, "broken": 2, "undecided": 1},
        {"target": RELEASE, "law": "one-owner-each", **_RATE, "family": "racks", "broken": 1},
        {"target": RELEASE, "law": "returns-an-answer", **_RATE, "broken": 3},
    ],
    "gaps": _SPREADS,
    "moves": _SPREADS[:2],
    "rounds": _SPREADS,
    "seconds": _SPREADS,
    "worst": [
        {"target": RELEASE, "rank": 1, "case": 17, **_GAP},
        {"target": RELEASE, "rank": 2, "case": 9, **_GAP},
    ],
    "pairs": [
        {
            "base": "p==1:x", "candidate": "p==2:x", "measure": "law:one-owner-each", "pairs": 40, "worse": 3,
            "better": 0, "worse_case": 9, "better_case": None,
        }
    ],
    "digests": [{"target": one, "answers": one == "range", "pairs": GROUPS, "digest": "00-11"} for one in TARGETS],
    KINDS: [
        _kind("one-owner-each", 5, cause="three-claimants", members=9),
        _kind("one-owner-each", 6, file="cases/a.json"),
        _kind("one-owner-each", 7, family="racks"),
        _kind("returns-an-answer", 8, cause="KeyError: '...'", count=2),
        _kind("returns-an-answer", 9, cause="hang: no answer within # s"),
        {**_kind("one-owner-each", 1), "target": "range", "cause": "declared", "declared": True, "count": 2},
    ],
}  # fmt: skip


def write_campaign(folder: Path, *, pairs: int = GROUPS * len(TARGETS), targets: tuple[str, ...] = TARGETS) -> Path:
    """Write the campaign into `folder`, with summaries of so many pairs."""
    folder.mkdir(parents=True, exist_ok=True)
    plan = CampaignPlan(
        seed=3,
        cases=GROUPS * len(targets),
        targets=tuple(PlannedTarget(target=one, version="1", like=None, repeats=True) for one in targets),
        families=("clean", "racks"),
        laws="default",
        code="0.2.0+0123",
        call_timeout=5.0,
        stretch=GROUPS,
        command=("assay", "campaign", "run", folder.name),
    )
    write_plan(plan, folder)
    write_summaries(folder, {name: pa.Table.from_pylist(rows) for name, rows in TABLES.items()}, pairs)
    (folder / "cases").mkdir()
    (folder / "cases" / "a.json").write_text('{"explanation": "t0-0 has two owners."}')
    sitting = Sitting(begun="2026-01-02T03:04:05+00:00", master="loop", cores=1, pairs=pairs, versions={"python": "3"})
    write_sitting(sitting, folder / "runs" / "0.json")
    return folder
