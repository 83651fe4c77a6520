from __future__ import annotations

from dataclasses import replace

from kafka_assay.assignors.model import Assignment, Group
from tests.properties.laws.test_change import THREE
from tests.properties.verdicts import deals_in_turn, two_members
from tests.reports.wording.law_breaches import on_assignor


def test_small_changes_name_partition_loser_and_gainer() -> None:
    """A stable group, a join and a leave."""

    def turning(group: Group) -> Assignment:
        turn = (group.members[0].generation or 0) % len(group.members)
        return deals_in_turn(replace(group, members=group.members[turn:] + group.members[:turn]))

    stable = on_assignor("stable-group-moves-nothing", two_members(2), turning)
    join = on_assignor("join-only-gives-to-joiner", THREE, deals_in_turn)
    leave = on_assignor("leave-only-takes-from-leaver", THREE, deals_in_turn)

    assert "It moved 2 partitions: t-0 from a to b and t-1 from b to a." in stable
    assert "!joiner joined" in join
    assert "a, with 2 partitions, left" in leave
    assert "Members that stayed lost 3 partitions: t-1 from b to c, t-4 from b to c" not in join
