from __future__ import annotations

from tests.properties.laws.test_cooperative import changes_every_round
from tests.properties.verdicts import deals_in_turn, two_members
from tests.reports.wording.law_breaches import on_assignor


def test_rounds_name_owner_and_new_owner() -> None:
    """And the partitions still moving at the end."""
    double = on_assignor("no-double-ownership", two_members(2, a=[0, 1]), deals_in_turn, cooperative=True)
    restless = on_assignor("settles", two_members(2), changes_every_round, cooperative=True)

    assert "In round 1: t-1 was granted to b while a still owned it." == double
    assert "After 6 rounds the assignment still changes. The last round moved t-0 from a to b" in restless
