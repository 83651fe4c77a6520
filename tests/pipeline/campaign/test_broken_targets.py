"""Tests of rows about targets that crash, hang, differ each time, or fail after an answer."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.pipeline.campaign import case_batches
from kafka_assay.pipeline.campaign.campaign_row import CampaignRow
from kafka_assay.pipeline.campaign.case_batches import close_targets, judge_cases, open_targets
from kafka_assay.pipeline.campaign.drawn_case import draw_case
from tests.pipeline.campaign.campaigns import small_plan

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
    if len(members) == 3 and WHEN == "after":
        os._exit(3)
"""


def host_target(folder: Path, when: str) -> str:
    """A host that answers nothing useful, and dies before or after its answer to three members."""
    script = folder / "host.py"
    script.write_text(HOST.replace("WHEN", repr(when)))
    return f"exec:{shlex.join([sys.executable, str(script)])}"


def judged_rows(target: str, groups: int = 30) -> list[CampaignRow]:
    plan = small_plan(targets=(target,), groups=groups, stretch=groups, families=("clean",))
    try:
        return judge_cases(plan, open_targets(plan), range(groups))
    finally:
        close_targets(plan)


@pytest.mark.parametrize("when", ["before", "after"])
def test_crash_is_an_alarm_of_its_own_group_only(when: str, tmp_path: Path) -> None:
    rows = judged_rows(host_target(tmp_path, when))

    crashed = {row.case for row in rows if any(one.law == "returns-an-answer" for one in row.broken)}
    assert crashed == {row.case for row in rows if row.members == 3}
    assert crashed


def test_failure_after_the_answer_has_a_cause_of_its_own(tmp_path: Path) -> None:
    rows = judged_rows(host_target(tmp_path, "after"))

    causes = {one.cause for row in rows for one in row.broken if one.law == "returns-an-answer"}
    assert {"crash: the process ended with exit code #, after the answer"} == causes
    assert not any(row.error for row in rows)


def test_failure_after_the_last_answer_of_a_batch_is_noticed(tmp_path: Path) -> None:
    plan = small_plan(targets=(host_target(tmp_path, "after"),), groups=40, stretch=40, families=("clean",))
    opened = open_targets(plan)
    last = next(number for number in range(40) if len(draw_case(plan, number).group.members) == 3)

    (row,) = judge_cases(plan, opened, [last])
    close_targets(plan)

    assert "returns-an-answer" in {one.law for one in row.broken}


def test_target_without_an_answer_has_no_figures(tmp_path: Path) -> None:
    rows = judged_rows(host_target(tmp_path, "before"))

    silent = [row for row in rows if row.error]
    assert silent
    assert {None} == {row.sum_of_squares for row in silent} | {row.rounds for row in silent}


def test_other_code_on_a_worker_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = small_plan()
    monkeypatch.setattr(case_batches, "code_version", lambda: "0.1.0+other")

    with pytest.raises(AssayError, match=r"this worker has the code 0\.1\.0\+other, the campaign needs"):
        open_targets(plan)
