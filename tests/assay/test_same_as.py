"""Tests of `assay check --same-as`: output, replay and exit codes."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from assay.cli import run
from kafka_assay.assignors.formats.group_format import group_to_json
from kafka_assay.assignors.model import group_of
from tests.assay.groups import write_documents
from tests.assay.users_module import printed_document

pytestmark = pytest.mark.functional

SAME = ["check", "range", "--same-as", "roundrobin"]
ONE_TOPIC = group_to_json(group_of({"t": 3}, {"a": ["t"], "b": ["t"]}))
"""Range and round-robin give equal loads on one topic."""


@pytest.fixture(autouse=True)
def working_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_reference_does_not_differ_from_itself(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["check", "sticky", "--same-as", "sticky", "--inputs", "clean", "--inputs", "racks", "--groups", "40"]

    code = run([*words, "--json"])

    found = printed_document(capsys)
    assert (0, "sticky", 40, "kept") == (code, found["same_as"], found["groups"], found["verdict"])
    assert [("same-plan", "clean", "kept"), ("same-plan", "racks", "kept")] == [
        (cell["law"], cell["inputs"], cell["verdict"]) for cell in found["cells"]
    ]


def test_difference_is_shown_on_the_smallest_group(capsys: pytest.CaptureFixture[str]) -> None:
    """Range starts the second topic at the first member, round-robin at the next."""
    code = run([*SAME, "--inputs", "clean", "--path-seconds", "0", "--fail-fast"])

    told = capsys.readouterr().out
    assert 1 == code
    assert told.startswith("✗ range: BROKEN: same-plan\n")
    for words in (
        "compared with roundrobin",
        "BROKEN  same-plan (clean)   2 members, 2 partitions",
        "topics   t0: 1   t1: 1",
        "Loads 2/0 and 1/1. t1-0 goes to C0 in one answer, to C1 in the other",
        "Replay:  assay check range --same-as roundrobin --case .assay/cases/",
    ):
        assert words in told
    assert "--as-test" not in told


def test_replay_command_compares_both_on_the_same_group(capsys: pytest.CaptureFixture[str]) -> None:
    run([*SAME, "--inputs", "clean", "--path-seconds", "0", "--fail-fast", "--json"])
    (first,) = printed_document(capsys)["cells"]

    code = run([*shlex.split(first["replay"])[1:], "--json"])

    (again,) = printed_document(capsys)["cells"]
    assert 1 == code
    assert first["counterexample"]["facts"] == again["counterexample"]["facts"]


def test_tie_is_a_difference_only_with_maps(capsys: pytest.CaptureFixture[str], working_directory: Path) -> None:
    group = write_documents(working_directory / "g.json", ONE_TOPIC)

    assert 0 == run([*SAME, "--case", group])
    capsys.readouterr()
    assert 1 == run([*SAME, "--case", group, "--maps"])

    told = capsys.readouterr().out
    assert "BROKEN  same-map" in told
    assert "Sorted loads and kept partitions are the same." in told
    assert f"Replay:  assay check range --same-as roundrobin --maps --case {group}" in told


def test_target_that_answers_at_random_is_named(capsys: pytest.CaptureFixture[str], working_directory: Path) -> None:
    module = "import os\nfrom itertools import count\n\nCALLS = count(os.getpid() * 10**6)\n\n\n"
    module += "def assign(group):\n    return {'C0': {'t0': [next(CALLS)]}}\n"
    (working_directory / "odd.py").write_text(module, encoding="utf-8")
    group = write_documents(working_directory / "g.json", ONE_TOPIC)

    code = run(["check", "python:odd:assign", "--same-as", "python:odd:assign", "--maps", "--case", group])

    told = " ".join(capsys.readouterr().out.split())
    assert 1 == code
    assert "python:odd:assign gives different answers to the same group, so this difference may be random." in told
    assert "python:odd:assign (the second) gives different answers to the same group" in told


def test_kafka_python_roundrobin_differs_from_the_reference(
    capsys: pytest.CaptureFixture[str], working_directory: Path
) -> None:
    """kafka-python gives no answer where subscriptions differ."""
    group = group_to_json(group_of({"t0": 1, "t1": 1}, {"C0": ["t1"], "C1": ["t0"]}))
    file = write_documents(working_directory / "group.json", group)

    code = run(["check", "roundrobin", "--same-as", "kafka-python:roundrobin", "--case", file, "--json"])

    (cell,) = printed_document(capsys)["cells"]
    _, side = cell["counterexample"]["facts"]["sides"]
    assert (1, "KeyError") == (code, side["error"]["type"])


def test_case_of_a_difference_needs_the_other_target(capsys: pytest.CaptureFixture[str]) -> None:
    run([*SAME, "--inputs", "clean", "--path-seconds", "0", "--fail-fast"])
    (case,) = Path(".assay/cases").iterdir()
    capsys.readouterr()

    run(["check", "range", "--case", str(case)])

    assert "same-plan: compares two targets: add --same-as TARGET" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--same-as", "rang"], "unknown assignor 'rang'; did you mean 'range'?"),
        (["--maps"], "--maps: needs --same-as"),
        (["--same-as", "range", "--law", "one-owner-each"], "--law: cannot be used with --same-as"),
        (["--same-as", "range", "--like", "range"], "--like: cannot be used with --same-as"),
        (["--law", "same-plan"], "same-plan: compares two targets: add --same-as TARGET"),
    ],
)
def test_usage_error_is_one_line(words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert 2 == run(["check", "range", *words])
    assert complaint in capsys.readouterr().err
