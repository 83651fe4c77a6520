"""Tests of `assay optimum`: JSON, text and certificates."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from assay.cli import run
from kafka_assay.assignors.model import Group
from kafka_assay.oracle.optimum import Engine, Optimum
from kafka_assay.oracle.solve import solve

GROUP: dict[str, Any] = {
    "format": "assay-group/1",
    "name": "g",
    "topics": {"t0": 1, "t1": 2},
    "assumptions": ["that the moon is round"],
    "members": [
        {"id": "C0", "subscription": ["t1"]},
        {"id": "C1", "subscription": ["t0"]},
        {"id": "[red]C2\x1b", "subscription": ["t0", "t1"], "owned": {"t0": [0]}},
    ],
}


@pytest.fixture
def group(tmp_path: Path) -> str:
    """The path of a file with a small group."""
    path = tmp_path / "g.json"
    path.write_text(json.dumps(GROUP))
    return str(path)


def optimum_as_json(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[dict[str, Any]]]:
    """The exit code of `assay optimum --json`, and the documents on stdout."""
    code = run(["optimum", "--json", *arguments])
    return code, [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize("engine", ["flow", "ilp", "exhaustive"])
def test_document_of_every_engine_has_the_keys_of_the_contract(
    group: str, engine: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, (document,) = optimum_as_json(capsys, group, "--engine", engine)

    figures = {name: value for name, value in document.items() if name not in {"assignment", "certificate"}}
    assert 0 == code
    assert {
        "format": "assay-optimum/1",
        "engine": engine,
        "status": "proved",
        "loads": [1, 1, 1],
        "sum_of_squares": 3,
        "moves": 1,
        "kept": 0,
    } == figures
    assert {"t0": [0]} == document["assignment"]["C1"]
    assert "potentials" == document["certificate"]["kind"]


def test_flow_is_the_default_engine(group: str, capsys: pytest.CaptureFixture[str]) -> None:
    _, (document,) = optimum_as_json(capsys, group)

    assert "flow" == document["engine"]


def test_text_begins_with_loads_moves_and_status(group: str, capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["optimum", group])

    lines = capsys.readouterr().out.splitlines()
    assert 0 == code
    assert "loads 1/1/1, 1 move, proved" == lines[0]
    assert any(r"[red]C2\x1b" in line and "t1 " in line for line in lines)
    assert "Assumed: that the moon is round" == lines[-1]


def test_then_option_adds_a_third_level(group: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, (document,) = optimum_as_json(capsys, group, "--then", "topic-spread")
    run(["optimum", group, "--then", "topic-spread"])

    assert 0 == code
    assert {"by": "topic-spread", "value": 3, "status": "proved"} == document["then"]
    said = "loads 1/1/1, 1 move, proved, then squared loads per topic and member 3, proved"
    assert said == capsys.readouterr().out.splitlines()[0]


def test_group_without_the_third_level_is_an_error_on_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    housed = {**GROUP, "members": [{**member, "host": "h"} for member in GROUP["members"]]}
    path = tmp_path / "groups.jsonl"
    path.write_text("\n".join([json.dumps(GROUP), json.dumps(housed)]))

    code, documents = optimum_as_json(capsys, str(path), "--then", "host-spread")

    assert 2 == code
    assert "member 'C0' has no host" in documents[0]["message"]
    assert {"by": "host-spread", "value": 9, "status": "proved"} == documents[1]["then"]


def test_written_certificate_is_accepted_by_judge(
    group: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    proof, plan = tmp_path / "proof.json", tmp_path / "plan.json"
    _, (document,) = optimum_as_json(capsys, group, "--proof", str(proof))
    plan.write_text(json.dumps(document))

    code = run(["judge", group, str(plan), "--like", "optimal", "--check-proof", str(proof), "--json"])

    written = json.loads(proof.read_text())
    assert ("assay-certificate/1", document["certificate"]) == (written["format"], written["certificate"])
    assert 0 == code
    assert {"proves": True, "reason": None} == json.loads(capsys.readouterr().out)["certificate"]


def test_many_groups_are_solved_line_by_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "groups.jsonl"
    path.write_text("\n".join([json.dumps(GROUP), "{}", json.dumps({"group": GROUP})]))

    code, documents = optimum_as_json(capsys, str(path))

    assert 2 == code
    assert ["assay-optimum/1", "assay-error/1", "assay-optimum/1"] == [one["format"] for one in documents]
    assert [0, 1, 2] == [one["index"] for one in documents]
    assert "g" == documents[2]["name"]


def test_group_too_large_for_the_engine_is_an_error_on_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "groups.jsonl"
    path.write_text("\n".join([json.dumps({**GROUP, "topics": {"t0": 40, "t1": 0}}), json.dumps(GROUP)]))

    code, documents = optimum_as_json(capsys, str(path), "--engine", "exhaustive")

    assert 2 == code
    assert ["assay-error/1", "assay-optimum/1"] == [one["format"] for one in documents]


@pytest.mark.parametrize(
    ("options", "named"),
    [
        (["--engine", "magic"], "magic"),
        (["--then", "topic-sprd"], "did you mean 'topic-spread'"),
        (["--then", "host-spread"], "member 'C0' has no host"),
        (["--then", "rack-match"], "needs a member with a rack"),
        (["--weights", "lag"], "--weights"),
        (["--proof", "/no/such/folder/proof.json"], "/no/such/folder/proof.json"),
    ],
)
def test_usage_error_is_one_line(
    group: str, options: list[str], named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code = run(["optimum", group, *options])

    error = capsys.readouterr().err
    assert 2 == code
    assert 1 == len(error.splitlines())
    assert named in error


@pytest.mark.parametrize("proof", ["proof.json", "-"])
def test_certificates_of_many_groups_need_a_jsonl_file(
    proof: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "groups.jsonl"
    path.write_text(json.dumps(GROUP))

    assert 2 == run(["optimum", str(path), "--proof", proof if proof == "-" else str(tmp_path / proof)])
    assert "--proof" in capsys.readouterr().err


def test_many_groups_have_a_certificate_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A bad line has an error instead."""
    groups, proofs, plans = (tmp_path / f"{name}.jsonl" for name in ("groups", "proofs", "plans"))
    groups.write_text("\n".join([json.dumps(GROUP), "{}", json.dumps(GROUP | {"name": "h"})]))

    run(["optimum", str(groups), "--proof", str(proofs)])
    plans.write_text(capsys.readouterr().out)
    run(["judge", str(groups), str(plans), "--check-proof", str(proofs)])

    judged = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    formats = [json.loads(line)["format"] for line in proofs.read_text().splitlines()]
    assert ["assay-certificate/1", "assay-error/1", "assay-certificate/1"] == formats
    assert [True, None, True] == [one.get("certificate", {}).get("proves") for one in judged]


def test_plan_with_an_invalid_certificate_is_undecided(
    group: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def unproved(question: Group, engine: Engine) -> Optimum:
        return replace(solve(question, engine), certificate={})

    monkeypatch.setattr("kafka_assay.oracle.solve.solve", unproved)

    code, (document,) = optimum_as_json(capsys, group)

    assert (3, "undecided") == (code, document["status"])
