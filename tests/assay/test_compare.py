"""Tests of `assay compare`: output files, usage errors and interruption."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from assay.cli import run

pytestmark = pytest.mark.functional

SMALL = ["--inputs", "clean", "--examples", "12"]


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time one block of calls instead of ten."""
    monkeypatch.setattr("kafka_assay.benchmarks.side_by_side.BLOCKS", 2)
    monkeypatch.setattr("kafka_assay.benchmarks.side_by_side.MOST_CALLS", 2)


def all_to_first(group: object) -> dict[str, dict[str, list[int]]]:
    """A bad assignor: the first subscriber of a topic gets all of it."""
    answer: dict[str, dict[str, list[int]]] = {member.id: {} for member in group.members}  # type: ignore[attr-defined]
    for topic in group.topics:  # type: ignore[attr-defined]
        for member in group.members:  # type: ignore[attr-defined]
            if topic.name in member.subscription:
                answer[member.id][topic.name] = list(range(topic.partitions))
                break
    return answer


def test_regression_has_a_replay_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = f"python:{__name__}:all_to_first"

    code = run(["compare", "roundrobin", target, "--like", "roundrobin", *SMALL, "--out", str(tmp_path)])

    lines = (tmp_path / "compare.md").read_text(encoding="utf-8").splitlines()
    repeats = [line.removeprefix("Repeat: `").rstrip("`") for line in lines if line.startswith("Repeat: `assay check")]
    capsys.readouterr()
    codes = {run([*shlex.split(repeat)[1:], "--json"]) for repeat in repeats}
    again = [json.loads(line)["cells"][0]["law"] for line in capsys.readouterr().out.splitlines()]
    assert (1, {1}) == (code, codes)
    assert "even-when-equal" in again


def test_recorded_command_repeats_the_comparison(capsys: pytest.CaptureFixture[str]) -> None:
    options = [*SMALL, "--seed", "7", "--like", "range", "--call-timeout", "3", "--tolerance", "moves=0.5"]

    run(["compare", "range", "range", *options, "--json"])

    command = shlex.split(json.loads(capsys.readouterr().out)["command"])
    assert ["assay", "compare", "range", "range"] == command[:4]
    assert sorted(options) == sorted(command[4:])


@pytest.mark.parametrize(
    ("option", "says"),
    [
        (["--tolerance", "moves=-1"], "'moves=-1': expected MEASURE=NUMBER, at least 0, such as moves=0.1"),
        (["--tolerance", "moves=nan"], "expected MEASURE=NUMBER, at least 0"),
        (["--tolerance", "mvoes=1"], "unknown measure 'mvoes'; did you mean 'moves'?"),
        (["--call-timeout", "0"], "'0': expected a number of seconds above 0"),
        (["--inputs", "claen"], "unknown input family 'claen'; did you mean 'clean'?"),
        (["--examples", "1"], "--examples 1: expected at least 2"),
    ],
)
def test_invalid_option_is_a_usage_error(option: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["compare", "range", "range", *option])

    assert 2 == code
    assert says in capsys.readouterr().err


def test_unwritable_folder_is_an_error_before_the_comparison(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kafka_assay.benchmarks.comparison.compare", None)
    file = tmp_path / "file"
    file.write_text("")

    code = run(["compare", "range", "range", *SMALL, "--out", str(file)])

    assert 2 == code
    assert f"assay: --out {file}: File exists: expected a writable folder\n" == capsys.readouterr().err


def test_interrupted_comparison_writes_finished_families_and_exits_130(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("kafka_assay.benchmarks.comparison.time_side_by_side", interrupted)

    code = run(["compare", "range", "range", *SMALL, "--out", str(tmp_path)])

    record = json.loads((tmp_path / "compare.json").read_text(encoding="utf-8"))
    assert 130 == code
    assert (True, 12) == (record["interrupted"], record["groups"])
    assert "assay: interrupted" == capsys.readouterr().err.splitlines()[-1]
