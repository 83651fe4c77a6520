from __future__ import annotations

from studies.speed.audit_scaling import table


def test_table_shows_medians_and_their_ratios() -> None:
    """To the plain loop and to one core."""
    runs = {"loop": [(1.0, 10.0)], "local[1]": [(5.0, 12.0), (6.0, 11.0), (7.0, 40.0)], "local[2]": [(6.0, 6.0)]}

    lines = table(120, runs).splitlines()

    assert [
        "| loop | 1.0 | 10.0 | 10.0 | 12 | x1.00 | x0.83 |",
        "| local[1] | 6.0 | 12.0, 11.0, 40.0 | 12.0 | 10 | x1.20 | x1.00 |",
        "| local[2] | 6.0 | 6.0 | 6.0 | 20 | x0.60 | x0.50 |",
    ] == lines[2:]
