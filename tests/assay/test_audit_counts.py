"""Tests of the counts that `assay audit` prints for the bundled captures."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from assay.cli import run

CAPTURES = str(Path(__file__).parents[2] / "captures")


def test_terminal_and_report_count_the_same_groups(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(["audit", CAPTURES, "--out", str(tmp_path), "--master", "loop"])
    printed = capsys.readouterr().out.splitlines()

    run(["report", str(tmp_path)])

    report = (tmp_path / "report.md").read_text().splitlines()
    (counted,) = [line for line in printed if "at the proven optimum today" in line]
    assert counted == report[4]
    assert counted.startswith("28 of 30 groups are at the proven optimum today; 2 are less balanced than possible.")
    assert counted.endswith("(1 more group was rebalancing. 2 more groups have no members.)")
    assert printed[0].startswith("g-java-rr-hetero: 4 members, 30 partitions, assigned by roundrobin.")
    assert "Not judged, because it was rebalancing: g-reb-kip." in printed


def test_json_has_a_row_for_each_assignor(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The current assignment is first, then the optimum, then the best assignor."""
    run(["audit", CAPTURES, "--out", str(tmp_path), "--master", "loop", "--json"])

    summary = json.loads(capsys.readouterr().out)
    rows = {row["target"]: row for row in summary["assignors"]}
    assert ["today", "optimal"] == list(rows)[:2]
    assert {"today", *summary["targets"]} == rows.keys()
    assert (28, 2, 1, 2) == tuple(summary["grades"][name] for name in ("optimal", "less_even", "rebalancing", "empty"))
    assert {33} == {sum(row["grades"].values()) for name, row in rows.items() if not name.startswith("constrained-")}
    assert summary["grades"] == rows["today"]["grades"]
    assert {one["target"] for one in summary["recommended"]} < rows.keys()


def test_weights_are_balanced_for_each_group(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The best plans of these two captures are proved."""
    files = [f"{CAPTURES}/{name}.json" for name in ("g-java-rr-hetero", "g-java-default")]

    code = run(["audit", *files, "--out", str(tmp_path), "--master", "loop", "--weights", "lag", "--seconds", "20"])

    assert 0 == code
    assert (
        "By lag: in 2 of 2 groups the heaviest member has more than with the best plan found. "
        "Largest difference: g-java-rr-hetero, 174 today, 86 with that plan."
    ) in capsys.readouterr().out.splitlines()
    assert "lag" == json.loads((tmp_path / "audit.json").read_text())["weights"]


@pytest.mark.parametrize(
    ("options", "said"),
    [(["--weights", "lags"], "did you mean 'lag'"), (["--seconds", "3"], "--seconds 3: needs --weights")],
)
def test_wrong_weights_are_one_line(
    options: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = run(["audit", CAPTURES, "--out", str(tmp_path / "out"), *options])

    error = capsys.readouterr().err
    assert (2, 1) == (code, error.count("\n"))
    assert said in error
