"""Tests of `assay campaign` and `--case DIR:NUMBER` without Spark: usage errors, the status of a running campaign."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from assay.cli import run
from assay.exit_codes import ExitCode
from kafka_assay.pipeline.campaign.judging import judge_in_processes
from tests.pipeline.campaign.campaigns import small_plan

pytestmark = pytest.mark.functional


@pytest.fixture
def running(tmp_path: Path) -> Path:
    """A campaign with one of three stretches committed."""
    folder = tmp_path / "c"
    plan = small_plan(folder, targets=("range", "sticky"))
    judge_in_processes(plan, [1], folder, 1, lambda *_: None)
    return folder


def complaint(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """The one line that a usage error prints."""
    assert ExitCode.USAGE_ERROR == run(words)
    (line,) = capsys.readouterr().err.splitlines()
    return line


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["run", "c", "--groups", "9"], "the following arguments are required: TARGET"),
        (["run", "c", "range"], "the following arguments are required: --groups"),
        (["run", "c", "stick", "--groups", "9"], "unknown assignor 'stick'; did you mean 'sticky'?"),
        (["run", "c", "sticky", "--groups", "0"], "'0': expected a whole number, 1 or more"),
        (["run", "c", "--groups", "9", "sticky", "--inputs", "clear"], "did you mean 'clean'?"),
        (["resume", "c"], "c: contains no campaign: expected plan.json"),
        (["resume", "c", "--groups", "9"], "unrecognized arguments: --groups 9 (see assay campaign resume --help)"),
        (["show", "c", "--master", "loop"], "unrecognized arguments: --master loop"),
        (["run", "c", "range", "--groups", "9", "--seed", "-1"], "--seed -1: expected a whole number from"),
        (["run", "c", "range", "--groups", "9", "--seed", str(2**63)], "to 2**63 - 1"),
        (["run", "c", "range", "--groups", "9", "--master", "locl"], "master: 'locl': expected local[N]"),
        (["run", "/dev/null/c", "range", "--groups", "9"], "DIR /dev/null/c: Not a directory"),
        (["run", "hdfs://host/c", "range", "--groups", "9"], "expected a folder that this machine sees"),
        (["run", "s3a:/bucket/c", "range", "--groups", "9"], "expected a folder that this machine sees"),
        (["show", "c"], "c: contains no campaign"),
        (["stop", "c"], "unknown action 'stop'"),
    ],
)
def test_usage_error_is_one_line(
    words: list[str], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)

    assert says in complaint(["campaign", *words], capsys)
    assert not (tmp_path / "c").exists()


@pytest.mark.parametrize("scheme", ["file:", "file://", "FILE://"])
def test_folder_may_be_a_uri_of_this_machine(scheme: str, running: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert ExitCode.KEPT == run(["campaign", "show", f"{scheme}{running}"])

    assert capsys.readouterr().out.startswith("30 of 80 pairs")


def test_running_campaign_shows_what_is_done(running: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert ExitCode.KEPT == run(["campaign", "show", str(running)])

    lines = capsys.readouterr().out.splitlines()
    assert "30 of 80 pairs (38 %): 40 groups, each put to 2 targets, seed 3" == lines[0]
    assert ["Not finished:", f"assay campaign resume {running}"] == lines[-2:]


def test_running_campaign_has_a_status_for_scripts(running: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(["campaign", "show", str(running), "--json"])

    status = json.loads(capsys.readouterr().out)
    assert (30, 80, 0.0) == (status["done"], status["cases"], status["unseen"])
    assert [] == [kind for kind in status["kinds"] if not kind["declared"]]


def test_group_of_a_case_is_judged(running: Path, capsys: pytest.CaptureFixture[str]) -> None:
    number = next(place for place in range(40) if small_plan().family_of(place) == "clean")

    run(["judge", f"{running}:{number}", "sticky", "--json"])

    assert json.loads(capsys.readouterr().out)["assignment"]


def test_case_is_checked_in_its_family(running: Path, capsys: pytest.CaptureFixture[str]) -> None:
    number = next(place for place in range(40) if small_plan().family_of(place) == "sequences")

    assert ExitCode.KEPT == run(["check", "sticky", "--case", f"{running}:{number}", "--json"])

    cells = json.loads(capsys.readouterr().out)["cells"]
    assert {"sequences"} == {cell["inputs"] for cell in cells}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("c:40", "the campaign has 40 groups, numbered from 0"),
        ("d:1", "--case d:1: 'd' is no input family and no folder of a campaign"),
    ],
)
def test_unknown_case_is_a_usage_error(
    text: str, says: str, running: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(running.parent)

    assert says in complaint(["check", "sticky", "--case", text], capsys)


def test_drawn_group_is_named_by_family_number_and_seed(capsys: pytest.CaptureFixture[str]) -> None:
    """A replay names it in the same way."""
    code = run(["check", "sticky@kip54", "--case", "stale-claims:3", "--seed", "20", "--json"])

    record = json.loads(capsys.readouterr().out)
    assert code in {0, 1}
    assert {"stale-claims"} == {cell["inputs"] for cell in record["cells"]}
    assert record["command"].endswith("--case stale-claims:3 --seed 20")


def test_second_campaign_in_a_folder_is_refused(running: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["campaign", "run", str(running), "range", "--groups", "10"]

    assert "has a campaign already: assay campaign resume" in complaint(words, capsys)
