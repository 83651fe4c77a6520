"""Tests of whole campaigns: what stops them, and that `resume` goes on with nothing lost and nothing twice."""

from __future__ import annotations

import errno
import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from assay.cli import run
from assay.command import ExitCode
from kafka_assay.assignors.errors import AssayError
from kafka_assay.pipeline.campaign import campaign_run, campaign_work, finishing, plan, status, summary
from kafka_assay.pipeline.campaign.campaign_run import CampaignProgress, campaign_lock, resume_campaign, start_campaign
from kafka_assay.pipeline.campaign.plan import CampaignPlan, read_plan, write_plan
from kafka_assay.pipeline.campaign.statements import KINDS, STATEMENTS
from kafka_assay.pipeline.campaign.status import campaign_status
from kafka_assay.pipeline.campaign.stretches import (
    committed_stretches,
    next_run_path,
    read_sittings,
    stretch_folder,
    write_stretch,
)
from kafka_assay.pipeline.campaign.summary import SUMMARY, read_summary, summarise_here
from kafka_assay.pipeline.spark.session import LOG, LOOP, Session
from kafka_assay.properties.strategies.drawn import drawn_example
from tests.pipeline.campaign.campaigns import digests_of, rows_of, small_plan

WATCHED: list[CampaignProgress] = []
"""The progress of the finished campaign."""


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign of 80 pairs that was judged in this process."""
    folder = tmp_path_factory.mktemp("finished")
    small_plan(folder)
    resume_campaign(folder, LOOP, WATCHED.append)
    return folder


@pytest.fixture
def done(finished: Path, tmp_path: Path) -> Path:
    """The same, to be changed by a test."""
    return Path(shutil.copytree(finished, tmp_path / "done"))


@pytest.mark.integration
@pytest.mark.usefixtures("share_spark")
def test_spark_on_two_cores_and_a_loop_give_the_same_digests(
    tmp_path: Path, spark: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    Also of a target in a process of its own, and in a folder of any name: Spark's readers take a path as pattern. The
    log of an earlier failure is removed.
    """
    # The other statements are compared in `test_summaries.py`.
    monkeypatch.setattr(summary, "STATEMENTS", {name: STATEMENTS[name] for name in ("digests", KINDS)})
    folders = {LOOP: tmp_path / "loop", None: tmp_path / "a [1] {b}*?"}
    for master, folder in folders.items():
        small_plan(folder, targets=("cooperative-sticky", "kafka-python:sticky"), groups=40)
        (folder / LOG).write_text("of an earlier failure")
        resume_campaign(folder, master)

    first, second = map(digests_of, folders.values())
    assert first == second
    assert 2 == spark.spark.sparkContext.defaultParallelism
    assert [(True, 40), (True, 40)] == [(one["answers"], one["pairs"]) for one in first]
    assert [False, False] == [(folder / LOG).exists() for folder in folders.values()]


