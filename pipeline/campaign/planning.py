"""Plan a campaign: open every target once, to learn its version and whether it repeats its answers."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.supervised_process import Limits
from kafka_assay.assignors.hosted.targets import TargetText
from kafka_assay.assignors.interface import AssignorFailed, Promise, Target
from kafka_assay.assignors.life import LifeRun
from kafka_assay.assignors.model import Assignment
from kafka_assay.pipeline.campaign.campaign_row import RESULTS
from kafka_assay.pipeline.campaign.plan import PLAN, CampaignPlan, PlannedTarget, code_version, stretch_size
from kafka_assay.properties.input_families import FAMILIES, family_called
from kafka_assay.properties.strategies.drawn import drawn_example

PROBED = 60
"""The number of groups that a target is asked about several times."""
TIMES = 3


def plan_campaign(
    targets: tuple[str, ...],
    *,
    cases: int,
    families: tuple[str, ...] = (),
    seed: int = 0,
    laws: str,
    like: str | None = None,
    call_timeout: float,
    stretch: int | None = None,
    command: tuple[str, ...] = (),
) -> CampaignPlan:
    """
    The plan for these options. Raises `AssayError` if a target cannot be opened.

    No families means all. `stretch` is the number of groups in a stretch (None: a number that suits the campaign).
    """
    names = tuple(dict.fromkeys(targets))
    chosen = tuple(dict.fromkeys(family_called(name).name for name in families)) or tuple(FAMILIES)
    planned = tuple(_plan_target(name, seed=seed, like=like, call_timeout=call_timeout) for name in names)
    doubled = {one.target for one in planned if [other.target for other in planned].count(one.target) > 1}
    if doubled:
        raise AssayError(f"TARGET: {', '.join(sorted(doubled))}: named twice")
    return CampaignPlan(
        seed=seed,
        cases=cases,
        targets=planned,
        families=chosen,
        laws=laws,
        code=code_version(),
        call_timeout=call_timeout,
        stretch=stretch or stretch_size(cases, len(planned)),
        given_like=like,
        command=command,
    )


def refuse_used_folder(folder: Path) -> None:
    """Raise `AssayError` if `folder` holds a campaign already."""
    if (folder / PLAN).exists():
        raise AssayError(f"{folder}: has a campaign already: assay campaign resume {folder} goes on with it")
    if (folder / RESULTS).exists():
        raise AssayError(f"{folder / RESULTS}: exists already: expected a folder without records")


def _plan_target(name: str, *, seed: int, like: str | None, call_timeout: float) -> PlannedTarget:
    limits = Limits(call_seconds=call_timeout)
    with closing(TargetText(text=name, like=like, seed=seed, limits=limits).open()) as target:
        return PlannedTarget(
            # The name of the opened target has the release, so that workers open the same one.
            target=target.name,
            version=target.version,
            like=target.like,
            repeats=Promise.REPEATABLE in target.promises and repeats_answers(target),
        )


def repeats_answers(target: Target) -> bool:
    """Whether the target gave the same answer each time on some groups. Failures do not count."""
    for number in range(PROBED):
        example = drawn_example("clean", 0, number)
        group = example.life.group if isinstance(example, LifeRun) else example
        answers: list[Assignment] = []
        for _ in range(TIMES):
            try:
                answers.append(target.assign(group))
            except AssignorFailed:
                break
        if any(answer != answers[0] for answer in answers):
            return False
    return True
