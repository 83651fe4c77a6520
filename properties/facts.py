"""
The shapes of the facts that several laws share: hand-overs, chains of them, a cheaper plan.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from assignors.model import Assignment, Group
    from oracle.certificate import CheaperPlan
    from oracle.hand_over import HandOver
    from properties.verdict import Facts


def hand_over(giver: str, taker: str, topic: str, partition: int) -> Facts:
    """
    One partition handed from a member to another.
    """
    return {"from": giver, "to": taker, "topic": topic, "partition": partition}


def hand_overs(found: Iterable[HandOver]) -> list[Facts]:
    """
    Several hand-overs, in their order.
    """
    return [hand_over(one.giver, one.taker, one.topic, one.partition) for one in found]


def chain_facts(chain: Iterable[HandOver], loads: Mapping[str, int]) -> Facts:
    """
    A chain of hand-overs that would make the loads more even, with the loads of the members on it.
    """
    steps = hand_overs(chain)
    members = [steps[0]["from"], *(step["to"] for step in steps)]
    return {"chain": steps, "loads": {member: loads[member] for member in members}}


def cheaper_facts(plan: CheaperPlan | None) -> Facts:
    """
    A plan with the same loads and fewer moves, as the hand-overs that lead to it; none where it would need other loads.
    """
    if plan is None:
        return {"needless": []}
    return {
        "needless": hand_overs(plan.hand_overs),
        "moves_before": plan.moves_before,
        "moves_after": plan.moves_after,
    }


def completed(group: Group, answer: Assignment) -> Assignment:
    """
    `answer` with an entry for every member of the group, be it empty, and for nobody else.
    """
    return {member.id: answer.get(member.id, {}) for member in group.members}
