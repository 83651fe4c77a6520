"""
Whether a call that hung hangs again with more time.

A call may need about as long as its limit. Then it hangs on one day and not on the other, and says nothing about the
change. A call that does not end with five times the limit, on a group that the other side answers within it, does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from kafka_assay.assignors.interface import Target
from kafka_assay.pipeline.campaign.plan import CampaignPlan
from kafka_assay.properties.budget import Budget
from kafka_assay.properties.judging.rebalances import find_breaches
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.strategies.drawn import drawn_example

MORE_TIME = 5.0
"""How many times the limit of a call the confirmation waits."""
MOST_TRIED = 3
"""The most cases of a law and family that are tried."""


@dataclass(slots=True, kw_only=True)
class HangRetrial:
    """
    Puts cases to the targets of `plan` once more, with `MORE_TIME` times the time for each call.

    `budget` is for all cases together. Once it is spent, nothing is confirmed.
    """

    plan: CampaignPlan
    budget: Budget
    _opened: dict[bool, Target] = field(default_factory=dict)
    _confirmed: set[tuple[str, bool]] = field(default_factory=set)

    def hangs_again(self, law: str, family: str, numbers: Sequence[int], *, of_base: bool) -> bool:
        """Whether the law breaks again on one of the cases. A law that was confirmed in another family is confirmed."""
        if (law, of_base) in self._confirmed:
            return True
        for number in numbers[:MOST_TRIED]:
            if self.budget.seconds_left() <= 0:
                return False
            example = drawn_example(family, self.plan.seed, number)
            if any(find_breaches(self._target(of_base=of_base), LAW_BY_ID[law], example)):
                self._confirmed.add((law, of_base))
                return True
        return False

    def close(self) -> None:
        """End the processes of the opened targets."""
        for target in self._opened.values():
            target.close()

    def _target(self, *, of_base: bool) -> Target:
        if of_base not in self._opened:
            patient = replace(self.plan, call_timeout=self.plan.call_timeout * MORE_TIME)
            self._opened[of_base] = patient.target_texts()[0 if of_base else 1].open()
        return self._opened[of_base]
