"""Tests of a check of targets that give no answer in time."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from kafka_assay.assignors.hosted.supervised_process import Limits
from kafka_assay.assignors.hosted.targets import TargetText
from kafka_assay.properties.records.check_record import CheckCell
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.search.check import check
from tests.assignors.hosted.late import ENDLESS, LATE_ONCE, MARKER


def checked_cell(text: str, seconds: float) -> CheckCell:
    """The cell of `returns-an-answer` on a few clean groups, with these seconds for a call."""
    target_text = TargetText(text=text, limits=Limits(call_seconds=seconds), checks_hangs=True)
    with closing(target_text.open()) as target:
        record = check(target, laws=[LAW_BY_ID["returns-an-answer"]], families=["clean"], examples=6, seconds=20)
    (cell,) = record.cells
    return cell


@pytest.fixture(autouse=True)
def marker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the file that remembers the calls without an answer."""
    monkeypatch.setenv(MARKER, str(tmp_path / "marker"))
    return tmp_path / "marker"


def test_late_answer_is_no_finding(marker: Path) -> None:
    cell = checked_cell(LATE_ONCE, 1.0)

    assert ("kept", cell.examples) == (cell.verdict, cell.kept)
    assert marker.exists()


def test_hang_is_found_and_shrunk() -> None:
    case = checked_cell(ENDLESS, 0.2).counterexample

    assert case is not None
    assert "hang" == case.facts["error"]
    assert 1 == len(case.steps[0].group.members)
