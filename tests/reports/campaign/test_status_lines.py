from __future__ import annotations

import pytest

from kafka_assay.pipeline.campaign.unexercised import Unexercised
from kafka_assay.reports.campaign.records import unexercised_line


@pytest.mark.parametrize(
    ("entry", "says"),
    [
        (Unexercised(law="settles", reason="no verdict", groups=0, silent=False), "law settles (no verdict)"),
        (
            Unexercised(law="settles", family="racks", reason="no verdict", groups=1200, silent=True),
            "✗ law settles in family racks (no verdict in 1,200 groups)",
        ),
        (
            Unexercised(target="range", family="racks", reason="refused", groups=0, silent=False),
            "target range in family racks (refused)",
        ),
        (
            Unexercised(target="range", reason="no answer", groups=1, silent=False),
            "target range (no answer in 1 group)",
        ),
    ],
)
def test_line_says_what_was_never_exercised_and_why(entry: Unexercised, says: str) -> None:
    assert f"Never exercised: {says}." == unexercised_line([entry])


def test_long_line_is_cut() -> None:
    found = [Unexercised(law=f"law-{one}", reason="no verdict", groups=0, silent=False) for one in range(9)]

    assert unexercised_line(found).endswith("law law-4 (no verdict) and 4 more.")
