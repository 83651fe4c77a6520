"""A drawn case: the group or life of a number, with what all targets share."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from kafka_assay.assignors.life import Example, LifeRun
from kafka_assay.assignors.model import Group
from kafka_assay.oracle.optimum import Optimum
from kafka_assay.oracle.solve import solve
from kafka_assay.pipeline.campaign.plan import CampaignPlan

_KEPT = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnCase:
    """The example of a case, its family, and the group that it starts with."""

    number: int
    family: str
    example: Example

    @property
    def group(self) -> Group:
        """The group, or the one at the start of the life."""
        return self.example.life.group if isinstance(self.example, LifeRun) else self.example


def draw_case(plan: CampaignPlan, number: int) -> DrawnCase:
    """The case with this number, drawn again wherever it is asked for."""
    return DrawnCase(number=number, family=plan.family_of(number), example=plan.example(number))


@lru_cache(maxsize=_KEPT)
def optimum_of(group: Group) -> Optimum:
    """The optimum of a group: computed once for all targets, which are asked about it one after another."""
    return solve(group)
