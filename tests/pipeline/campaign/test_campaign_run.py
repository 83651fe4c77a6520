"""Tests of whole campaigns: what stops them, and that `resume` goes on with nothing lost and nothing twice."""

from __future__ import annotations

import errno
import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from assay.cli import run
from assay.exit_codes import ExitCode
from kafka_assay.assignors.errors import AssayError
from kafka_assay.pipeline.campaign import campaign_run, campaign_work, judging, plan, status, summary
from kafka_assay.pipeline.campaign.campaign_run import CampaignProgress, campaign_lock, resume_campaign, start_campaign
from kafka_assay.pipeline.campaign.finishing import finish_campaign
from kafka_assay.pipeline.campaign.plan import CampaignPlan, read_plan, write_plan
from kafka_assay.pipeline.campaign.run_record import next_run_path, read_runs
from kafka_assay.pipeline.campaign.stretches import committed_stretches, stretch_folder, write_stretch
from kafka_assay.pipeline.campaign.summary import read_rows, read_summary
from kafka_assay.pipeline.spark.run_facts import LOG, LOOP
from kafka_assay.pipeline.spark.session import Session
from kafka_assay.properties.strategies.drawn import drawn_example
from tests.pipeline.campaign.campaigns import rows_of, small_plan


@pytest.fixture
def share_spark(spark: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run campaigns on the tests' Spark session."""

    @contextmanager
    def session(_master: str | None, **_: Any) -> Iterator[Session]:
        yield spark

    monkeypatch.setattr(campaign_run, "session", session)


def digests_of(folder: Path) -> list[dict[str, Any]]:
    table = read_summary(folder, "digests")
    assert table is not None
    found: list[dict[str, Any]] = table.sort_by("target").to_pylist()
    return found


def fail_at(monkeypatch: pytest.MonkeyPatch, stretch: int, failure: BaseException) -> None:
    """Let the commit of this stretch fail once."""
    failures = [failure]

    def write(folder: Path, number: int, rows: Any) -> None:
        if number == stretch and failures:
            raise failures.pop()
        write_stretch(folder, number, rows)

    monkeypatch.setattr(judging, "write_stretch", write)


@pytest.mark.usefixtures("share_spark")
def test_spark_on_two_cores_and_a_loop_give_the_same_digests(tmp_path: Path, spark: Session) -> None:
    """Also of a target in a process of its own."""
    for name, master in (("loop", LOOP), ("spark", None)):
        small_plan(tmp_path / name, targets=("cooperative-sticky", "kafka-python:sticky"), groups=80)
        resume_campaign(tmp_path / name, master)

    found = digests_of(tmp_path / "loop")
    assert found == digests_of(tmp_path / "spark")
    assert 2 == spark.spark.sparkContext.defaultParallelism
    assert [(True, 80), (True, 80)] == [(one["answers"], one["pairs"]) for one in found]


def test_loop_starts_no_spark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not for the summaries and the shrinking either."""
    small_plan(tmp_path, targets=("range",), groups=4, stretch=2)
    monkeypatch.setattr(campaign_run, "session", None)

    resume_campaign(tmp_path, LOOP)

    assert [4] == [one["pairs"] for one in digests_of(tmp_path)]


@pytest.mark.usefixtures("share_spark")
def test_folder_may_have_any_name(tmp_path: Path) -> None:
    """Spark's readers take a path as a pattern."""
    folder = tmp_path / "a [1] {b}*?"
    small_plan(folder, targets=("range",), groups=4, stretch=2)

    resume_campaign(folder, None)

    assert [4] == [one["pairs"] for one in digests_of(folder)]


def test_second_driver_is_refused(tmp_path: Path) -> None:
    plan = small_plan(tmp_path)
    with campaign_lock(tmp_path):
        for second in (lambda: resume_campaign(tmp_path, LOOP), lambda: start_campaign(tmp_path, plan)):
            with pytest.raises(AssayError, match=r"another run of this campaign is going on: wait for it, or end it"):
                second()

    assert [] == committed_stretches(tmp_path, plan)


def test_digest_shows_a_changed_row(tmp_path: Path) -> None:
    for name, seed in (("a", 1), ("b", 2)):
        small_plan(tmp_path / name, targets=("range",), groups=10, seed=seed)
        resume_campaign(tmp_path / name, LOOP)

    assert digests_of(tmp_path / "a") != digests_of(tmp_path / "b")


def test_answers_that_do_not_repeat_are_left_out_of_the_digest(tmp_path: Path) -> None:
    plan = small_plan(tmp_path, targets=("range",), groups=10)
    write_plan(replace(plan, targets=(replace(plan.targets[0], repeats=False),)), tmp_path)

    resume_campaign(tmp_path, LOOP)

    assert [False] == [one["answers"] for one in digests_of(tmp_path)]


@pytest.mark.parametrize("failure", [KeyboardInterrupt(), OSError(errno.ENOSPC, "No space left on device", "/x/part")])
def test_resume_goes_on_after_an_interrupt_and_a_full_disk(
    failure: BaseException, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = small_plan(tmp_path)
    fail_at(monkeypatch, 1, failure)
    with pytest.raises((KeyboardInterrupt, AssayError)) as stopped:
        resume_campaign(tmp_path, LOOP)
    before = {path: path.stat().st_mtime_ns for path in stretch_folder(tmp_path, 0).rglob("*")}
    assert [0] == committed_stretches(tmp_path, plan)

    resume_campaign(tmp_path, LOOP)

    assert before == {path: path.stat().st_mtime_ns for path in stretch_folder(tmp_path, 0).rglob("*")}
    assert [number for number in range(40) for _ in plan.targets] == [row["case"] for row in rows_of(tmp_path, plan)]
    assert [30, 50] == [run["pairs"] for run in read_runs(tmp_path)]
    if isinstance(stopped.value, AssayError):
        assert str(stopped.value) == (
            "the campaign stopped: /x/part: No space left on device; 30 of 80 pairs are committed, "
            f"assay campaign resume {tmp_path} goes on"
        )


@pytest.mark.usefixtures("share_spark")
def test_target_that_a_worker_cannot_open_stops_the_campaign_in_one_line(tmp_path: Path) -> None:
    plan = small_plan(tmp_path)
    write_plan(replace(plan, targets=(replace(plan.targets[0], target="python:missing_module:Mine"),)), tmp_path)

    with pytest.raises(AssayError) as stopped:
        resume_campaign(tmp_path, None)

    message = str(stopped.value)
    assert message.startswith("the campaign stopped: python:missing_module:Mine: ")
    assert "0 of 80 pairs are committed, assay campaign resume" in message
    assert "\n" not in message


@pytest.mark.usefixtures("share_spark")
def test_worker_with_another_version_of_a_target_stops_the_campaign(tmp_path: Path) -> None:
    plan = small_plan(tmp_path)
    write_plan(replace(plan, targets=(replace(plan.targets[0], version="0.0.1"),)), tmp_path)

    with pytest.raises(AssayError, match=r"range: this worker has \S+, the campaign needs 0\.0\.1; 0 of 80 pairs"):
        resume_campaign(tmp_path, None)


def test_plan_of_other_code_is_refused(tmp_path: Path) -> None:
    plan = small_plan(tmp_path)
    write_plan(replace(plan, code="0.1.0+aaaa"), tmp_path)

    with pytest.raises(AssayError, match=r"planned with the code 0\.1\.0\+aaaa, but this is"):
        resume_campaign(tmp_path, LOOP)


def test_stretch_that_the_plan_does_not_have_is_damage(tmp_path: Path) -> None:
    small_plan(tmp_path)
    stretch_folder(tmp_path, 7).mkdir(parents=True)
    (stretch_folder(tmp_path, 7) / "_SUCCESS").touch()

    with pytest.raises(AssayError, match=r"stretch=7: damaged: the plan has only 3 stretches"):
        resume_campaign(tmp_path, LOOP)


def test_damaged_file_is_named(tmp_path: Path) -> None:
    small_plan(tmp_path)
    resume_campaign(tmp_path, LOOP)
    part = next(stretch_folder(tmp_path, 1).rglob("*.parquet"))
    part.write_bytes(b"not Parquet, but long enough to have a footer of some bytes")

    with pytest.raises(AssayError, match=r"stretch=1: damaged: .*part-0\.parquet") as stopped:
        resume_campaign(tmp_path, LOOP)

    assert "\n" not in str(stopped.value)


def test_missing_rows_are_damage_that_resume_repairs_once_the_stretch_is_gone(tmp_path: Path) -> None:
    plan = small_plan(tmp_path)
    resume_campaign(tmp_path, LOOP)
    before = digests_of(tmp_path)
    next(stretch_folder(tmp_path, 1).rglob("*.parquet")).unlink()

    with pytest.raises(AssayError, match=r"stretch=1: damaged: 15 rows, expected 30; delete this folder"):
        resume_campaign(tmp_path, LOOP)
    shutil.rmtree(stretch_folder(tmp_path, 1))
    resume_campaign(tmp_path, LOOP)

    assert before == digests_of(tmp_path)
    assert [0, 1, 2] == committed_stretches(tmp_path, plan)


@pytest.mark.usefixtures("share_spark")
def test_rows_that_the_workers_do_not_see_stop_the_summaries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small_plan(tmp_path)

    def without_first(spark: Any, folder: Path, plan: CampaignPlan) -> Any:
        return read_rows(spark, folder, plan).where("case >= 15")

    monkeypatch.setattr(summary, "read_rows", without_first)

    with pytest.raises(AssayError, match=r"the workers count 50 of 80 committed rows: the driver and all workers must"):
        resume_campaign(tmp_path, None)

    assert read_summary(tmp_path, "digests") is None


def test_second_resume_judges_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small_plan(tmp_path)
    resume_campaign(tmp_path, LOOP)
    monkeypatch.setattr(campaign_work, "judge_cases", None)

    resume_campaign(tmp_path, LOOP)

    assert 1 == len(read_runs(tmp_path))


def test_progress_has_a_rate_and_the_time_left(tmp_path: Path) -> None:
    small_plan(tmp_path)
    seen: list[CampaignProgress] = []

    resume_campaign(tmp_path, LOOP, seen.append)

    judged = [now for now in seen if now.step == "judging"]
    assert 80 == judged[-1].done
    assert [0.0] == sorted({now.seconds_left or 0.0 for now in judged[-1:]})
    assert ["summarising", "shrinking"] == [now.step for now in seen[-2:]]


def test_unreadable_run_record_is_not_followed_by_an_overwritten_one(tmp_path: Path) -> None:
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / "0.json").write_text("{")
    (tmp_path / "runs" / "1.json").write_text("{}")

    assert tmp_path / "runs" / "2.json" == next_run_path(tmp_path)


@pytest.mark.parametrize("text", ["", "something"])
def test_log_is_named_only_if_it_says_something(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small_plan(tmp_path)
    genuine = finish_campaign

    def fail(*_: object) -> None:
        (tmp_path / f".{LOG}.{os.getpid()}").write_text(text)
        raise ValueError("broken")

    monkeypatch.setattr(campaign_run, "finish_campaign", fail)
    with pytest.raises(AssayError, match="80 of 80 pairs are committed") as stopped:
        resume_campaign(tmp_path, LOOP)
    assert (f"(Spark's log: {tmp_path / LOG})" in str(stopped.value)) is bool(text)

    (tmp_path / LOG).write_text("of an earlier failure")
    monkeypatch.setattr(campaign_run, "finish_campaign", genuine)
    resume_campaign(tmp_path, LOOP)
    assert not (tmp_path / LOG).exists()


def test_loop_says_how_much_is_committed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small_plan(tmp_path)
    fail_at(monkeypatch, 1, AssayError("a target is gone"))

    with pytest.raises(AssayError, match=r"a target is gone; 30 of 80 pairs are committed, assay campaign resume"):
        resume_campaign(tmp_path, LOOP)


def test_run_record_names_where_it_ran(tmp_path: Path) -> None:
    small_plan(tmp_path)
    resume_campaign(tmp_path, LOOP)

    (run,) = read_runs(tmp_path)

    assert ("loop", 1, 80) == (run["master"], run["cores"], run["pairs"])
    assert json.dumps(run)
    assert read_plan(tmp_path).pairs == run["pairs"]


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
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It would draw other groups."""
    small_plan(tmp_path / "c", targets=("range",), families=("clean",), groups=10)
    resume_campaign(tmp_path / "c", LOOP)

    run(["campaign", "show", str(tmp_path / "c"), "--json"])
    mine = capsys.readouterr()
    monkeypatch.setattr(status, "code_version", lambda: "0.0+other")
    run(["campaign", "show", str(tmp_path / "c"), "--json"])
    theirs = capsys.readouterr()

    assert "unexercised" in json.loads(mine.out)
    assert "unexercised" not in json.loads(theirs.out)
    assert "" == theirs.err
