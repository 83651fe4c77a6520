"""Tests of `assay optimum --weights`: JSON, text, exit codes and usage errors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from assay.cli import run
from assay.verbs.optimum_ import reference_answers
from kafka_assay.assignors.formats.group_format import group_from_json

SKEWED: dict[str, Any] = {
    "format": "assay-group/1",
    "name": "skewed",
    "topics": {
        "t": {
            "partitions": 5,
            "end_offsets": [100, 60, 50, 0, 0],
            "committed_offsets": [0, 0, 0, 0, 0],
            "weights": [3.5, 1, 1, 1, 0.5],
        }
    },
    "members": [
        {"id": "a", "subscription": ["t"], "owned": {"t": [0, 1]}, "generation": 1},
        {"id": "[b]", "subscription": ["t"], "owned": {"t": [2, 3, 4]}, "generation": 1},
    ],
}


@pytest.fixture
def group(tmp_path: Path) -> str:
    """The path of a file with a small group that lags in one partition."""
    path = tmp_path / "skewed.json"
    path.write_text(json.dumps(SKEWED))
    return str(path)


def optimum_as_json(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[dict[str, Any]]]:
    """The exit code of `assay optimum --json`, and the documents on stdout."""
    code = run(["optimum", "--json", *arguments])
    return code, [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_document_has_the_keys_of_the_contract(group: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, (document,) = optimum_as_json(capsys, group, "--weights", "lag")

    told = {key: document[key] for key in ("engine", "status", "loads", "sum_of_squares", "moves", "kept")}
    levels = {"max": 110, "sum_of_squares": 22_100, "moved": 60}
    assert 0 == code
    assert {
        "engine": "cp-sat",
        "status": "proved",
        "loads": [2, 3],
        "sum_of_squares": 13,
        "moves": 2,
        "kept": 3,
    } == told
    assert document["weighted"] == {
        "by": "lag",
        **levels,
        "bound": levels,
        "gap": dict.fromkeys(levels, 0),
        "r_score": 60 / 110,
        "grain": None,
        "today": {"max": 160, "sum_of_squares": 28_100},
        "members": {"a": {"today": 160, "best": 100}, "[b]": {"today": 50, "best": 110}},
    }


def test_figures_are_in_the_unit_of_the_weights(group: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, (document,) = optimum_as_json(capsys, group, "--weights", "weights")

    assert (0, 3.5, 24.5, 1) == (code, *(document["weighted"][key] for key in ("max", "sum_of_squares", "moved")))


def test_text_begins_with_the_levels(group: str, capsys: pytest.CaptureFixture[str]) -> None:
    run(["optimum", group, "--weights", "lag"])

    lines = capsys.readouterr().out.splitlines()
    assert "heaviest member 110, sum of squares 22,100, moved 60, R-score 0.545: proved" == lines[0]
    assert "today: heaviest member 160, sum of squares 28,100" == lines[1]
    assert any("lag today" in line and "lag best" in line for line in lines)
    assert any("[b]" in line and "50" in line and "110" in line for line in lines)
    assert any(line.startswith("lag: records that the member has not read yet, today and with") for line in lines)


def test_bounded_result_exits_3_with_its_bound(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    numbers = [(7**place * 1009) % 99_991 for place in range(60)]
    topic = {"partitions": 60, "weights": numbers}
    members = [{"id": f"m{n}", "subscription": ["t"], "owned": {"t": [n]}} for n in range(7)]
    path = tmp_path / "large.json"
    path.write_text(json.dumps({**SKEWED, "topics": {"t": topic}, "members": members}))

    code, (document,) = optimum_as_json(capsys, str(path), "--weights", "weights", "--seconds", "0.2")
    run(["optimum", str(path), "--weights", "weights", "--seconds", "0.2"])

    weighted = document["weighted"]
    assert (3, "bounded", None) == (code, document["status"], document["certificate"])
    assert any(weighted["gap"].values())
    assert weighted["max"] == weighted["bound"]["max"] + weighted["gap"]["max"]
    assert " ".join(capsys.readouterr().out.split()).partition(" today: ")[0].endswith(": bounded")


def test_references_are_tried_until_the_time_limit(group: str) -> None:
    """The references that come closest are first."""
    question = group_from_json(SKEWED)
    times = iter([0.0, 0.0, 0.5, 2.0])

    everybody = reference_answers(question, 60.0, lambda: 0.0)
    some = reference_answers(question, 1.0, lambda: next(times))

    assert len(everybody) > 10
    assert everybody[:2] == some


def test_group_without_weights_is_an_error_on_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "groups.jsonl"
    path.write_text(
        "\n".join(map(json.dumps, [SKEWED, {**SKEWED, "topics": {"t": 2}}, {**SKEWED, "topics": {"t": 0}}]))
    )

    code, documents = optimum_as_json(capsys, str(path), "--weights", "weights")

    assert 2 == code
    assert ["assay-optimum/1", "assay-error/1", "assay-optimum/1"] == [one["format"] for one in documents]
    assert "no weights" in documents[1]["message"]
    assert ["skewed", "flow"] == [documents[2]["name"], documents[2]["engine"]]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--weights", "lags"], "did you mean 'lag'"),
        (["--weights", "lag", "--engine", "ilp"], "--engine ilp: cannot be used with --weights"),
        (["--weights", "lag", "--then", "topic-spread"], "--then topic-spread: cannot be used with --weights"),
        (["--weights", "lag", "--proof", "c.json"], "--proof c.json: cannot be used with --weights"),
        (["--seconds", "5"], "--seconds 5: needs --weights"),
        (["--weights", "lag", "--seconds", "0"], "'0'"),
    ],
)
def test_usage_error_is_one_line(group: str, options: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["optimum", group, *options])

    error = capsys.readouterr().err
    assert (2, 1) == (code, error.count("\n"))
    assert said in error
