"""Tests of `assay optimum --frontier`: JSON, text and picture."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from assay.cli import run
from kafka_assay.assignors.model import group_of
from kafka_assay.assignors.ownership import stickiness, valid_owners
from kafka_assay.oracle.solve import solve

JOINED = {
    "format": "assay-group/1",
    "name": "joined",
    "topics": {"t": 6},
    "assumptions": ["everybody reads everything"],
    "members": [
        {"id": "a", "subscription": ["t"], "owned": {"t": [0, 1, 2, 3, 4, 5]}, "generation": 3},
        {"id": "b", "subscription": ["t"]},
    ],
}
GROUP = group_of({"t": 6}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0, 1, 2, 3, 4, 5]}})


@pytest.fixture
def group_with_joiner(tmp_path: Path) -> str:
    """A file with a group of two members, one of which owns everything."""
    file = tmp_path / "joined.json"
    file.write_text(json.dumps(JOINED))
    return str(file)


def frontier_as_json(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    """The JSON document of `assay optimum --frontier`, with exit code 0."""
    assert 0 == run(["optimum", "--frontier", *arguments, "--json"])
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    return document


def test_frontier_runs_from_no_move_to_the_optimum(group_with_joiner: str, capsys: pytest.CaptureFixture[str]) -> None:
    document = frontier_as_json(capsys, group_with_joiner)

    optimum = solve(GROUP)
    assert [36, 26, 20, 18] == [point["sum_of_squares"] for point in document["points"]]
    assert (optimum.moves, optimum.sum_of_squares) == (3, document["points"][-1]["sum_of_squares"])
    assert all(point["exact"] for point in document["points"])
    assert ["today"] == [one["target"] for one in document["assignors"]]


def test_each_named_target_is_a_point(group_with_joiner: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Beside today's assignment."""
    document = frontier_as_json(capsys, group_with_joiner, "sticky", "range")

    found = {one["target"]: one for one in document["assignors"]}
    assert ["today", "sticky", "range"] == list(found)
    assert (3, 18, 3, 18) == tuple(list(found["sticky"].values())[1:])
    assert (0, 36, 0, 36) == tuple(list(found["today"].values())[1:])


def test_user_targets_are_points_and_faulty_answers_are_named(
    group_with_joiner: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "own.py").write_text(
        "def half(group):\n    return {'a': {'t': [0]}, 'b': {}}\n"
        "def fail(group):\n    raise KeyError('t')\n"
        "def good(group):\n    return {'a': {'t': [0, 1, 2, 3]}, 'b': {'t': [4, 5]}}\n"
    )
    monkeypatch.chdir(tmp_path)
    targets = [f"python:own:{name}" for name in ("half", "fail", "good")]

    document = frontier_as_json(capsys, group_with_joiner, *targets)

    assert {"today": 0, "python:own:good": 2} == {one["target"]: one["moves"] for one in document["assignors"]}
    assert ["python:own:half", "python:own:fail"] == [one["target"] for one in document["left_out"]]
    assert all(one["why"] for one in document["left_out"])


def test_plan_within_a_number_of_moves(group_with_joiner: str, capsys: pytest.CaptureFixture[str]) -> None:
    plan = frontier_as_json(capsys, group_with_joiner, "--moves", "2")["plan"]

    assert (2, 2, 20) == (plan["allowed"], plan["moves"], plan["sum_of_squares"])
    assert 2 == stickiness(valid_owners(GROUP), plan["assignment"]).moved


def test_text_begins_with_the_finding(group_with_joiner: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert 0 == run(["optimum", group_with_joiner, "--frontier", "sticky-yet-fair"])

    said = capsys.readouterr().out
    assert said.startswith("loads 3/3, 3 moves, proved\n")
    assert "joined: the best balance takes 3 moves" in said
    assert "sticky-yet-fair" in said
    assert "Assumed: everybody reads everything" in said


def test_many_groups_are_answered_line_by_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "many.jsonl"
    file.write_text("\n".join([json.dumps(JOINED), '{"format":"assay-group/1"}', json.dumps(JOINED)]))

    code = run(["optimum", str(file), "--frontier"])

    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert (2, ["assay-optimum/1", "assay-error/1", "assay-optimum/1"]) == (code, [one["format"] for one in lines])
    assert lines[2]["points"]
    assert (2, "joined") == (lines[2]["index"], lines[2]["name"])


def test_picture_is_png_or_svg(group_with_joiner: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, start in (("one.png", b"\x89PNG"), ("one.svg", b"<?xml")):
        assert 0 == run(["optimum", group_with_joiner, "--frontier", "--picture", str(tmp_path / name)])

        assert (tmp_path / name).read_bytes().startswith(start)
    assert "picture: " in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--picture", "x.gif"], ".png or .svg"),
        (["--moves", "-1"], "--moves: '-1': expected a whole number, 0 or more"),
        (["stick"], "did you mean 'sticky'?"),
        (["--picture", "no/such/folder/x.png"], "cannot be written"),
    ],
)
def test_usage_error_is_one_line(
    group_with_joiner: str, capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    code = run(["optimum", group_with_joiner, "--frontier", *arguments])

    captured = capsys.readouterr()
    assert (2, "") == (code, captured.out if "no/such" not in str(arguments) else "")
    assert said in captured.err
