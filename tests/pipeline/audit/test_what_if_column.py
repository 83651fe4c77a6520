from __future__ import annotations

import json
from pathlib import Path

import pyarrow.dataset as ds
import pytest

from assay.cli import run
from kafka_assay.assignors.formats.group_format import group_to_json
from kafka_assay.assignors.hosted.targets import open_target
from kafka_assay.assignors.model import group_of
from kafka_assay.pipeline.audit.extra_columns import WhatIfCell, impossible_changes, what_if_cell
from kafka_assay.pipeline.whatif.change import Change
from tests.pipeline.audited import Fixed
from tests.pipeline.whatif.groups import THREE_OF_NINE


def test_cell_has_the_figures_of_the_outcome() -> None:
    cell = what_if_cell(open_target("sticky"), THREE_OF_NINE, Change(restart=50))

    assert WhatIfCell(18, 18, 27, 54, 2, 0, [9, 9, 9]) == cell


def test_cell_of_an_impossible_change_says_why() -> None:
    cell = what_if_cell(open_target("sticky"), THREE_OF_NINE, Change(leave=("d",)))

    assert cell.impossible
    assert "--leave d: expected a member of the group, such as 'a'" == cell.error


def test_cell_of_a_failed_target_says_why() -> None:
    group = group_of({"t": 1, "u": 1}, {"a": ["t"], "b": ["u"]})

    cell = what_if_cell(Fixed(None), group, Change(join=1))

    assert not cell.impossible
    assert "KeyError: 'b'" in str(cell.error)


def test_audit_with_a_change_fills_the_column(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Today's row has none. A group without the member is named on stderr."""
    other = group_of({"t": 1}, {"z": ["t"]}, {"z": {"t": [0]}}, name="other")
    lines = [json.dumps(group_to_json(group)) for group in (THREE_OF_NINE, other)]
    (tmp_path / "g.jsonl").write_text("\n".join(lines))

    assert 0 == run(["audit", str(tmp_path / "g.jsonl"), "--out", str(tmp_path / "out"), "--leave", "a"])

    table = ds.dataset(tmp_path / "out" / "results.parquet").to_table(columns=["index", "target", "what_if"])
    cells = {(row["index"], row["target"]): row["what_if"] for row in table.to_pylist()}
    assert cells[0, "today"] is None
    assert (0, 9, 27, [13, 14]) == tuple(
        cells[0, "sticky"][key] for key in ("moved", "ownerless", "interrupted", "loads")
    )
    assert (1, cells[1, "sticky"]["error"]) == impossible_changes(tmp_path / "out" / "results.parquet")
    assert "no what-if for 1 of 2 groups, such as: --leave a: expected a member" in capsys.readouterr().err


def test_audit_without_a_change_has_no_what_if(tmp_path: Path) -> None:
    (tmp_path / "g.json").write_text(json.dumps(group_to_json(THREE_OF_NINE)))

    run(["audit", str(tmp_path / "g.json"), "--out", str(tmp_path / "out")])

    table = ds.dataset(tmp_path / "out" / "results.parquet").to_table(columns=["what_if"])
    assert {None} == set(table["what_if"].to_pylist())