def test_loop_starts_no_spark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not for the summaries and the shrinking either."""
    small_plan(tmp_path, targets=("range",), groups=4, stretch=2)
    monkeypatch.setattr(campaign_run, "session", None)

    resume_campaign(tmp_path, LOOP)

    assert [4] == [one["pairs"] for one in digests_of(tmp_path)]


def test_second_driver_is_refused(tmp_path: Path) -> None:
    plan = small_plan(tmp_path)
    with campaign_lock(tmp_path):
        for second in (lambda: resume_campaign(tmp_path, LOOP), lambda: start_campaign(tmp_path, plan)):
            with pytest.raises(AssayError, match=r"another run of this campaign is going on: wait for it, or end it"):
                second()

    assert [] == committed_stretches(tmp_path, plan)


@pytest.mark.parametrize(
    ("failure", "reason"),
    [
        (KeyboardInterrupt(), ""),
        (OSError(errno.ENOSPC, "No space left on device", "/x/part"), "/x/part: No space left on device"),
        (AssayError("a target is gone"), "a target is gone"),
    ],
)
def test_resume_goes_on_after_a_stop(
    failure: BaseException, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan, failures = small_plan(tmp_path), [failure]

    def write(folder: Path, stretch: int, batches: Any) -> None:
        if stretch == 1 and failures:
            raise failures.pop()
        write_stretch(folder, stretch, batches)

    def first_stretch() -> dict[Path, int]:
        return {path: path.stat().st_mtime_ns for path in stretch_folder(tmp_path, 0).rglob("*")}

    monkeypatch.setattr(campaign_run, "write_stretch", write)
    with pytest.raises((KeyboardInterrupt, AssayError)) as stopped:
        resume_campaign(tmp_path, LOOP)
    before = first_stretch()
    assert [0] == committed_stretches(tmp_path, plan)

    resume_campaign(tmp_path, LOOP)

    assert before == first_stretch()
    assert [number for number in range(40) for _ in plan.targets] == [row["case"] for row in rows_of(tmp_path, plan)]
    assert [30, 50] == [one.pairs for one in read_sittings(tmp_path)]
    if reason:
        way_on = f"30 of 80 pairs are committed, assay campaign resume {tmp_path} goes on"
        assert str(stopped.value) == f"the campaign stopped: {reason}; {way_on}"


@pytest.mark.usefixtures("share_spark")
def test_target_that_a_worker_cannot_open_stops_the_campaign_in_one_line(tmp_path: Path) -> None:
    plan = small_plan(tmp_path)
    write_plan(replace(plan, targets=(replace(plan.targets[0], target="python:missing_module:Mine"),)), tmp_path)

    with pytest.raises(AssayError) as stopped:
        resume_campaign(tmp_path, None)

    message = str(stopped.value)
    assert message.startswith("the campaign stopped: python:missing_module:Mine: ")
    assert f" (Spark's log: {tmp_path / LOG}); 0 of 80 pairs are committed, assay campaign resume" in message
    assert "\n" not in message


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda plan: replace(plan, code="0.1.0+aaaa"), r"planned with the code 0\.1\.0\+aaaa, but this is"),
        (
            lambda plan: replace(plan, targets=(replace(plan.targets[0], version="0.0.1"),)),
            r"range: this worker has \S+, the campaign needs 0\.0\.1; 0 of 80 pairs",
        ),
    ],
)
def test_plan_of_other_code_or_another_version_of_a_target_is_refused(
    change: Callable[[CampaignPlan], CampaignPlan], says: str, tmp_path: Path
) -> None:
    write_plan(change(small_plan(tmp_path)), tmp_path)

    with pytest.raises(AssayError, match=says):
        resume_campaign(tmp_path, LOOP)


def test_stretch_that_the_plan_does_not_have_is_damage(done: Path) -> None:
    stretch_folder(done, 2).rename(stretch_folder(done, 7))

    with pytest.raises(AssayError, match=r"stretch=7: damaged: the plan has only 3 stretches"):
        resume_campaign(done, LOOP)


def test_damaged_file_is_named(done: Path) -> None:
    part = next(stretch_folder(done, 1).rglob("*.parquet"))
    part.write_bytes(b"not Parquet, but long enough to have a footer of some bytes")
    shutil.rmtree(done / SUMMARY)

    with pytest.raises(AssayError, match=r"stretch=1: damaged: [^\n]*part-0\.parquet[^\n]*$"):
        resume_campaign(done, LOOP)
    with pytest.raises(AssayError, match=rf"damaged: [^\n]*part-0\.parquet[^\n]*: assay campaign resume {done}$"):
        campaign_status(done, read_plan(done))


def test_missing_rows_are_damage_that_resume_repairs_once_the_stretch_is_gone(done: Path) -> None:
    before = digests_of(done)
    next(stretch_folder(done, 1).rglob("*.parquet")).unlink()

    with pytest.raises(AssayError, match=r"stretch=1: damaged: 15 rows, expected 30; delete this folder"):
        resume_campaign(done, LOOP)
    shutil.rmtree(stretch_folder(done, 1))
    resume_campaign(done, LOOP)

    assert before == digests_of(done)
    assert [0, 1, 2] == committed_stretches(done, read_plan(done))


def test_rows_that_the_workers_do_not_see_stop_the_summaries(done: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def without_range(folder: Path, plan: CampaignPlan) -> Any:
        tables = summarise_here(folder, plan)
        return tables | {"digests": tables["digests"].slice(0, 1)}

    shutil.rmtree(done / SUMMARY)
    monkeypatch.setattr(finishing, "summarise_here", without_range)

    with pytest.raises(AssayError, match=r"the workers count 40 of 80 committed rows: the driver and all workers must"):
        resume_campaign(done, LOOP)

    assert read_summary(done, "digests") is None


def test_second_resume_judges_nothing(done: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(campaign_work, "judge_cases", None)

    resume_campaign(done, LOOP)

    assert 1 == len(read_sittings(done))


def test_sitting_and_progress_say_where_it_ran_and_how_far_it_is(finished: Path) -> None:
    (sitting,) = read_sittings(finished)
    judged = [now for now in WATCHED if now.step == "judging"]

    assert ("loop", 1, 80) == (sitting.master, sitting.cores, sitting.pairs)
    assert (80, 80, True) == (judged[-1].done, judged[-1].pairs, judged[-1].rate > 0)
    assert ["summarising", "shrinking"] == [now.step for now in WATCHED[-2:]]


def test_unreadable_run_record_is_not_followed_by_an_overwritten_one(tmp_path: Path) -> None:
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / "0.json").write_text("{")
    (tmp_path / "runs" / "1.json").write_text("{}")

    assert tmp_path / "runs" / "2.json" == next_run_path(tmp_path)


def test_silent_generator_ends_with_exit_code_3(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The groups of the family `racks` have no racks, so its laws are never asked, either."""
    monkeypatch.setattr(plan, "drawn_example", lambda _, seed, number: drawn_example("clean", seed, number))
    small_plan(tmp_path / "c", targets=("range",), families=("racks",), groups=200, stretch=200)
    resume_campaign(tmp_path / "c", LOOP)

    code = run(["campaign", "show", str(tmp_path / "c"), "--json"])

    printed = capsys.readouterr()
    found = json.loads(printed.out)["unexercised"]
    assert ExitCode.UNDECIDED == code
    assert [("racks", "no such group", 200)] == [
        (one["family"], one["reason"], one["groups"]) for one in found if one["silent"]
    ]
    assert printed.err.startswith("Never exercised: ✗ family racks (no such group in 200 groups), law ")
    assert "law racks-never-cost-balance (no verdict)" in printed.err


def test_healthy_campaign_ends_with_exit_code_0(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It exercises each law that its families define, and says which ones they do not."""
    families = ("clean", "racks", "histories")
    small_plan(tmp_path / "c", targets=("range", "cooperative-sticky"), families=families, groups=600, stretch=600)
    resume_campaign(tmp_path / "c", LOOP)

    code = run(["campaign", "show", str(tmp_path / "c")])

    printed = capsys.readouterr()
    assert (ExitCode.KEPT, "") == (code, printed.err)
    assert printed.out.startswith("1,200 of 1,200 pairs")


def test_other_code_says_nothing_about_what_was_exercised(
    finished: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It would draw other groups."""
    run(["campaign", "show", str(finished), "--json"])
    mine = capsys.readouterr()
    monkeypatch.setattr(status, "code_version", lambda: "0.0+other")
    run(["campaign", "show", str(finished), "--json"])
    theirs = capsys.readouterr()

    assert "unexercised" in json.loads(mine.out)
    assert "unexercised" not in json.loads(theirs.out)
    assert "" == theirs.err
