"""
The score that a search maximises: uneven loads, claims on one partition, unnecessary moves.

It must not depend on which laws are asked. Otherwise a cell checked alone would see other groups.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from hypothesis import target as observe

from kafka_assay.assignors.model import Group
from kafka_assay.assignors.ownership import stickiness
from kafka_assay.oracle.improvement.cheaper_plan import cheaper_plan
from kafka_assay.properties.laws.stickiness import is_equal_without_racks, most_kept_when_even
from kafka_assay.properties.measures.facts import complete_answer
from kafka_assay.properties.trials.trial import Trial


class Score(NamedTuple):
    """The spread of the loads, the claimants of the most disputed partition, and the moves above the optimum."""

    spread: int = 0
    claimants: int = 0
    excess: int = 0

    def observe(self) -> None:
        """Report the score to Hypothesis, which maximises it in climbing batches."""
        for label, value in self._asdict().items():
            observe(value, label=label)

    def highest_of(self, other: Score) -> Score:
        """The maximum of each measure. A life scores as the best of its rebalances."""
        return Score(*map(max, self, other))


def score_of(trial: Trial, *, with_excess: bool) -> Score:
    """
    The score of one trial. The excess is computed only with `with_excess`, because it needs a search; else it is 0.
    """
    most = most_claimants(trial.group)
    if trial.failure() is not None:
        return Score(claimants=most)
    counts = trial.loads.values()
    spread = max(counts, default=0) - min(counts, default=0)
    return Score(spread=spread, claimants=most, excess=_excess(trial) if with_excess else 0)


def most_claimants(group: Group) -> int:
    """The number of claims on the most claimed partition, valid or not."""
    claims = Counter(claim for member in group.members for claim in set(member.claims()))
    return max(claims.values(), default=0)


def _excess(trial: Trial) -> int:
    """
    The moves above the optimum.

    With equal subscriptions a closed form gives it. Otherwise it compares with the cheapest plan that a walk from the
    answer finds.
    """
    if is_equal_without_racks(trial.group):
        return max(0, most_kept_when_even(trial) - stickiness(trial.owners, trial.answer).kept)
    if trial.flaw is not None:
        return 0
    plan = cheaper_plan(trial.with_known_claims(trial.group), complete_answer(trial.group, trial.answer))
    return 0 if plan is None else plan.moves_before - plan.moves_after
