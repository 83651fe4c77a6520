"""Tests of the text output of `assay judge`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from assay.cli import run
from tests.assay.groups import CHAIN, CHAINED, PAIR, WHOLE, answer_file, write_documents

if TYPE_CHECKING:
    import pytest


def test_text_gives_the_verdict_then_the_proof(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    group = write_documents(tmp_path / "chain.json", CHAIN)

    code = run(["judge", group, answer_file(tmp_path / "a.json", CHAINED), "--like", "optimal"])
    lines = capsys.readouterr().out.splitlines()

    assert 1 == code
    assert "✗ BROKEN: optimally-balanced" == lines[0]
    assert "  chain: 3 members, 3 partitions assigned, loads 2/1/0" == lines[1]
    assert any(line.startswith("✗ optimally-balanced: If C0 gave t1-1 to C2 and C2 gave t0-0 to C1") for line in lines)
    assert any(line.startswith("? fewest-moves: Undecided") for line in lines)
    assert "Assumed: that members read what they say" == lines[-1]
    assert max(map(len, lines)) <= 100


def test_kept_answer_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["judge", write_documents(tmp_path / "g.json", PAIR), answer_file(tmp_path / "a.json", WHOLE)])
    lines = capsys.readouterr().out.splitlines()

    assert (0, "✓ KEPT: 6 laws") == (code, lines[0])
    assert "The loads are the best possible (sum of squares 8), and nothing moved." in lines
    assert lines[-1].startswith("Only the laws for all assignors were checked")


def test_control_characters_in_ids_are_escaped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    odd = {**PAIR, "members": [{"id": "[red]\x1b", "subscription": ["t"]}]}

    run(["judge", write_documents(tmp_path / "g.json", odd), answer_file(tmp_path / "a.json", {})])

    assert r"[red]\x1b is missing from the answer." in capsys.readouterr().out
