"""Small campaigns for the tests, and misbehaving targets."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa

from kafka_assay.pipeline.campaign.campaign_row import TIME_COLUMNS, CampaignRow
from kafka_assay.pipeline.campaign.campaign_work import CampaignWork
from kafka_assay.pipeline.campaign.plan import CampaignPlan, plan_campaign, write_plan
from kafka_assay.pipeline.campaign.stretches import committed_rows
from kafka_assay.pipeline.campaign.summary import read_summary

TARGETS = ("range", "cooperative-sticky")


def small_plan(
    folder: Path | None = None,
    *,
    targets: tuple[str, ...] = TARGETS,
    groups: int = 40,
    stretch: int = 15,
    laws: str = "default",
    families: tuple[str, ...] = (),
) -> CampaignPlan:
    """A campaign of few groups in several stretches, written into `folder` if there is one."""
    asked: dict[str, Any] = {"families": families, "laws": laws, "seed": 3, "call_timeout": 5.0}
    plan = plan_campaign(targets, cases=groups * len(targets), stretch=stretch, **asked)
    if folder is not None:
        folder.mkdir(exist_ok=True)
        write_plan(plan, folder)
    return plan


def rows_of(folder: Path, plan: CampaignPlan) -> list[dict[str, object]]:
    """The committed rows without times, in the order of cases and targets."""
    table: pa.Table = committed_rows(folder, plan).to_table().drop_columns([*TIME_COLUMNS, "stretch"])
    rows: list[dict[str, object]] = table.sort_by([("case", "ascending"), ("target", "ascending")]).to_pylist()
    return rows


def digests_of(folder: Path) -> list[dict[str, Any]]:
    """The digest of each target."""
    table = read_summary(folder, "digests")
    assert table is not None
    found: list[dict[str, Any]] = table.sort_by("target").to_pylist()
    return found


def judged_cases(plan: CampaignPlan, numbers: Sequence[int]) -> list[CampaignRow]:
    """The rows of these cases, from targets that are closed afterwards."""
    work = CampaignWork(plan)
    opened = work.open()
    try:
        return work.do(opened, numbers)
    finally:
        work.close(opened)


HOST = """
import json, os, sys

def reply(document):
    print(json.dumps(document), flush=True)

reply({"format": "assay-host/1", "implementation": "mine", "version": "1", "assignors": ["x"]})
for line in sys.stdin:
    question = json.loads(line)
    group = question["group"]
    members = [member["id"] for member in group["members"]]
    if len(members) == 3 and WHEN == "before":
        os._exit(3)
    reply({"id": question["id"], "assignment": {member: {} for member in members}})
    if WHEN == "always" or len(members) == {"after": 3, "after one": 1}.get(WHEN):
        os._exit(3)
"""


def host_target(folder: Path, when: str) -> str:
    """A host that answers nothing useful, and dies before or after some answers, or after each one."""
    script = folder / "host.py"
    script.write_text(HOST.replace("WHEN", repr(when)))
    return f"exec:{shlex.join([sys.executable, str(script)])}"
