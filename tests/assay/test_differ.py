"""Tests of the output and exit codes of `assay differ`."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pytest

from assay.cli import run
from kafka_assay.assignors.formats.group_format import group_to_json
from kafka_assay.assignors.model import group_of

pytestmark = pytest.mark.functional


@pytest.fixture(autouse=True)
def working_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def document(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """The one JSON document on stdout."""
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_reference_does_not_differ_from_itself(capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["differ", "sticky", "sticky", "--inputs", "clean", "--inputs", "racks", "--examples", "20", "--json"])

    found = document(capsys)
    assert 0 == code
    assert ("assay-difference/1", 40, None) == (found["format"], found["examples"], found["difference"])
    assert ["alike", "alike"] == [family["verdict"] for family in found["families"]]


def test_difference_has_the_documented_shape(capsys: pytest.CaptureFixture[str]) -> None:
    """Range starts the second topic at the first member, round-robin at the next."""
    code = run(["differ", "range", "roundrobin", "--inputs", "clean", "--json"])

    found = document(capsys)
    assert 1 == code
    assert ("plan", "plan") == (found["kind"], found["difference"]["kind"])
    answers = found["difference"]["answers"]
    assert {"C0": {"t0": [0], "t1": [0]}, "C1": {}} == answers["range"]
    assert {"C0": {"t0": [0]}, "C1": {"t1": [0]}} == answers["roundrobin"]
    assert {"t0": 1, "t1": 1} == found["difference"]["group"]["topics"]


def test_headline_comes_first_then_group_answers_and_command(capsys: pytest.CaptureFixture[str]) -> None:
    run(["differ", "range", "roundrobin", "--inputs", "clean"])

    told = capsys.readouterr().out
    assert told.startswith("✗ DIFFERENT: range and roundrobin\n")
    for words in (
        "compared: sorted loads and kept partitions (--maps: who has which partition)",
        "DIFFERENT  clean   2 members, 2 partitions",
        "topics   t0: 1   t1: 1",
        "range: loads 2/0, kept 0, moved 0",
        "C0: t0-0   C1: t1-0",
        "What differs: Loads 2/0 and 1/1. t1-0 goes to C0 in one answer, to C1 in the other",
        "Replay: assay differ range roundrobin --seed 0 --case .assay/differences/",
    ):
        assert words in told


def test_replay_command_compares_both_on_the_same_group(capsys: pytest.CaptureFixture[str]) -> None:
    run(["differ", "range", "roundrobin", "--inputs", "clean", "--json"])
    first = document(capsys)["difference"]

    code = run([*shlex.split(first["replay"])[1:], "--json"])

    again = document(capsys)["difference"]
    assert 1 == code
    assert (first["group"], first["answers"]) == (again["group"], again["answers"])


def test_tie_is_a_difference_only_with_maps(capsys: pytest.CaptureFixture[str]) -> None:
    """Range and round-robin give equal loads on one topic. `--loads` has no effect."""
    group = {
        "format": "assay-group/1",
        "topics": {"t": 3},
        "members": [{"id": name, "subscription": ["t"]} for name in "ab"],
    }
    with open("group.json", "w", encoding="utf-8") as file:  # noqa: PTH123 - as short as it gets
        json.dump(group, file)

    found = {}
    for options in ((), ("--loads",), ("--maps",), ("--maps", "--loads")):
        code = run(["differ", "range", "roundrobin", "--case", "group.json", *options, "--json"])
        told = document(capsys)
        found[options] = (code, told["compared"], told["kind"], told["difference"] and told["difference"]["kind"])

    assert (0, "loads", None, None) == found[()] == found[("--loads",)]
    assert (1, "answers", "tie", "tie") == found[("--maps",)] == found[("--maps", "--loads")]


def test_tie_is_called_a_tie(capsys: pytest.CaptureFixture[str], working_directory: Path) -> None:
    members = [{"id": name, "subscription": ["t"]} for name in "ab"]
    group = {"format": "assay-group/1", "topics": {"t": 3}, "members": members}
    (working_directory / "g.json").write_text(json.dumps(group), encoding="utf-8")

    run(["differ", "range", "roundrobin", "--case", "g.json", "--maps"])

    told = capsys.readouterr().out
    assert "compared: whole maps: who has which partition" in told
    assert "TIE  clean   2 members, 3 partitions" in told
    assert "Sorted loads and kept partitions are the same." in told
    assert "clean: a tie resolved differently after 1 group" in told
    assert "Replay: assay differ range roundrobin --maps --seed 0 --case g.json" in told


def test_case_of_clean_family_is_shown_first(capsys: pytest.CaptureFixture[str]) -> None:
    families = ["--inputs", "many-small-topics", "--inputs", "repeated-topics", "--inputs", "clean"]

    run(["differ", "range", "roundrobin", *families, "--examples", "200", "--json"])

    found = document(capsys)
    assert ["different"] * 3 == [family["verdict"] for family in found["families"]]
    assert "clean" == found["difference"]["inputs"]
    assert ["plan"] * 3 == [family["kind"] for family in found["families"]]


def test_targets_with_the_same_name_are_distinguished(
    capsys: pytest.CaptureFixture[str], working_directory: Path
) -> None:
    module = "import os\nfrom itertools import count\n\nCALLS = count(os.getpid() * 10**6)\n\n\n"
    module += "def assign(group):\n    return {'C0': {'t0': [next(CALLS)]}}\n"
    (working_directory / "odd.py").write_text(module, encoding="utf-8")

    words = ["differ", "python:odd:assign", "python:odd:assign", "--maps", "--inputs", "clean", "--examples", "5"]

    code = run([*words, "--json"])

    assert 1 == code
    found = document(capsys)["difference"]
    assert ["python:odd:assign", "python:odd:assign (the second)"] == list(found["answers"])
    assert found["explanation"].endswith("gives different answers to the same group, so this difference may be random.")


def test_kafka_python_roundrobin_differs_from_the_reference(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """kafka-python gives no answer where subscriptions differ."""
    group = group_of({"t0": 1, "t1": 1}, {"C0": ["t1"], "C1": ["t0"]})
    file = tmp_path / "group.json"
    file.write_text(json.dumps(group_to_json(group)), encoding="utf-8")

    code = run(["differ", "roundrobin", "kafka-python:roundrobin", "--case", str(file), "--json"])

    found = document(capsys)["difference"]
    (error,) = (side["error"] for side in found["sides"].values() if side["error"])
    assert 1 == code
    assert "KeyError" == error["type"]


def test_comparison_without_time_is_undecided(capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["differ", "range", "range", "--inputs", "clean", "--seconds", "0.000000001"])

    assert 3 == code
    assert "the time ran out before the first group" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["range", "rang"], "unknown assignor 'rang'; did you mean 'range'?"),
        (["range", "range", "--inputs", "claen"], "unknown input family 'claen'"),
        (["range", "range", "--examples", "0"], "--examples 0: expected at least 1"),
        (["range", "range", "--case", "x.json", "--seconds", "1"], "--seconds: cannot be used with --case"),
        (["range", "range", "--case", "x.json"], "x.json: no such file"),
    ],
)
def test_usage_error_is_one_line(words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert 2 == run(["differ", *words])
    assert complaint in capsys.readouterr().err
