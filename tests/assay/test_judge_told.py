"""`assay judge` as people read it: the answer first, then the proof."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from assay.cli import run
from tests.assay.groups import CHAIN, CHAINED, PAIR, WHOLE, answer_file, written

if TYPE_CHECKING:
    import pytest


def test_the_first_line_answers_and_the_rest_proves(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """For people: which law is broken, the proof, why it matters, the source, the gap, what had to be assumed."""
    group = written(tmp_path / "chain.json", CHAIN)

    code = run(["judge", group, answer_file(tmp_path / "a.json", CHAINED), "--like", "optimal"])
    lines = capsys.readouterr().out.splitlines()

    assert 1 == code
    assert "✗ BROKEN: optimally-balanced" == lines[0]
    assert "  chain: 3 members, 3 partitions handed out, loads 2/1/0" == lines[1]
    assert any(line.startswith("✗ optimally-balanced: If C0 gave t1-1 to C2 and C2 gave t0-0 to C1") for line in lines)
    assert any(line.startswith("? fewest-moves: Undecided") for line in lines)
    assert "Assumed: that members read what they say" == lines[-1]
    assert max(map(len, lines)) <= 100


def test_what_is_kept_is_said_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing broken: how many laws were asked, and that there are more."""
    code = run(["judge", written(tmp_path / "g.json", PAIR), answer_file(tmp_path / "a.json", WHOLE)])
    lines = capsys.readouterr().out.splitlines()

    assert (0, "✓ KEPT: all 6 laws that were asked") == (code, lines[0])
    assert "The loads are the best possible (sum of squares 8); nothing moved." in lines
    assert lines[-1].startswith("Only the laws that hold for every assignor were asked")


def test_ids_that_a_terminal_could_not_show_are_escaped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Control characters and markup in a member's id reach the screen as text."""
    odd = {**PAIR, "members": [{"id": "[red]\x1b", "subscription": ["t"]}]}

    run(["judge", written(tmp_path / "g.json", odd), answer_file(tmp_path / "a.json", {})])

    assert r"[red]\x1b is missing from the answer." in capsys.readouterr().out
