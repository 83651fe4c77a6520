"""
How even an answer must be: between members, within a topic, after any single hand-over, and beside the optimum.
"""

from __future__ import annotations

from collections.abc import Mapping

from kafka_assay.assignors.interface import Promise
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.oracle.improvement.improving_chain import improving_chain
from kafka_assay.properties.effect import NEEDLESS, Effect
from kafka_assay.properties.law import law
from kafka_assay.properties.measures.facts import chain_facts, complete_answer, hand_over
from kafka_assay.properties.measures.subscriptions import has_same_existing_topics, subscribers
from kafka_assay.properties.trials.trial import Trial
from kafka_assay.properties.verdict import Broken, Facts, Kept, Undecided, Verdict


@law(
    promise=Promise.EVEN,
    says="if all members subscribe to the same existing topics: loads differ by at most 1",
    source="KIP-54, definition of balanced, first bullet; RoundRobinAssignor's Javadoc",
    effect=Effect(
        NEEDLESS, "Some members have more work than others for no reason, and the slowest member limits the group."
    ),
    implies={
        "racks-never-cost-balance": (
            "with equal subscriptions, partitions and members fix loads that differ by at most one, with or without "
            "racks"
        ),
    },
    defined=has_same_existing_topics,
)
def even_when_equal(trial: Trial) -> Verdict:
    """KIP-54 and `RoundRobinAssignor`'s Javadoc give the same bound for equal subscriptions."""
    return Kept() if _are_level(trial.loads) else Broken(_spread_facts(trial.loads))


@law(
    promise=Promise.PER_TOPIC,
    says="in each topic, the counts of its subscribers differ by at most 1",
    source="RangeAssignor's Javadoc",
    effect=Effect(NEEDLESS, "A few members get most of a topic, although other subscribers have room."),
    implies={
        "racks-never-cost-balance": (
            "partitions and subscribers fix a topic's counts that differ by at most one, with or without racks"
        ),
    },
)
def spread_within_topic(trial: Trial) -> Verdict:
    """Over several topics the extra partitions may add up on the same members; the Javadoc allows it."""
    answer = trial.answer
    for topic, members in subscribers(trial.group).items():
        counts = [len(answer.get(member, {}).get(topic, ())) for member in members]
        if max(counts) - min(counts) > 1:
            return Broken({"topic": topic, **_spread_facts(dict(zip(members, counts, strict=True)))})
    return Kept()


@law(
    promise=Promise.LOCAL,
    says="no single hand-over to a subscriber makes the loads more even",
    source="KIP-54, definition of balanced, second bullet; StickyAssignor's Javadoc",
    effect=Effect(NEEDLESS, "One hand-over would relieve the loaded member, and nothing prevents it."),
    implies={
        "even-when-equal": "with equal subscriptions, two loads that differ by two leave a hand-over that helps",
    },
    decides=("even-when-equal",),
)
def locally_balanced(trial: Trial) -> Verdict:
    """
    No partition's owner has at least two more than another subscriber of its topic.

    KIP-54 says that moving a partition cannot improve the score. A move from b to a lowers the score exactly if b has
    at least two more. A later sentence of the KIP swaps the two members; the Javadoc of the class and this law do not.
    """
    facts = _best_hand_over(trial.group, trial.answer, trial.loads)
    return Kept() if facts is None else Broken(facts)


@law(
    promise=Promise.OPTIMAL,
    says="no chain of hand-overs makes the loads more even: they are the best possible",
    source="Harvey, Ladner, Lovász, Tamir 2006: optimal semi-matchings",
    effect=Effect(NEEDLESS, "The loads are not the best possible. The same members could share the work more evenly."),
    implies={
        "locally-balanced": "a single hand-over that helps is a chain of length one",
    },
    decides=("locally-balanced",),
)
def optimally_balanced(trial: Trial) -> Verdict:
    """
    No chain of hand-overs leads from a member to one with at least two fewer.

    An assignment without such a chain has the least sum of squares, and only its sorted loads have that sum. The law is
    stronger than KIP-54, which looks at single hand-overs.
    """
    if trial.flaw is not None:
        return Undecided(trial.flaw)
    if _are_level(trial.loads):
        return Kept()
    chain = improving_chain(trial.group, complete_answer(trial.group, trial.answer))
    return Kept() if chain is None else Broken(chain_facts(chain, trial.loads))


def _are_level(loads: Mapping[str, int]) -> bool:
    """Whether loads differ by at most one. No hand-over and no chain improves such loads."""
    return max(loads.values(), default=0) - min(loads.values(), default=0) <= 1


def _spread_facts(loads: Mapping[str, int]) -> Facts:
    most, least = max(loads, key=loads.__getitem__), min(loads, key=loads.__getitem__)
    return {"most": {"member": most, "load": loads[most]}, "least": {"member": least, "load": loads[least]}}


def _best_hand_over(group: Group, answer: Assignment, loads: Mapping[str, int]) -> Facts | None:
    """The single hand-over between the members furthest apart, as a chain of one; None if none helps."""
    if _are_level(loads):
        return None
    counts = group.partition_counts()
    heaviest_first = sorted(loads, key=lambda member: -loads[member])
    best, found = 1, None
    for topic, members in subscribers(group).items():
        lightest_first = sorted(members, key=loads.__getitem__)
        for giver in heaviest_first:
            if loads[giver] - loads[lightest_first[0]] <= best:
                break
            if not answer.get(giver, {}).get(topic):
                continue
            # The lightest taker will do, unless a faulty answer gave the giver's partitions to it as well.
            for taker in lightest_first:
                if loads[giver] - loads[taker] <= best:
                    break
                partition = _partition_to_give(giver, taker, topic, counts[topic], answer)
                if partition is not None:
                    best, found = loads[giver] - loads[taker], hand_over(giver, taker, topic, partition)
    if found is None:
        return None
    return {"chain": [found], "loads": {member: loads[member] for member in (found["from"], found["to"])}}


def _partition_to_give(giver: str, taker: str, topic: str, partitions: int, answer: Assignment) -> int | None:
    """An existing partition that `giver` has and `taker` has not: a faulty answer may give it to both."""
    has, mine = set(answer.get(taker, {}).get(topic, ())), answer.get(giver, {}).get(topic, ())
    return next((one for one in mine if 0 <= one < partitions and one not in has), None)
