"""Tests of `assay frontier`: JSON, text and picture."""

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
    """The JSON document of `assay frontier`, with exit code 0."""
    assert 0 == run(["frontier", *arguments, "--json"])
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    return document


def test_frontier_runs_from_no_move_to_the_optimum(group_with_joiner: str, capsys: pytest.CaptureFixture[str]) -> None:
    document = frontier_as_json(capsys, group_with_joiner, "--without-references")

    optimum = solve(GROUP)
    assert [36, 26, 20, 18] == [point["sum_of_squares"] for point in document["points"]]
    assert (optimum.moves, optimum.sum_of_squares) == (3, document["points"][-1]["sum_of_squares"])
    assert all(point["exact"] for point in document["points"])
    assert ["today"] == [one["target"] for one in document["assignors"]]


def test_every_reference_is_a_point(group_with_joiner: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Those for equal subscriptions are included, because these are equal."""
    found = {one["target"]: one for one in frontier_as_json(capsys, group_with_joiner)["assignors"]}

    assert {"today", "optimal", "sticky", "constrained-4phase", "range", "sticky-yet-fair"} <= found.keys()
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
    targets = [f"--target=python:own:{name}" for name in ("half", "fail", "good")]

    document = frontier_as_json(capsys, group_with_joiner, "--without-references", *targets)

    assert {"today": 0, "python:own:good": 2} == {one["target"]: one["moves"] for one in document["assignors"]}
    assert ["python:own:half", "python:own:fail"] == [one["target"] for one in document["left_out"]]
    assert all(one["why"] for one in document["left_out"])


def test_plan_within_a_number_of_moves(group_with_joiner: str, capsys: pytest.CaptureFixture[str]) -> None:
    plan = frontier_as_json(capsys, group_with_joiner, "--without-references", "--moves", "2")["plan"]

    assert (2, 2, 20) == (plan["allowed"], plan["moves"], plan["sum_of_squares"])
    assert 2 == stickiness(valid_owners(GROUP), plan["assignment"]).moved


def test_text_begins_with_the_finding(group_with_joiner: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert 0 == run(["frontier", group_with_joiner])

    said = capsys.readouterr().out
    assert said.startswith("joined: the best balance takes 3 moves")
    assert "sticky-yet-fair" in said
    assert "Assumed: everybody reads everything" in said


def test_many_groups_are_answered_line_by_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "many.jsonl"
    file.write_text("\n".join([json.dumps(JOINED), '{"format":"assay-group/1"}', json.dumps(JOINED)]))

    code = run(["frontier", str(file), "--without-references"])

    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert (2, ["assay-frontier/1", "assay-error/1", "assay-frontier/1"]) == (code, [one["format"] for one in lines])
    assert (2, "joined") == (lines[2]["index"], lines[2]["name"])


def test_picture_is_png_or_svg(group_with_joiner: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, start in (("one.png", b"\x89PNG"), ("one.svg", b"<?xml")):
        assert 0 == run(["frontier", group_with_joiner, "--without-references", "--picture", str(tmp_path / name)])

        assert (tmp_path / name).read_bytes().startswith(start)
    assert "picture: " in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--picture", "x.gif"], ".png or .svg"),
        (["--points", "1"], "at least 2"),
        (["--moves", "-1"], "--moves: '-1': expected a whole number, 0 or more"),
        (["--target", "stick"], "did you mean 'sticky'?"),
        (["--picture", "no/such/folder/x.png"], "cannot be written"),
    ],
)
def test_usage_error_is_one_line(
    group_with_joiner: str, capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    code = run(["frontier", group_with_joiner, "--without-references", *arguments])

    captured = capsys.readouterr()
    assert (2, "") == (code, captured.out if "no/such" not in str(arguments) else "")
    assert said in captured.err
