"""Tests of rows about targets that crash, hang, differ each time, or fail after an answer."""

from __future__ import annotations

import shlex
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from kafka_assay.assignors.errors import AssayError, TargetGone
from kafka_assay.assignors.hosted.targets import open_target
from kafka_assay.assignors.model import group_of
from kafka_assay.pipeline.campaign import campaign_work
from kafka_assay.pipeline.campaign.campaign_row import CampaignRow
from kafka_assay.pipeline.campaign.campaign_work import CampaignTarget, CampaignWork, judge_cases
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.runner.run import run
from kafka_assay.properties.trials.trial import Trial
from kafka_assay.properties.verdict import Kept
from tests.assignors.hosted.late import ENDLESS, LATE_ONCE, MARKER
from tests.pipeline.campaign.campaigns import judged_cases, small_plan

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


def judged_rows(target: str, groups: int = 30) -> list[CampaignRow]:
    plan = small_plan(targets=(target,), groups=groups, stretch=groups, families=("clean",))
    return judged_cases(plan, range(groups))


@pytest.mark.parametrize("when", ["before", "after"])
def test_crash_is_an_alarm_of_its_own_group_only(when: str, tmp_path: Path) -> None:
    """A failure after the answer has a cause of its own. A target without an answer has no figures."""
    rows = judged_rows(host_target(tmp_path, when))

    crashes = {row.case: one.cause for row in rows for one in row.broken if one.law == "returns-an-answer"}
    silent = [row for row in rows if row.error]
    assert crashes.keys() == {row.case for row in rows if row.members == 3}
    assert crashes
    assert {f"crash: the process ended with exit code #{', after the answer' if when == 'after' else ''}"} == set(
        crashes.values()
    )
    assert bool(silent) is (when == "before")
    assert {None} >= {row.sum_of_squares for row in silent} | {row.rounds for row in silent}


def test_failure_after_the_last_answer_of_a_batch_is_noticed(tmp_path: Path) -> None:
    plan = small_plan(targets=(host_target(tmp_path, "after"),), groups=40, stretch=40, families=("clean",))
    last = next(number for number in range(40) if len(plan.example(number).members) == 3)  # type: ignore[union-attr]

    (row,) = judged_cases(plan, [last])

    assert "returns-an-answer" in {one.law for one in row.broken}


@pytest.mark.parametrize(("target", "call_timeout", "hung"), [(LATE_ONCE, 1.0, False), (ENDLESS, 0.2, True)])
def test_hang_is_an_alarm_and_a_late_answer_is_none(
    target: str, call_timeout: float, hung: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The plan is made with another target, because planning asks questions too."""
    monkeypatch.setenv(MARKER, str(tmp_path / "marker"))
    plan = small_plan(targets=("roundrobin",), groups=3, stretch=3, families=("clean",))
    with closing(open_target(target)) as opened:
        planned = replace(plan.targets[0], target=target, version=opened.version)

    rows = judged_cases(replace(plan, targets=(planned,), call_timeout=call_timeout), range(3))

    assert (tmp_path / "marker").exists()
    assert [(hung, hung, ["returns-an-answer"] if hung else [])] * 3 == [
        (row.hung, row.error is not None, [one.law for one in row.broken]) for row in rows
    ]


def test_late_failures_do_not_depend_on_the_batches(tmp_path: Path) -> None:
    """The host dies after the last question of a batch too, which belongs to no pair."""
    plan = small_plan(targets=(host_target(tmp_path, "after one"),), groups=30, stretch=30, families=("clean",))

    whole = judged_cases(plan, range(30))
    parts = [row for _, rows in run(CampaignWork(plan), range(30), 1, most=5) for row in rows]

    one, other = ([row._replace(seconds=0.0, host_seconds=0.0) for row in rows] for rows in (whole, parts))
    assert one == other


def test_settling_question_is_no_alarm_of_the_next_pair(tmp_path: Path) -> None:
    with closing(CampaignTarget(open_target(host_target(tmp_path, "always")), other_process=False)) as target:
        target.settle()
        target.assign(group_of({"t": 1}, {"a": ["t"]}))

        assert [] == target.take_late_failures()


def test_late_break_of_a_law_that_was_not_decided_counts_as_asked(tmp_path: Path) -> None:
    plan = small_plan(targets=(host_target(tmp_path, "always"),), groups=1, stretch=1, families=("clean",))
    (opened,) = CampaignWork(plan).open()
    opened.laws = ()

    (row,) = judge_cases(plan, [opened], [0])
    opened.close()

    assert ["returns-an-answer"] == list(row.asked) == [one.law for one in row.broken]


def test_target_that_is_gone_at_a_further_question_ends_the_work() -> None:
    """It is neither a break nor a mistake of ours."""

    def vanish(_trial: Trial) -> Kept:
        raise TargetGone("x: the restart failed")

    law = replace(LAW_BY_ID["one-owner-each"], judge=vanish)
    plan = small_plan(targets=("range",), groups=1, stretch=1, families=("clean",))
    (opened,) = CampaignWork(plan).open()
    opened.laws = (law,)

    with pytest.raises(TargetGone):
        judge_cases(plan, [opened], [0])


def test_other_code_on_a_worker_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = small_plan()
    monkeypatch.setattr(campaign_work, "code_version", lambda: "0.1.0+other")

    with pytest.raises(AssayError, match=r"this worker has the code 0\.1\.0\+other, the campaign needs"):
        CampaignWork(plan).open()
