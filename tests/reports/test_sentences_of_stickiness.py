"""
Tests of `reports.sentences_of_stickiness`: who lost what to whom, and the plan that does with less.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tests.properties.test_laws_change import THREE
from tests.properties.test_laws_stickiness import ONE_IS_ENOUGH
from tests.properties.verdicts import dealt, two_members
from tests.reports.told_breaches import on_answer, on_assignor

if TYPE_CHECKING:
    from assignors.model import Assignment, Group


def test_needless_moves_name_the_cheaper_plan() -> None:
    """
    What should have stayed with whom, what goes elsewhere instead, and what that saves.
    """
    exchanged = on_answer(
        "needless-moves-when-equal", two_members(4, a=[0, 1], b=[2, 3]), {"a": {"t": [0, 2]}, "b": {"t": [1, 3]}}
    )

    assert (
        "2 partitions moved, where none was necessary for the evenest loads. "
        "Leaving t-1 with a and t-2 with b instead costs two moves fewer at the same loads."
    ) == exchanged


def test_a_plan_with_fewer_moves_is_named() -> None:
    """
    One partition stays, a free one goes elsewhere instead.
    """
    answer: Assignment = {"C0": {"t1": [1]}, "C1": {"t0": [0]}, "C2": {"t0": [1], "t1": [0]}}

    assert (
        "2 moves where one would do. "
        "Leaving t1-1 with C2 and giving C0 t1-0 instead costs one move fewer at the same loads."
    ) == on_answer("fewest-moves", ONE_IS_ENOUGH, answer)


def test_where_nothing_had_to_move_none_would_do() -> None:
    """
    An exchange between two members who had what they need.
    """
    exchanged = on_answer("fewest-moves", two_members(4, a=[0, 1], b=[2, 3]), {"a": {"t": [0, 2]}, "b": {"t": [1, 3]}})

    assert exchanged.startswith("2 moves where none would do. ")


def test_without_a_cheaper_plan_the_numbers_speak() -> None:
    """
    Where the answer is no plan, or another plan has other loads, nothing false is said of the loads.
    """
    owned = two_members(4, a=[0, 1], b=[2, 3])
    no_plan = on_answer("needless-moves-when-equal", owned, {"a": {"t": [0]}, "b": {"t": [2, 3]}})
    uneven = on_answer("needless-moves-when-equal", two_members(3, a=[0, 1, 2]), {"a": {}, "b": {"t": [0, 1, 2]}})

    assert "1 partition moved, where none was necessary for the evenest loads." == no_plan
    assert uneven.endswith(
        "Leaving t-0 with a and t-1 with a instead costs two moves fewer and makes the loads more even."
    )


def test_small_changes_say_who_lost_what_to_whom() -> None:
    """
    A stable group, a join and a leave, each with the partitions that moved.
    """

    def turning(group: Group) -> Assignment:
        turn = (group.members[0].generation or 0) % len(group.members)
        return dealt(replace(group, members=group.members[turn:] + group.members[:turn]))

    stable = on_assignor("stable-group-moves-nothing", two_members(2), turning)
    join = on_assignor("join-only-gives-to-joiner", THREE, dealt)
    leave = on_assignor("leave-only-takes-from-leaver", THREE, dealt)

    assert "it moved 2 partitions although nothing had changed: t-0 from a to b and t-1 from b to a." in stable
    assert "When !joiner joined" in join
    assert "When a, who had 2 partitions, left" in leave
    assert "members that stayed lost 3 partitions: t-1 from b to c, t-4 from b to c" not in join


def test_worse_than_blind_is_told_in_partitions_kept() -> None:
    """
    What the seeing assignor kept, and what the blind one keeps.
    """

    def contrary(group: Group) -> Assignment:
        answer = dealt(group)
        return {"a": answer["b"], "b": answer["a"]} if group.members[0].owned else answer

    assert (
        "0 partitions stayed with their owners; the same assignor, asked with all claims hidden, keeps 2 by chance, "
        "at the same balance."
    ) == on_assignor("no-worse-stickiness", two_members(2, a=[0], b=[1]), contrary)


def test_an_older_claim_that_counts_is_named() -> None:
    """
    Whose claim it is, and what changes without it.
    """

    def first_claim_wins(group: Group) -> Assignment:
        return {"a": {"t": [0, 1]}, "b": {}} if group.members[0].claims() else {"a": {"t": [1]}, "b": {"t": [0]}}

    group = two_members(2, a=[0], b=[0, 1])
    newer = replace(group, members=(group.members[0], replace(group.members[1], generation=2)))

    assert (
        "a claims t-0, which another member claims at a newer generation. That should change nothing, yet with it "
        "there are 2 moves and loads 0/2, without it 1 move and loads 1/1."
    ) == on_assignor("newest-claim-wins", newer, first_claim_wins)


def test_an_older_claim_that_costs_one_move_is_told_in_the_singular() -> None:
    """
    The newer claimant loses the partition that both claim.
    """

    def claimant_first(group: Group) -> Assignment:
        mine = 0 if group.members[0].claims() else 1
        return {"a": {"t": [mine]}, "b": {"t": [1 - mine]}}

    group = two_members(2, a=[0], b=[0])
    newer = replace(group, members=(group.members[0], replace(group.members[1], generation=2)))

    assert (
        "a claims t-0, which another member claims at a newer generation. That should change nothing, yet with it "
        "there is 1 move and loads 1/1, without it 0 moves and loads 1/1."
    ) == on_assignor("newest-claim-wins", newer, claimant_first)


def test_claims_that_moved_and_free_partitions_badly_placed() -> None:
    """
    The two laws of sticky yet fair.
    """
    moved = on_answer("keeps-every-claim", two_members(2, a=[0, 1]), {"a": {"t": [0]}, "b": {"t": [1]}})
    placed = on_answer("evenest-around-claims", two_members(3, a=[0]), {"a": {"t": [0, 1, 2]}})

    assert "1 of 2 validly owned partitions moved: t-1 from a to b." == moved
    assert "With a partition that nobody validly owned before, a could hand t-2 to b, who has three fewer" in placed
