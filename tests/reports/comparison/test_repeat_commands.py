from __future__ import annotations

from pathlib import Path

import pytest

from kafka_assay.properties.records.case_format import write_case
from kafka_assay.reports.comparison.case_text import repeat_command
from tests.reports.comparison.records import BROKEN_LINE, record


def test_command_names_the_file_of_the_case(tmp_path: Path) -> None:
    made = record(lines=[BROKEN_LINE], command="assay compare a b --groups 9 --like sticky --call-timeout 5 --seed 0")
    (line,) = made.lines
    assert line.case is not None
    path = write_case(line.case, tmp_path / "cases")

    command = repeat_command(made, line, tmp_path)

    assert f"assay check b --like sticky --call-timeout 5 --case {path}" == command


def test_there_is_no_command_without_the_file(tmp_path: Path) -> None:
    made = record(lines=[BROKEN_LINE])

    assert not repeat_command(made, made.lines[0], tmp_path)


@pytest.mark.parametrize(("outcome", "is_there"), [("newly-kept", False), ("newly-broken", True)])
def test_case_of_an_earlier_revision_has_no_command(tmp_path: Path, outcome: str, is_there: bool) -> None:
    made = record(lines=[{**BROKEN_LINE, "outcome": outcome}], command="assay compare --git a..b python:m:N")
    (line,) = made.lines
    assert line.case is not None
    write_case(line.case, tmp_path / "cases")

    assert is_there == bool(repeat_command(made, line, tmp_path))
