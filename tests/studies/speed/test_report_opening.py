from __future__ import annotations

from studies.browser import Opening
from studies.speed.report_opening import summary


def test_table_has_every_opening() -> None:
    lines = summary(100_000, 600.0, 30.4, 10_120_000, [Opening(1.14, 0.2), Opening(2.0, None)]).splitlines()

    assert "| 100,000 | 600 | 167 | 30 | 10.1 | 1.1, 2.0 | 0.2, - |" == lines[2]
