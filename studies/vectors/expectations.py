"""
What any correct answer of a strategy to a group must satisfy, as far as laws and the optimum prove it.

Nothing comes from an assignor. A bound is the optimum's where a law of the strategy's promises asks for the optimum's
balance or moves. In small groups, all valid plans that keep the laws are compared as well.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, TypeAlias

from kafka_assay.assignors.interface import Promise
from kafka_assay.assignors.model import Group, TopicPartition
from kafka_assay.assignors.ownership import loads, unassigned_partitions
from kafka_assay.assignors.promises import parse_likeness
from kafka_assay.oracle.solve import solve
from kafka_assay.properties.judging.evidence import GivenAnswer, make_trial
from kafka_assay.properties.judging.finding import verdict_words
from kafka_assay.properties.judging.judgement import is_applicable
from kafka_assay.properties.laws.claims import groups_without_older_claims
from kafka_assay.properties.laws.stickiness import most_kept_when_even
from kafka_assay.properties.measures.claims import disputed_claims, has_double_claim
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.trials.trial import Trial
from tests.support.engines.every_plan import count_plans, every_plan

Expectation: TypeAlias = dict[str, Any]
"""`expect` of a vector."""

SECONDS = 5
"""The time for an answer; a correct one takes milliseconds."""
NOBODY = ""
"""In `may_own`: the partition may have no owner in this round."""
MOST_PLANS = 300
"""If a group has at most so many valid plans, all are judged."""
NEWEST = "newest-claim-wins"
"""The law, and the flag of vectors that rest on it; some clients document another policy."""


def expect(group: Group, strategy: str) -> Expectation:
    """What every correct answer of the `strategy` to `group` satisfies. Keys that say nothing are absent."""
    promises = parse_likeness(strategy).promises
    optimum = solve(group)
    trial = make_trial(GivenAnswer(answer=optimum.assignment, promises=promises), group)
    is_cooperative = Promise.COOPERATIVE in promises
    waits = _waiting(group) if is_cooperative else set()
    found: Expectation = {"valid": True, "may_own": _may_own(trial, waits)}
    owners = {str(partition): member for partition, member in sorted(trial.owners.items())}
    if not waits:
        found |= _balance(trial, promises, optimum.sum_of_squares)
    elif _are_claims_wrong(group, promises):
        claims = {str(claim): member.id for member in group.members for claim in sorted(member.claims())}
        found |= {"owners": claims, "least_moves": 1, "most_moves": len(claims)}
    # A round may take what a later one gives back, so only settled answers have a bound on moves.
    most = _most_moves(trial, promises, optimum.moves) if owners and not is_cooperative else None
    if most is not None:
        found |= {"owners": owners, "most_moves": most} | ({} if most else {"stays": _by_member(trial.owners.items())})
    others = (
        (partition, member.id)
        for partition, owner in trial.owners.items()
        for member in group.members
        if is_cooperative and member.id != owner and partition.topic in member.subscription
    )
    if never := _by_member(others):
        found["never"] = never
    return found | {"answers_within_seconds": SECONDS}


def rests_on_newest_claim(group: Group, found: Expectation) -> bool:
    """Whether the bound on moves follows from `newest-claim-wins`."""
    return "most_moves" in found and has_double_claim(group)


def _balance(trial: Trial, promises: frozenset[Promise], best: int) -> Expectation:
    """The sum of the squared loads, where all correct answers have the same."""
    group = trial.group
    if is_applicable(LAW_BY_ID["even-when-equal"], trial, promises) or Promise.OPTIMAL in promises:
        return {"sum_of_squares": best}
    if count_plans(group) > MOST_PLANS:
        return {}
    sums = {
        sum(load**2 for load in loads(group, plan).values())
        for plan in every_plan(group)
        if "broken" not in verdict_words(group, plan, promises - {Promise.COOPERATIVE}).values()
    }
    return {"sum_of_squares": sums.pop()} if len(sums) == 1 else {}


def _most_moves(trial: Trial, promises: frozenset[Promise], optimal: int) -> int | None:
    """The most moves of a correct answer; None if no law bounds them by the group alone."""
    if Promise.ALL_KEPT in promises:
        return 0
    if Promise.OPTIMAL in promises and not disputed_claims(trial.group):
        return optimal
    if is_applicable(LAW_BY_ID["needless-moves-when-equal"], trial, promises):
        return len(trial.owners) - most_kept_when_even(trial)
    if LAW_BY_ID[NEWEST].is_asked_of(promises, trial.group):
        for reduced in groups_without_older_claims(trial):
            return None if has_double_claim(reduced) else len(trial.owners) - most_kept_when_even(trial)
    return None


def _may_own(trial: Trial, waits: Collection[TopicPartition]) -> dict[str, list[str]]:
    """Partition -> who may get it. Of a cooperative round, only the owner may, and what `waits` may have no owner."""
    found = {}
    for partition in unassigned_partitions(trial.group, {}):
        readers = [member.id for member in trial.group.members if partition.topic in member.subscription]
        owner = trial.owners.get(partition)
        may = [owner] if partition in waits and owner is not None else readers
        found[str(partition)] = [*([NOBODY] if partition in waits else []), *may]
    return found


def _waiting(group: Group) -> set[TopicPartition]:
    """The claimed partitions, which a cooperative round may withhold until their owner has given them up."""
    claimed = {claim for member in group.members for claim in member.claims()}
    return claimed & set(unassigned_partitions(group, {}))


def _are_claims_wrong(group: Group, promises: frozenset[Promise]) -> bool:
    """Whether the claims give each partition to one member, but break a law. An answer that repeats them is final."""
    nothing: dict[str, dict[str, list[int]]] = {member.id: {} for member in group.members}
    claims = nothing | _by_member((claim, member.id) for member in group.members for claim in member.claims())
    words = verdict_words(group, claims, promises)
    flawless = [law for law in words if LAW_BY_ID[law].promise is None and words[law] == "broken"] == []
    return flawless and "broken" in words.values()


def _by_member(owned: Iterable[tuple[TopicPartition, str]]) -> dict[str, dict[str, list[int]]]:
    found: dict[str, dict[str, list[int]]] = {}
    for (topic, partition), member in sorted(owned):
        found.setdefault(member, {}).setdefault(topic, []).append(partition)
    return found
