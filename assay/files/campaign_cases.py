"""Make a case of a campaign again from its number: `--case-of DIR:NUMBER`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from kafka_assay.assignors.errors import AssayError

if TYPE_CHECKING:
    import argparse

    from kafka_assay.assignors.life_run import Example

HELP = "make the group of this case of a campaign again, from its number"


class CampaignCase(NamedTuple):
    """A case of a campaign: the group or life, its family, and the campaign's seed."""

    example: Example
    family: str
    seed: int


def add_case_of_option(parser: argparse.ArgumentParser) -> None:
    """Declare `--case-of`."""
    parser.add_argument("--case-of", metavar="DIR:NUMBER", help=HELP)


def read_campaign_case(text: str) -> CampaignCase:
    """The case that `DIR:NUMBER` names. Raises `AssayError` if there is no such campaign or case."""
    from kafka_assay.pipeline.campaign.plan import read_plan

    folder, colon, number = text.rpartition(":")
    if not colon or not folder or not number.isdecimal():
        raise AssayError(f"--case-of {text}: expected DIR:NUMBER, the folder of a campaign and the number of a case")
    plan = read_plan(Path(folder))
    place = int(number)
    if place >= plan.groups:
        raise AssayError(f"--case-of {text}: the campaign has {plan.groups:,} groups, numbered from 0")
    return CampaignCase(plan.example(place), plan.family_of(place), plan.seed)
