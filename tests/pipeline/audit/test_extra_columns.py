"""Tests of the columns that a user asks for: the cost of a change, and the balance of weights."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow.dataset as ds
import pytest

from assay.cli import run
from kafka_assay.assignors.formats.group_format import group_to_json
from kafka_assay.assignors.hosted.targets import open_target
from kafka_assay.assignors.model import Group, Member, Topic, group_of
from kafka_assay.pipeline.audit.extra_columns import (
    WeighingPlan,
    WeightCell,
    WhatIfCell,
    impossible_changes,
    weigh_answers,
    what_if_cell,
)
from kafka_assay.pipeline.whatif.change import Change
from tests.pipeline.audit.audited import fixed
from tests.pipeline.whatif.groups import THREE_OF_NINE

SKEWED = Group(
    topics=(Topic(name="t", partitions=3, end_offsets=(100, 60, 50), committed_offsets=(0, 0, 0)),),
    members=(
        Member(id="a", subscription=("t",), owned=(("t", (0, 1)),), generation=1),
        Member(id="b", subscription=("t",), owned=(("t", (2,)),), generation=1),
    ),
)
TODAY = {"a": {"t": [0, 1]}, "b": {"t": [2]}}
BY_LAG = WeighingPlan(by="lag")


def test_weights_of_today_have_the_figures_of_the_best_plan_too() -> None:
    """A missing answer has none."""
    answers = [TODAY, {"a": {"t": [1, 2]}, "b": {"t": [0]}}, None]

    (today, moved, missing), plan = weigh_answers(SKEWED, answers, BY_LAG)

    assert WeightCell(160, 160**2 + 50**2, 0, 110, 110**2 + 100**2, 60, "proved", by="lag") == today
    assert '{"a":{"t":[0]},"b":{"t":[1,2]}}' == plan
    assert WeightCell(most=110, squares=110**2 + 100**2, moved=150, by="lag") == moved
    assert missing is None


@pytest.mark.parametrize(
    ("group", "by", "reason"),
    [
        (group_of({"t": 2}, {"a": ["t"]}), "lag", "offsets"),
        (group_of({"t": 2}, {"a": ["t"]}), "weights", "no weights"),
        (SKEWED, "lag", "no plan: ZeroDivisionError: division by zero"),
    ],
)
def test_group_without_weights_or_a_plan_says_so_today(
    group: Group, by: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fault of the search does not end the audit."""
    if group is SKEWED:
        monkeypatch.setattr("kafka_assay.oracle.weighted.search.solve_weighted", lambda *_: 1 / 0)

    (today, other), plan = weigh_answers(group, [{}, TODAY], WeighingPlan(by=by))

    assert today is not None
    assert reason in (today.error or "")
    assert (None, None, None) == (today.most, other, plan)
    assert ([None], None) == weigh_answers(Group(topics=group.topics, members=()), [{}], BY_LAG)


def test_what_if_has_the_figures_of_the_outcome() -> None:
    cell = what_if_cell(open_target("sticky"), THREE_OF_NINE, Change(restart=50))

    assert WhatIfCell(18, 18, 27, 54, 2, 0, [9, 9, 9], topic_spread=0) == cell


def test_what_if_of_an_impossible_change_or_a_failed_target_says_why() -> None:
    impossible = what_if_cell(open_target("sticky"), THREE_OF_NINE, Change(leave=("d",)))
    failed = what_if_cell(fixed(None), group_of({"t": 1, "u": 1}, {"a": ["t"], "b": ["u"]}), Change(join=1))

    assert (True, False) == (impossible.impossible, failed.impossible)
    assert "--leave d: expected a member of the group, such as 'a'" == impossible.error
    assert "KeyError: 'b'" in str(failed.error)


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
