from __future__ import annotations

from kafka_assay.assignors.model import Assignment, Group
from tests.properties.laws.test_answers import ONE_IS_ENOUGH
from tests.properties.verdicts import deals_in_turn, two_members
from tests.reports.wording.law_breaches import on_answer, on_assignor


def test_needless_moves_name_the_cheaper_plan() -> None:
    exchanged = on_answer(
        "needless-moves-when-equal", two_members(4, a=[0, 1], b=[2, 3]), {"a": {"t": [0, 2]}, "b": {"t": [1, 3]}}
    )

    assert (
        "2 partitions moved; no move is necessary for the best balance. "
        "A cheaper plan leaves t-1 with a and t-2 with b: 2 moves fewer, and the loads are the same."
    ) == exchanged


def test_plan_with_fewer_moves_is_named() -> None:
    answer: Assignment = {"C0": {"t1": [1]}, "C1": {"t0": [0]}, "C2": {"t0": [1], "t1": [0]}}

    assert (
        "2 moves; 1 is enough. "
        "A cheaper plan leaves t1-1 with C2 and gives t1-0 to C0: 1 move fewer, and the loads are the same."
    ) == on_answer("fewest-moves", ONE_IS_ENOUGH, answer)


def test_exchange_between_balanced_members_needed_no_move() -> None:
    exchanged = on_answer("fewest-moves", two_members(4, a=[0, 1], b=[2, 3]), {"a": {"t": [0, 2]}, "b": {"t": [1, 3]}})

    assert exchanged.startswith("2 moves; none is necessary. ")


def test_no_cheaper_plan_gives_numbers_only() -> None:
    owned = two_members(4, a=[0, 1], b=[2, 3])
    no_plan = on_answer("needless-moves-when-equal", owned, {"a": {"t": [0]}, "b": {"t": [2, 3]}})
    uneven = on_answer("needless-moves-when-equal", two_members(3, a=[0, 1, 2]), {"a": {}, "b": {"t": [0, 1, 2]}})

    assert "1 partition moved; no move is necessary for the best balance." == no_plan
    assert uneven.endswith(
        "A cheaper plan leaves t-0 with a and t-1 with a: 2 moves fewer, and the loads are more even."
    )


def test_worse_than_blind_states_the_kept_partitions() -> None:
    def contrary(group: Group) -> Assignment:
        answer = deals_in_turn(group)
        return {"a": answer["b"], "b": answer["a"]} if group.members[0].owned else answer

    assert (
        "0 partitions stayed with their owners. With all claims hidden, the same assignor keeps 2 by chance, "
        "with the same balance."
    ) == on_assignor("no-worse-stickiness", two_members(2, a=[0], b=[1]), contrary)
