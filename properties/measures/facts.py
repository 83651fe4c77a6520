"""Facts that several laws share: the holders of partitions, chains of hand-overs, a cheaper plan."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from kafka_assay.assignors.model import Assignment, Group, TopicPartition
from kafka_assay.oracle.improvement.cheaper_plan import CheaperPlan
from kafka_assay.oracle.improvement.holdings import HandOver
from kafka_assay.properties.verdict import Facts

SHOWN = 20


def list_facts(key: str, found: list[Any]) -> Facts | None:
    """Facts with the first items of `found` under `key` and the count of all; None if `found` is empty."""
    return {key: found[:SHOWN], "count": len(found)} if found else None


def holders(answer: Assignment) -> dict[TopicPartition, list[str]]:
    """Partition -> the members that have it in `answer`. A member that has it twice is listed twice."""
    found: dict[TopicPartition, list[str]] = {}
    for member, topics in answer.items():
        for topic, ids in topics.items():
            for partition in ids:
                found.setdefault(TopicPartition(topic, partition), []).append(member)
    return found


def sum_of_squares(counts: Iterable[int]) -> int:
    """
    The sum of squares, the measure of imbalance: a smaller sum is more even.

    The optimum by this measure is also the optimum by every other symmetric convex measure.
    """
    return sum(count * count for count in counts)


def hand_over(giver: str, taker: str, topic: str, partition: int) -> Facts:
    """One partition that goes from one member to another."""
    return {"from": giver, "to": taker, "topic": topic, "partition": partition}


def hand_overs(found: Iterable[HandOver]) -> list[Facts]:
    """Several hand-overs, in their order."""
    return [hand_over(one.giver, one.taker, one.topic, one.partition) for one in found]


def chain_facts(chain: Iterable[HandOver], loads: Mapping[str, int]) -> Facts:
    """A chain of hand-overs that would make the loads more even, with the loads of the members on it."""
    steps = hand_overs(chain)
    members = [steps[0]["from"], *(step["to"] for step in steps)]
    return {"chain": steps, "loads": {member: loads[member] for member in members}}


def cheaper_facts(plan: CheaperPlan | None, loads: Mapping[str, int], owners: Mapping[TopicPartition, str]) -> Facts:
    """
    A plan with fewer moves and loads at least as even, as the hand-overs that lead to it; empty if there is none.

    `home` says that the taker validly owned the partition before, and counts these hand-overs. They come first. Not all
    hand-overs are listed.
    """
    if plan is None:
        return {"needless": [], "count": 0, "home": 0}
    counts = [sum(map(len, topics.values())) for topics in plan.assignment.values()]
    steps = [
        {**fact, "home": owners.get(TopicPartition(fact["topic"], fact["partition"])) == fact["to"]}
        for fact in hand_overs(plan.hand_overs)
    ]
    return {
        "needless": sorted(steps, key=lambda step: (not step["home"], step["topic"], step["partition"]))[:SHOWN],
        "count": len(steps),
        "home": sum(step["home"] for step in steps),
        "evener": sum_of_squares(counts) < sum_of_squares(loads.values()),
        "moves_before": plan.moves_before,
        "moves_after": plan.moves_after,
    }


def complete_answer(group: Group, answer: Assignment) -> Assignment:
    """`answer` with an entry for every member of the group, empty if missing, and for no other member."""
    return {member.id: answer.get(member.id, {}) for member in group.members}
