"""Tests of `assay replay`: JSON, text, files, refusals."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from assay.cli import run

pytestmark = pytest.mark.functional

CAPTURES = Path(__file__).parents[2] / "captures"
LIFE: dict[str, Any] = {
    "format": "assay-life/1",
    "group": {
        "format": "assay-group/1",
        "topics": {"t": 6},
        "members": [{"id": name, "subscription": ["t"]} for name in "abc"],
    },
    "events": [{"at": 10, "leave": ["c"]}],
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with a folder of two lives."""
    monkeypatch.chdir(tmp_path)
    for name in ("one", "two"):
        file = tmp_path / "lives" / f"{name}.json"
        file.parent.mkdir(exist_ok=True)
        file.write_text(json.dumps(LIFE))
    return file.parent


def replays(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[dict[str, Any]]:
    """The JSON documents of `assay replay`, with exit code 0."""
    assert 0 == run(["replay", *arguments, "--json"])
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one line of an error."""
    assert 2 == run(["replay", *arguments])
    (line,) = capsys.readouterr().err.splitlines()
    return line


def test_group_of_a_real_client_replays_as_it_was_captured_next(capsys: pytest.CaptureFixture[str]) -> None:
    """In the next capture cw-4 has left, and each other member still has what it had."""
    after = json.loads((CAPTURES / "g-java-coop-wide-after-leave.json").read_text())["members"]
    loads = [sum(map(len, member["owned"].values())) for member in after]

    (found,) = replays(capsys, str(CAPTURES / "g-java-coop-wide.json"), "cooperative-sticky", "--leave", "cw-4")

    last = found["targets"][0]["steps"][-1]
    assert (0, 25) == (last["moved"], last["ownerless"])
    assert sum(load * load for load in loads) == last["sum_of_squares"]


def test_every_life_of_a_folder_is_replayed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = replays(capsys, str(folder), "sticky")

    assert ["one", "two"] == [one["life"] for one in found]
    assert [18.0, 18.0] == [one["targets"][0]["stopped_partition_seconds"] for one in found]


def test_options_change_the_clock(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--clock", "rebalance=5", "--clock", "rebuild=10")

    found = replays(capsys, str(folder / "one.json"), "cooperative-sticky", *words)[0]

    assert 2 * 5.0 + 2 * 10.0 == found["targets"][0]["stopped_partition_seconds"]
    assert (5, 10) == (found["timing"]["rebalance"], found["timing"]["rebuild"])


def test_table_fits_into_100_columns(capsys: pytest.CaptureFixture[str]) -> None:
    assert 0 == run(["replay", "growing-topic"])

    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 100
    assert any(line.strip().startswith("the optimum") for line in lines)


def test_out_holds_rows_records_and_pictures(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from pyarrow.parquet import read_table

    found = replays(capsys, str(folder), "sticky", "cooperative-sticky", "--out", "out")

    rows = read_table("out/replay.parquet").to_pylist()
    assert 2 * 3 * 2 == len(rows)
    assert {"sticky", "cooperative-sticky", "optimal"} == {row["target"] for row in rows}
    assert found[0] == json.loads(Path("out/replay-one.json").read_text())
    assert Path("out/two-sticky.png").read_bytes().startswith(b"\x89PNG")


def test_lives_of_one_name_get_the_names_of_their_files(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("one", "two"):
        (folder / f"{name}.json").write_text(json.dumps(LIFE | {"name": "deploy"}))

    found = replays(capsys, str(folder), "sticky")

    assert ["deploy (one)", "deploy (two)"] == [one["life"] for one in found]


def test_report_shows_the_lives_of_two_runs(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    replays(capsys, str(folder), "sticky", "cooperative-sticky", "--out", "out")
    replays(capsys, "kip-54-cost", "sticky", "--out", "out")

    assert 0 == run(["report", "out"])

    text = Path("out/index.html").read_text(encoding="utf-8")
    assert "<h1>Replay of 3 lives</h1>" in text
    assert '<section id="replay-kip-54-cost"' in text


def test_target_without_an_outcome_is_left_out(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    life = json.loads((folder / "one.json").read_text())
    life["group"]["members"][0]["client"] = "sarama"
    (folder / "one.json").write_text(json.dumps(life))

    (found,) = replays(capsys, str(folder / "one.json"), "sticky", "server-uniform")

    assert ["sticky"] == [one["target"] for one in found["targets"]]
    assert ["server-uniform"] == [one["target"] for one in found["left_out"]]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("rolling-deplo", "sticky"), "did you mean 'rolling-deploy'?"),
        (("nothing.json", "sticky"), "no such file"),
        (("lives/bad.json", "sticky"), "lives/bad.json: events[0].leave[0]: 'x'"),
        (("empty", "sticky"), "the folder has no .json file"),
        ((), "LIFE|GROUP|drawn:A..B"),
        (("xyz", "sticky"), "assay list lives"),
        (("kip-54-cost", "stiky"), "stiky"),
        (("kip-54-cost", "sticky", "--leave", "nobody"), "--leave nobody"),
        (("kip-54-cost", "sticky", "--clock", "rebalance=0"), "above 0"),
        (("rolling-deploy-static", "sticky", "--clock", "restrt=1"), "did you mean 'restart'"),
    ],
)
def test_bad_input_is_one_line(
    words: tuple[str, ...], said: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder.parent / "empty").mkdir()
    (folder / "bad.json").write_text(json.dumps(LIFE | {"events": [{"leave": ["x"]}]}))

    assert said in refusal(capsys, *words)
