"""Tests of `assay replay drawn:A..B`: JSON, text, files, refusals, and one month alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from assay.cli import run

pytestmark = pytest.mark.functional

SMALL = ("--rate", "deploys=1", "--rate", "most-members=5", "--rate", "unequal=0.5")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working directory."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def drawn(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    """The JSON document of `assay replay`, with exit code 0."""
    assert 0 == run(["replay", *arguments, *SMALL, "--json"])
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_same_seed_gives_the_same_means(capsys: pytest.CaptureFixture[str]) -> None:
    one, two, other = (drawn(capsys, "drawn:0..2", "sticky", "--seed", seed) for seed in "778")

    assert one["targets"] == two["targets"]
    assert one["targets"] != other["targets"]


def test_months_are_the_same_whatever_the_targets(capsys: pytest.CaptureFixture[str]) -> None:
    alone = drawn(capsys, "drawn:0..1", "range")["targets"][0]["figures"]
    beside = drawn(capsys, "drawn:0..1", "sticky", "range")["targets"][1]["figures"]

    assert alone == beside


def test_one_month_replays_alone(capsys: pytest.CaptureFixture[str]) -> None:
    from pyarrow.parquet import read_table

    drawn(capsys, "drawn:0..1", "sticky", "--out", "out")
    row = next(
        row for row in read_table("out/months.parquet").to_pylist() if (row["month"], row["target"]) == (1, "sticky")
    )

    alone = drawn(capsys, "drawn:1", "sticky")

    assert "month-0-1" == alone["life"]
    for key in ("rebalances", "rounds", "moved", "ownerless", "taken", "stopped_partition_seconds", "mean_gap"):
        assert row[key] == alone["targets"][0][key]


def test_command_of_the_first_month_works(capsys: pytest.CaptureFixture[str]) -> None:
    """The months are numbered, so that a range may begin anywhere."""
    found = drawn(capsys, "drawn:3..4", "sticky", "--seed", "3", "--clock", "rebuild=5")
    alone = [drawn(capsys, f"drawn:{number}", "sticky", "--seed", "3", "--clock", "rebuild=5") for number in (3, 4)]
    words = found["month_command"].split()[1:]

    assert 0 == run([*words, "--json"])

    assert alone[0]["targets"] == json.loads(capsys.readouterr().out)["targets"]
    for key in ("moved", "stopped_partition_seconds"):
        sums = sum(one["targets"][0][key] for one in alone)
        assert found["targets"][0]["figures"][key]["mean"] == sums / 2


def test_two_names_of_one_target_are_one_target(capsys: pytest.CaptureFixture[str]) -> None:
    found = drawn(capsys, "drawn:0..1", "sticky", "optimal", "sticky")

    assert ["sticky", "optimal"] == [one["target"] for one in found["targets"]]


def test_text_fits_into_100_columns_and_says_the_rates(capsys: pytest.CaptureFixture[str]) -> None:
    assert 0 == run(["replay", "drawn:0..1", *SMALL, "--out", "out"])

    said = capsys.readouterr().out
    assert max(map(len, said.splitlines())) <= 100
    assert "Differences from range" in said
    assert "deploys=1" in said
    assert Path("out/months.json").exists()


def test_report_has_a_chapter(capsys: pytest.CaptureFixture[str]) -> None:
    drawn(capsys, "drawn:0..1", "sticky", "range", "--out", "out")

    assert 0 == run(["report", "out"])
    assert "<h1>Replay of 2 drawn months</h1>" in Path("out/index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("drawn:1..0", "sticky"), "drawn:1..0: expected drawn:NUMBER or drawn:A..B"),
        (("drawn:x", "sticky"), "drawn:x: expected drawn:NUMBER"),
        (("drawn:0..1", "stiky"), "stiky"),
        (("drawn:0..1", "sticky", "--rate", "deploy=1"), "did you mean 'deploys'"),
        (("drawn:0..1", "sticky", "--master", "mars"), "master: 'mars'"),
        (("drawn:0..1", "sticky", "--leave", "a"), "--leave"),
        (("kip-54-cost", "sticky", "--rate", "deploys=1"), "--rate: only for drawn months"),
        (("kip-54-cost", "sticky", "--master", "loop"), "--master: only for drawn months"),
    ],
)
def test_bad_input_is_one_line(words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert 2 == run(["replay", *words])

    (line,) = capsys.readouterr().err.splitlines()
    assert said in line
