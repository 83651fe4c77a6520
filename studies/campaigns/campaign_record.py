"""
The record of published campaigns, `assay-campaign-record/1`: JSON lines, made from the summaries of their folders.

The first line is the header with all campaigns. Each other line is one target of one of them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from studies.records import read_record

FORMAT = "assay-campaign-record/1"


@dataclass(frozen=True, slots=True, kw_only=True)
class CampaignSitting:
    """One `run` or `resume` of a campaign: when and where it ran, and how many pairs it judged in how many seconds."""

    begun: str
    master: str
    cores: int
    pairs: int
    seconds: float
    versions: dict[str, str | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class CampaignFacts:
    """What was run: the plan of one campaign, and its sittings. `name` is that of its folder."""

    name: str
    seed: int
    groups: int
    pairs: int
    families: tuple[str, ...]
    laws: str
    call_timeout: float
    code: str
    command: tuple[str, ...]
    runs: tuple[CampaignSitting, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LawCount:
    """
    Of how many pairs a law was decided; how many broke it, declared or not; and how many could not be decided.

    A count of 0 has no key in the file.
    """

    law: str
    of: int = 0
    broken: int = 0
    declared: int = 0
    undecided: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class LawAlarms:
    """
    How often a law broke undeclared. `law` has the kind of failure in brackets if there was no answer.

    `counts` has the pairs of each family in which it broke, and `cases` the number of the smallest such case.
    """

    law: str
    counts: dict[str, int]
    cases: dict[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureSpread:
    """How a figure is distributed over valid answers. `case` is the number of the worst, if it is above the best."""

    pairs: int
    above_zero: int
    mean: float
    p50: int
    p90: int
    p99: int
    p999: int
    max: int
    case: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetRecord:
    """
    The results of one target. `implementation` is null for a reference.

    `alarmed` counts pairs with a break that is not declared. A spread is null if no answer was valid.
    """

    campaign: str
    target: str
    version: str
    implementation: str | None
    pairs: int
    refused: int
    unanswered: int
    alarmed: int
    digest: str
    laws: tuple[LawCount, ...]
    alarms: tuple[LawAlarms, ...]
    gaps: FigureSpread | None
    moves: FigureSpread | None
    rounds: FigureSpread | None

    @property
    def asked(self) -> int:
        """The pairs that could be put to the target."""
        return self.pairs - self.refused

    @property
    def undecided(self) -> int:
        """The verdicts that could not be decided."""
        return sum(one.undecided for one in self.laws)

    @property
    def broken_laws(self) -> list[LawCount]:
        """The laws that broke undeclared, the most frequently broken first."""
        broken = [one for one in self.laws if one.broken > one.declared]
        return sorted(broken, key=lambda one: (-(one.broken - one.declared) / one.of, one.law))


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedCampaign:
    """The campaigns of a record, and all targets in their order."""

    campaigns: tuple[CampaignFacts, ...]
    targets: tuple[TargetRecord, ...]

    @property
    def pairs(self) -> int:
        """The pairs of all campaigns."""
        return sum(one.pairs for one in self.campaigns)

    def updated(self, newer: PublishedCampaign) -> PublishedCampaign:
        """These campaigns and the `newer` ones, which replace those of the same name."""
        names = {one.name for one in newer.campaigns}
        return PublishedCampaign(
            campaigns=(*(one for one in self.campaigns if one.name not in names), *newer.campaigns),
            targets=(*(one for one in self.targets if one.campaign not in names), *newer.targets),
        )

    @property
    def references(self) -> list[TargetRecord]:
        """The references."""
        return [one for one in self.targets if one.implementation is None]

    @property
    def releases(self) -> list[TargetRecord]:
        """The assignors of released clients."""
        return [one for one in self.targets if one.implementation is not None]


def write_campaign_record(published: PublishedCampaign, path: Path) -> None:
    """Write the record to `path`."""
    header = {"format": FORMAT, "campaigns": [asdict(one) for one in published.campaigns]}
    lines = [header, *map(_target_to_json, published.targets)]
    text = "".join(json.dumps(line, separators=(",", ":"), ensure_ascii=False) + "\n" for line in lines)
    path.write_text(text, encoding="utf-8")


def read_campaign_record(path: Path) -> PublishedCampaign:
    """The campaigns in the record at `path`. Raises `AssayError` if it is another file."""
    header, lines = read_record(path, FORMAT)
    return PublishedCampaign(
        campaigns=tuple(map(_facts_from_json, header["campaigns"])), targets=tuple(map(_target_from_json, lines))
    )


def _target_to_json(one: TargetRecord) -> dict[str, Any]:
    laws = [{name: value for name, value in asdict(law).items() if value} for law in one.laws]
    return {**asdict(one), "laws": laws}


def _facts_from_json(line: Mapping[str, Any]) -> CampaignFacts:
    runs = tuple(CampaignSitting(**one) for one in line["runs"])
    texts = {"families": tuple(line["families"]), "command": tuple(line["command"])}
    return CampaignFacts(**{**line, **texts, "runs": runs})


def _target_from_json(line: Mapping[str, Any]) -> TargetRecord:
    spreads = {name: None if line[name] is None else FigureSpread(**line[name]) for name in ("gaps", "moves", "rounds")}
    laws = tuple(LawCount(**one) for one in line["laws"])
    alarms = tuple(LawAlarms(**one) for one in line["alarms"])
    return TargetRecord(**{**line, **spreads, "laws": laws, "alarms": alarms})
