from __future__ import annotations

from dataclasses import replace

from kafka_assay.assignors.model import Assignment, Group
from tests.properties.verdicts import two_members
from tests.reports.wording.law_breaches import on_answer, on_assignor


def test_older_claim_that_counts_is_named() -> None:
    def first_claim_wins(group: Group) -> Assignment:
        return {"a": {"t": [0, 1]}, "b": {}} if group.members[0].claims() else {"a": {"t": [1]}, "b": {"t": [0]}}

    group = two_members(2, a=[0], b=[0, 1])
    newer = replace(group, members=(group.members[0], replace(group.members[1], generation=2)))

    assert (
        "a claims t-0, but other members claim it at a newer generation. The older claim "
        "should change nothing. The answer with it takes 2 moves and leaves loads 0/2; without it: 1 move, loads 1/1."
    ) == on_assignor("newest-claim-wins", newer, first_claim_wins)


def test_older_claim_that_costs_one_move_is_in_the_singular() -> None:
    def claimant_first(group: Group) -> Assignment:
        mine = 0 if group.members[0].claims() else 1
        return {"a": {"t": [mine]}, "b": {"t": [1 - mine]}}

    group = two_members(2, a=[0], b=[0])
    newer = replace(group, members=(group.members[0], replace(group.members[1], generation=2)))

    assert (
        "a claims t-0, but other members claim it at a newer generation. The older claim "
        "should change nothing. The answer with it takes 1 move, without it 0 moves; the loads are 1/1 both times."
    ) == on_assignor("newest-claim-wins", newer, claimant_first)


def test_further_older_claims_are_counted_for_all_members() -> None:
    def claimant_takes_all(group: Group) -> Assignment:
        return {"a": {"t": [0, 1]}, "b": {}} if group.members[0].claims() else {"a": {"t": [1]}, "b": {"t": [0]}}

    group = two_members(2, a=[0, 1], b=[0, 1])
    newer = replace(group, members=(group.members[0], replace(group.members[1], generation=2)))

    assert on_assignor("newest-claim-wins", newer, claimant_takes_all).startswith(
        "a claims t-0, but other members claim it at a newer generation; 1 more claim is outdated in the same way. "
        "The older claims should change nothing. The answer with them takes"
    )


def test_moved_claims_and_badly_placed_unowned_partitions_are_named() -> None:
    moved = on_answer("keeps-every-claim", two_members(2, a=[0, 1]), {"a": {"t": [0]}, "b": {"t": [1]}})
    placed = on_answer("evenest-around-claims", two_members(3, a=[0]), {"a": {"t": [0, 1, 2]}})

    assert "1 of 2 partitions with a valid owner moved: t-1 from a to b." == moved
    assert "If a gave t-2 to b, their loads would change from 3 and 0 to 2 and 1." in placed
    assert placed.endswith("This partition had no valid owner before.")
