"""Tests of `assay assign`: JSON, table and many groups."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from assay.cli import run
from assay.terminal.member_table import id_ranges
from kafka_assay.assignors.interface import AssignorFailed, Promise
from kafka_assay.assignors.model import Assignment, Group

GROUP = {
    "format": "assay-group/1",
    "name": "g",
    "topics": {"t0": 3, "t1": 1},
    "assumptions": ["that the moon is round"],
    "members": [
        {"id": "C0", "subscription": ["t0"], "owned": {"t0": [0, 1, 2]}},
        {"id": "[red]C1\x1b", "subscription": ["t0", "t1"]},
    ],
}


class FailingTarget:
    """A target that never answers."""

    name = "refusing"
    promises: frozenset[Promise] = frozenset()

    def assign(self, group: Group) -> Assignment:
        raise AssignorFailed("ValueError", "one\ntwo")

    def close(self) -> None:
        """Do nothing."""


@pytest.fixture
def group(tmp_path: Path) -> str:
    """The path of a file with a small group."""
    path = tmp_path / "g.json"
    path.write_text(json.dumps(GROUP))
    return str(path)


@pytest.fixture
def failing_target(monkeypatch: pytest.MonkeyPatch) -> None:
    """Open the target that never answers, whatever target is named."""
    monkeypatch.setattr("kafka_assay.assignors.hosted.targets.open_target", lambda *_, **__: FailingTarget())


def test_document_has_the_keys_of_the_contract(group: str, capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["assign", "range", group, "--json"])

    assert 0 == code
    assert {
        "format": "assay-assignment/1",
        "target": "range",
        "loads": {"C0": 2, "[red]C1\x1b": 2},
        "kept": 2,
        "moved": 1,
        "unassigned": 0,
        "assignment": {"C0": {"t0": [0, 1]}, "[red]C1\x1b": {"t0": [2], "t1": [0]}},
    } == json.loads(capsys.readouterr().out)


def test_table_shows_members_and_assumptions(group: str, capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["assign", "range", group])

    out = capsys.readouterr().out
    rows = [[cell.strip() for cell in line.split("│")[1:-1]] for line in out.splitlines() if line.startswith("│")]
    assert 0 == code
    assert [["C0", "2", "2", "0", "1", "t0 0,1"], ["[red]C1\\x1b", "2", "0", "2", "0", "t0 2  t1 0"]] == rows
    assert "4 partitions on 2 members; kept 2, moved 1, unassigned 0\nassumed: that the moon is round\n" in out


def test_many_groups_are_answered_line_by_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A bad line does not end the run, but decides the exit code."""
    path = tmp_path / "g.jsonl"
    path.write_text("\n".join([json.dumps(GROUP), '{"group": 3}', json.dumps({"group": GROUP, "seen": True})]))

    code = run(["assign", "range", str(path)])

    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert 2 == code
    assert [("assay-assignment/1", 0), ("assay-error/1", 1), ("assay-assignment/1", 2)] == [
        (line["format"], line["index"]) for line in lines
    ]
    assert "g" == lines[2]["name"]


@pytest.mark.usefixtures("failing_target")
def test_failing_target_breaks_returns_an_answer(group: str, capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["assign", "python:any:Name", group, "--json"])

    printed = capsys.readouterr()
    assert 1 == code
    assert "refusing gave no answer: ValueError: one two" == json.loads(printed.out)["message"]
    assert "assay: refusing gave no answer: ValueError: one two\n" == printed.err


@pytest.mark.usefixtures("failing_target")
def test_failure_on_one_of_many_groups_does_not_end_the_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "g.jsonl"
    path.write_text(f"{json.dumps(GROUP)}\n" * 2)

    code = run(["assign", "python:any:Name", str(path)])

    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert 1 == code
    assert [("assay-error/1", 0, "g"), ("assay-error/1", 1, "g")] == [
        (line["format"], line["index"], line["name"]) for line in lines
    ]


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "inf", "soon"])
def test_time_limit_must_be_positive(group: str, seconds: str, capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["assign", "range", group, f"--call-timeout={seconds}"])

    assert 2 == code
    assert f"'{seconds}': expected a number of seconds above 0" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("ids", "expected"), [([], ""), ([3], "3"), ([1, 0], "0,1"), ([5, 4, 3], "3-5"), ([0, 2, 2, 3, 9], "0,2,3,9")]
)
def test_three_or_more_consecutive_ids_become_a_range(ids: list[int], expected: str) -> None:
    assert expected == id_ranges(ids)


EQUAL = {"topics": {"t": 4}, "wanted": {"a": "t", "b": "t"}, "owned": {"a": {"t": [0, 1, 2, 3]}}}
UNEQUAL = {
    "topics": {"t0": 3, "t1": 3},
    "wanted": {"C0": "t0 t1", "C1": "t1", "C2": "t0 t1"},
    "owned": {"C0": {"t0": [1, 2], "t1": [0, 1, 2]}, "C2": {"t0": [0]}},
}
SETTLED = {**EQUAL, "owned": {"a": {"t": [0, 1]}, "b": {"t": [2, 3]}}}


@pytest.mark.parametrize(
    ("target", "told", "rounds"),
    [
        ("cooperative-sticky", EQUAL, "This is the first of two rounds: 2 partitions are withheld until the present"),
        ("cooperative-sticky", UNEQUAL, "This is the first of three rounds: 3 partitions are withheld until the"),
        ("cooperative-sticky", SETTLED, None),
        ("sticky", EQUAL, None),
    ],
)
def test_cooperative_answer_that_withholds_says_that_it_is_one_round(
    target: str, told: dict[str, Any], rounds: str | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    members = [
        {"id": name, "subscription": wanted.split(), "owned": told["owned"].get(name, {}), "generation": 1}
        for name, wanted in told["wanted"].items()
    ]
    document = {"format": "assay-group/1", "topics": told["topics"], "members": members}
    (tmp_path / "g.json").write_text(json.dumps(document))

    code = run(["assign", target, str(tmp_path / "g.json")])

    said = capsys.readouterr().out
    assert 0 == code
    assert ("rounds:" in said) == (rounds is not None)
    assert rounds is None or rounds in said
