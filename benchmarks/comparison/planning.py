"""The plan of a comparison: a campaign of two targets on the same cases, and of the base again if its answers vary."""

from __future__ import annotations

from collections.abc import Sequence

from kafka_assay.assignors.interface import Target
from kafka_assay.assignors.settings import NO_SETTINGS, Settings
from kafka_assay.pipeline.campaign.code_version import code_version
from kafka_assay.pipeline.campaign.plan import LAWS_IN_TURN, CampaignPlan, PlannedTarget
from kafka_assay.pipeline.campaign.planning import repeats_answers


def plan_comparison(
    base: Target,
    candidate: Target,
    families: Sequence[str],
    *,
    seed: int,
    like: str | None,
    call_timeout: float,
    settings: Settings = NO_SETTINGS,
) -> CampaignPlan:
    """
    The plan for two opened targets, on cases from these `families`.

    Whether the base repeats its answers is tried, not believed.
    """
    repeats = repeats_answers(base)
    targets = [_planned(base, repeats=repeats), _planned(candidate, repeats=True)]
    if not repeats:
        targets.append(targets[0])
    return CampaignPlan(
        seed=seed,
        cases=0,
        targets=tuple(targets),
        families=tuple(families),
        laws=LAWS_IN_TURN,
        code=code_version(),
        call_timeout=call_timeout,
        stretch=1,
        given_like=like,
        settings=settings,
    )


def _planned(target: Target, *, repeats: bool) -> PlannedTarget:
    return PlannedTarget(target=target.name, version=target.version, like=target.like, repeats=repeats)
