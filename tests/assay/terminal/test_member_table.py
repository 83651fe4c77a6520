from __future__ import annotations

from typing import TYPE_CHECKING

from assay.terminal.member_table import show_members, show_optimum
from kafka_assay.assignors.model import group_of

if TYPE_CHECKING:
    import pytest


def row_of(member: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """Return the cells of a member's row in what was printed."""
    line = next(line for line in capsys.readouterr().out.splitlines() if f"│ {member} " in line)
    return [cell.strip() for cell in line.strip("│").split("│")]


def test_row_counts_what_a_member_kept_gained_and_lost(capsys: pytest.CaptureFixture[str]) -> None:
    group = group_of({"t": 4}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0, 1, 2]}}, generation=1)

    show_members(group, {"a": {"t": [0, 3]}, "b": {"t": [1, 2]}}, "title")

    assert ["a", "2", "1", "1", "2", "t 0,3"] == row_of("a", capsys)


def test_claim_of_a_member_that_is_not_shown_counts(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both claim t-0 at the same generation, so a owned only t-1."""
    group = group_of({"t": 3}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0, 1]}, "b": {"t": [2, 0]}}, generation=1)

    monkeypatch.setattr("assay.terminal.member_table.MOST_ROWS", 1)

    show_members(group, {"a": {"t": [0, 1]}, "b": {"t": [2]}}, "title")

    assert ["a", "2", "1", "1", "0", "t 0,1"] == row_of("a", capsys)


def test_hidden_members_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    members = {f"m{number:03}": ["t"] for number in range(63)}

    show_optimum(group_of({"t": 1}, members), {"m000": {"t": [0]}})

    printed = capsys.readouterr().out
    assert "3 more members are not shown. --json lists them all." in printed
    assert "m059" in printed
    assert "m060" not in printed
