"""Tests of `assay compare`: output, files, usage errors and interruption."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from xml.etree.ElementTree import parse

import pytest

from assay.cli import run
from kafka_assay.benchmarks.comparison.comparison_run import ComparisonRun

pytestmark = pytest.mark.functional

SMALL = ["--inputs", "clean", "--groups", "12", "--jobs", "1"]


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time two blocks of calls instead of six, and shrink for less than two seconds."""
    monkeypatch.setattr("kafka_assay.benchmarks.side_by_side.BLOCKS", 2)
    monkeypatch.setattr("kafka_assay.benchmarks.side_by_side.MOST_CALLS", 2)
    monkeypatch.setattr("kafka_assay.benchmarks.comparison.comparison_run.SHRINKING_SECONDS", 1.5)


@pytest.fixture
def untimed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time nothing: on a busy machine the time of two calls is no result."""
    monkeypatch.setattr("assay.verbs.compare_.timed_groups", lambda _: [])


def all_to_first(group: object) -> dict[str, dict[str, list[int]]]:
    """A bad assignor: the first subscriber of a topic gets all of it."""
    answer: dict[str, dict[str, list[int]]] = {member.id: {} for member in group.members}  # type: ignore[attr-defined]
    for topic in group.topics:  # type: ignore[attr-defined]
        for member in group.members:  # type: ignore[attr-defined]
            if topic.name in member.subscription:
                answer[member.id][topic.name] = list(range(topic.partitions))
                break
    return answer


WORSE = ["compare", "roundrobin", f"python:{__name__}:all_to_first", "--like", "roundrobin", *SMALL]


@pytest.mark.usefixtures("untimed")
def test_regression_has_a_replay_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = run([*WORSE, "--out", str(tmp_path)])

    lines = (tmp_path / "compare.md").read_text(encoding="utf-8").splitlines()
    repeats = [line.removeprefix("Repeat: `").rstrip("`") for line in lines if line.startswith("Repeat: `assay check")]
    capsys.readouterr()
    codes = {run([*shlex.split(repeat)[1:], "--json"]) for repeat in repeats}
    again = [json.loads(line)["cells"][0]["law"] for line in capsys.readouterr().out.splitlines()]
    assert (1, {1}) == (code, codes)
    assert "even-when-equal" in again


@pytest.mark.usefixtures("untimed")
def test_failure_ends_with_one_line_that_says_why(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = run([*WORSE, "--out", str(tmp_path)])

    last = capsys.readouterr().err.splitlines()[-1]
    suite = parse(tmp_path / "junit.xml").getroot()
    assert 1 == code
    assert last.startswith("assay: regressed: ")
    assert "even-when-equal newly broken in " in last
    assert int(suite.get("failures", 0)) > 0


@pytest.mark.usefixtures("untimed")
def test_annotations_of_code_hosts(capsys: pytest.CaptureFixture[str]) -> None:
    run([*WORSE, "--comment", "github"])
    github = capsys.readouterr().out.splitlines()
    run([*WORSE, "--comment", "gitlab"])
    gitlab = json.loads(capsys.readouterr().out)

    assert any(
        line.startswith("::error ")
        and "title=assay compare%3A even-when-equal::even-when-equal newly broken in " in line
        for line in github
    )
    assert "even-when-equal" in {issue["check_name"] for issue in gitlab}


@pytest.mark.usefixtures("untimed")
def test_accepted_regressions_do_not_fail(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    target = f"python:{__name__}:all_to_first"
    run([*WORSE, "--json"])
    lines = json.loads(capsys.readouterr().out)["lines"]
    worse = {line["measure"] for line in lines if line["outcome"] in {"worse", "newly-broken"}}
    entries = "".join(f'"{measure}" = {{why = "a test", until = "9"}}\n' for measure in worse)
    (tmp_path / "pyproject.toml").write_text(f'[project]\nversion = "1.0"\n[tool.assay.accepted]\n{entries}')
    monkeypatch.chdir(tmp_path)

    code = run([*WORSE, "--json"])
    outcomes = {line["measure"]: line["outcome"] for line in json.loads(capsys.readouterr().out)["lines"]}
    stale = run(["compare", target, target, *SMALL, "--json"])

    assert code in {0, 3}
    assert {"accepted"} == {outcomes[measure] for measure in worse}
    assert 1 == stale
    assert "even-when-equal is accepted as worse, but it is not worse: remove the entry" in capsys.readouterr().err


def test_recorded_command_repeats_the_comparison(capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--inputs", "clean", "--groups", "12", "--seed", "7", "--like", "range", "--call-timeout", "3"]
    options += ["--tolerance", "moves=0.5"]

    run(["compare", "range", "range", *options, "--json"])

    command = shlex.split(json.loads(capsys.readouterr().out)["command"])
    assert ["assay", "compare", "range", "range"] == command[:4]
    assert sorted(options) == sorted(command[4:])


@pytest.mark.usefixtures("untimed")
def test_time_decides_the_number_of_cases_and_the_command_names_it(capsys: pytest.CaptureFixture[str]) -> None:
    run(["compare", "range", "range", "--inputs", "clean", "--jobs", "1", "--seconds", "1", "--json"])

    record = json.loads(capsys.readouterr().out)
    assert record["groups"] >= 16
    assert f"--groups {record['groups']} " in record["command"]


@pytest.mark.parametrize(
    ("option", "says"),
    [
        (["--tolerance", "moves=-1"], "'moves=-1': expected MEASURE=NUMBER, at least 0, such as moves=0.1"),
        (["--tolerance", "moves=nan"], "expected MEASURE=NUMBER, at least 0"),
        (["--tolerance", "mvoes=1"], "unknown measure 'mvoes'; did you mean 'moves'?"),
        (["--call-timeout", "0"], "'0': expected a number of seconds above 0"),
        (["--inputs", "claen"], "unknown input family 'claen'; did you mean 'clean'?"),
        (["--groups", "1"], "--groups 1: expected at least 2"),
        (["--groups", "20", "--seconds", "3"], "--groups: cannot be used with --seconds"),
        (["--jobs", "0"], "'0': expected a whole number, 1 or more"),
        (["--master", "here"], "master: 'here': expected local[N]"),
        (["--master", "local[2]", "--seconds", "3"], "--seconds: cannot be used with --master"),
        (["--accepted", "missing.toml"], "--accepted missing.toml: cannot be read"),
        (["--comment", "html"], "invalid choice: 'html'"),
    ],
)
def test_invalid_option_is_a_usage_error(option: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["compare", "range", "range", *option])

    assert 2 == code
    assert says in capsys.readouterr().err


def test_unwritable_folder_is_an_error_before_the_comparison(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ComparisonRun, "run", None)
    file = tmp_path / "file"
    file.write_text("")

    code = run(["compare", "range", "range", *SMALL, "--out", str(file)])

    assert 2 == code
    assert f"assay: --out {file}: File exists: expected a writable folder\n" == capsys.readouterr().err


def test_interrupted_comparison_writes_what_was_finished_and_exits_130(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("kafka_assay.benchmarks.comparison.comparison_run.time_side_by_side", interrupted)

    code = run(["compare", "range", "range", *SMALL, "--out", str(tmp_path)])

    record = json.loads((tmp_path / "compare.json").read_text(encoding="utf-8"))
    assert 130 == code
    assert (True, 12) == (record["interrupted"], record["groups"])
    assert "assay: interrupted" == capsys.readouterr().err.splitlines()[-1]


@pytest.mark.parametrize("limit", [("--groups", "500"), ("--seconds", "30")])
def test_interrupt_before_the_first_result_repeats_the_whole_comparison(
    limit: tuple[str, str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("kafka_assay.benchmarks.comparison.comparison_run.JudgedCases.judge", interrupted)

    code = run(["compare", "range", "range", *limit])

    said = capsys.readouterr().out
    assert 130 == code
    assert "Nothing was compared." in said
    assert f"Repeat: assay compare range range {' '.join(limit)} --seed 0" in said


@pytest.mark.usefixtures("untimed")
def test_records_are_compared_without_the_targets(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run([*WORSE, "--out", str(tmp_path)])
    whole = json.loads((tmp_path / "compare.json").read_text(encoding="utf-8"))
    capsys.readouterr()

    code = run(["compare", str(tmp_path / "base.json"), str(tmp_path / "candidate.json"), "--json"])

    again = json.loads(capsys.readouterr().out)
    assert 1 == code
    for one, other in zip(whole["lines"], again["lines"], strict=True):
        assert (one["measure"], one["inputs"], one["outcome"]) == (other["measure"], other["inputs"], other["outcome"])
        assert (one["base"], one["candidate"], one["interval"]) == (
            other["base"],
            other["candidate"],
            other["interval"],
        )
        assert (one["case"] is None) == (other["case"] is None)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["base.json", "range"], "base.json range: expected two targets, or two records"),
        (["base.json", "other.json", "--groups", "20"], "--groups: cannot be used with records"),
        (["base.json", "other.json"], "base.json: No such file or directory: expected a record"),
    ],
)
def test_wrong_records_are_usage_errors(words: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["compare", *words])

    assert 2 == code
    assert says in capsys.readouterr().err
