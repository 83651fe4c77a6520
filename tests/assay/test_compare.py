"""Tests of `assay compare`: output, files, interruption."""

from __future__ import annotations

import shlex
from xml.etree.ElementTree import parse

import pytest

from tests.assay.shell import Shell

SMALL = "--inputs clean --groups 12 --jobs 1"
WORSE = f"compare roundrobin python:mine:greedy --like roundrobin {SMALL}"


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time two blocks of calls instead of six, and shrink for less than two seconds."""
    monkeypatch.setattr("kafka_assay.benchmarks.timed_calls.BLOCKS", 2)
    monkeypatch.setattr("kafka_assay.benchmarks.timed_calls.MOST_CALLS", 2)
    monkeypatch.setattr("kafka_assay.benchmarks.comparison.comparison_run.SHRINKING_SECONDS", 1.5)


@pytest.fixture
def untimed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time nothing: on a busy machine the time of two calls is no result."""
    monkeypatch.setattr("assay.verbs.compare_.timed_groups", lambda _: [])


def interrupt_at(function: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Interrupt a comparison in a function of its run."""

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(f"kafka_assay.benchmarks.comparison.comparison_run.{function}", interrupted)


@pytest.mark.usefixtures("untimed")
def test_regression_has_replay_commands_and_one_line_that_says_why(shell: Shell) -> None:
    ended = shell(WORSE, "--out", "out")

    lines = shell.text_of("out/compare.md").splitlines()
    repeats = [line.removeprefix("Repeat: `").rstrip("`") for line in lines if line.startswith("Repeat: `assay check")]
    again = [shell.repeat(repeat, "--json") for repeat in repeats]
    last = ended.err.splitlines()[-1]
    assert (1, {1}) == (ended.code, {one.code for one in again})
    assert "even-when-equal" in [one.document["cells"][0]["law"] for one in again]
    assert last.startswith("assay: regressed: ")
    assert "even-when-equal newly broken in " in last
    assert int(parse(shell.folder / "out" / "junit.xml").getroot().get("failures", 0)) > 0


@pytest.mark.usefixtures("untimed")
def test_accepted_regressions_do_not_fail(shell: Shell) -> None:
    lines = shell(WORSE, "--json").document["lines"]
    worse = {line["measure"] for line in lines if line["outcome"] in {"worse", "newly-broken"}}
    entries = "".join(f'"{measure}" = {{why = "a test", until = "9"}}\n' for measure in worse)
    shell.write("pyproject.toml", f'[project]\nversion = "1.0"\n[tool.assay.accepted]\n{entries}')

    accepted = shell(WORSE, "--json")
    stale = shell(f"compare python:mine:greedy python:mine:greedy {SMALL} --json")

    outcomes = {line["measure"]: line["outcome"] for line in accepted.document["lines"]}
    assert accepted.code in {0, 3}
    assert {"accepted"} == {outcomes[measure] for measure in worse}
    assert 1 == stale.code
    assert "even-when-equal is accepted as worse, but it is not worse: remove the entry" in stale.err


def test_recorded_command_repeats_the_comparison(shell: Shell) -> None:
    options = "--inputs clean --groups 12 --seed 7 --like range --call-timeout 3 --tolerance moves=0.5"

    command = shlex.split(shell(f"compare range range {options} --json").document["command"])

    assert ["assay", "compare", "range", "range"] == command[:4]
    assert sorted(options.split()) == sorted(command[4:])


@pytest.mark.usefixtures("untimed")
def test_time_decides_the_number_of_cases_and_the_command_names_it(shell: Shell) -> None:
    record = shell("compare range range --inputs clean --jobs 1 --seconds 1 --json").document

    assert record["groups"] >= 16
    assert f"--groups {record['groups']} " in record["command"]


def test_interrupted_comparison_writes_what_was_finished_and_exits_130(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    interrupt_at("time_side_by_side", monkeypatch)

    ended = shell(f"compare range range {SMALL} --out out")

    record = shell.read("out/compare.json")
    assert 130 == ended.code
    assert (True, 12) == (record["interrupted"], record["groups"])
    assert "assay: interrupted" == ended.err.splitlines()[-1]


@pytest.mark.parametrize("limit", ["--groups 500", "--seconds 30"])
def test_interrupt_before_the_first_result_repeats_the_whole_comparison(
    limit: str, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    interrupt_at("JudgedCases.judge", monkeypatch)

    ended = shell(f"compare range range {limit}")

    assert 130 == ended.code
    assert "Nothing was compared." in ended.out
    assert f"Repeat: assay compare range range {limit} --seed 0" in ended.out


@pytest.mark.usefixtures("untimed")
def test_records_are_compared_without_the_targets(shell: Shell) -> None:
    shell(WORSE, "--out", "out")

    ended = shell("compare out/base.json out/candidate.json --json")

    assert 1 == ended.code
    for one, other in zip(shell.read("out/compare.json")["lines"], ended.document["lines"], strict=True):
        for key in ("measure", "inputs", "outcome", "base", "candidate", "interval"):
            assert one[key] == other[key]
        assert (one["case"] is None) == (other["case"] is None)
