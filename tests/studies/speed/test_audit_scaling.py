from __future__ import annotations

from pathlib import Path

from studies.speed.audit_scaling import split_lines, table


def test_table_shows_medians_and_their_ratios() -> None:
    """To the plain loop and to one core."""
    runs = {"loop": [(1.0, 10.0)], "local[1]": [(5.0, 12.0), (6.0, 11.0), (7.0, 40.0)], "local[2]": [(6.0, 6.0)]}

    lines = table(120, runs).splitlines()

    assert [
        "| loop | 1.0 | 10.0 | 10.0 | 12 | x1.00 | x0.83 |",
        "| local[1] | 6.0 | 12.0, 11.0, 40.0 | 12.0 | 10 | x1.20 | x1.00 |",
        "| local[2] | 6.0 | 6.0 | 6.0 | 20 | x0.60 | x0.50 |",
    ] == lines[2:]


def test_lines_are_dealt_to_the_parts_in_turn(tmp_path: Path) -> None:
    """Every line goes into one part, so that parts of one file are alike."""
    whole = tmp_path / "fleet.jsonl"
    whole.write_bytes(b"a\nb\nc\n")

    parts = split_lines(whole, 2)

    assert [b"a\nc\n", b"b\n"] == [part.read_bytes() for part in parts]
    assert [whole] == split_lines(whole, 1)
