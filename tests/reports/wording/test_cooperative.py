from __future__ import annotations

from tests.properties.laws.test_cooperative import swaps
from tests.properties.verdicts import dealt, two_members
from tests.reports.wording.law_breaches import on_assignor


def test_rounds_name_owner_and_new_owner() -> None:
    """And the partitions still moving at the end."""
    double = on_assignor("no-double-ownership", two_members(2, a=[0, 1]), dealt, cooperative=True)
    restless = on_assignor("settles", two_members(2), swaps, cooperative=True)

    assert "In round 1: t-1 was granted to b while a still owned it." == double
    assert "After 6 rounds the assignment still changes. The last round moved t-0 from a to b" in restless
