"""
The record of published campaigns, `assay-campaign-record/1`: JSON lines, made from the summaries of their folders.

The first line is the header with all campaigns. Each other line is one target of one of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kafka_assay.assignors.formats.json_values import compact_json
from kafka_assay.pipeline.campaign.stretches import Sitting
from kafka_assay.properties.records.typed_record import read_record, write_record
from studies.records import read_record as read_lines_of

FORMAT = "assay-campaign-record/1"


@dataclass(frozen=True, slots=True, kw_only=True)
class CampaignFacts:
    """What was run: the plan of one campaign, and its sittings."""

    name: str
    """The name of its folder."""
    seed: int
    """The seed of all cases."""
    groups: int
    """Groups, each put to every target."""
    pairs: int
    """Pairs of a group and a target."""
    families: tuple[str, ...]
    """The input families that the groups are drawn from."""
    laws: str
    """`default` or `all`, as in its plan."""
    call_timeout: float
    """Seconds that one call may take."""
    code: str
    """The code that judged: the release, `+`, and a hash of the sources."""
    command: tuple[str, ...]
    """The command line."""
    runs: tuple[Sitting, ...]
    """Its sittings."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LawCount:
    """How often a law was decided and broken. A count of 0 has no key in the file."""

    law: str
    of: int = 0
    """Pairs in which it was decided."""
    broken: int = 0
    """Pairs that broke it."""
    declared: int = 0
    """Those of them that were declared."""
    undecided: int = 0
    """Pairs in which it could not be decided."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LawAlarms:
    """How often a law broke undeclared."""

    law: str
    """The law, with the kind of failure in brackets if there was no answer."""
    counts: dict[str, int]
    """Input family to pairs that broke it."""
    cases: dict[str, int]
    """Input family to the number of the smallest of these cases."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureSpread:
    """How a figure is distributed over valid answers."""

    pairs: int
    """The answers with this figure."""
    above_zero: int
    """Those with a figure above 0."""
    mean: float
    p50: int
    """Half of the answers have at most this figure."""
    p90: int
    """90 % have at most this figure."""
    p99: int
    """99 % have."""
    p999: int
    """99.9 % have."""
    max: int
    case: int | None
    """The number of a case with the largest figure; null if no answer is worse than the best possible."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetRecord:
    """The results of one target."""

    campaign: str
    """The name of its campaign."""
    target: str
    """The target, with its release."""
    version: str
    implementation: str | None
    """The implementation that it belongs to; null for a reference."""
    pairs: int
    refused: int
    """Pairs that could not be put to it."""
    unanswered: int
    """Pairs without an answer."""
    alarmed: int
    """Pairs with a broken law that is not declared."""
    digest: str
    """The digest of its rows: equal digests, equal rows."""
    laws: tuple[LawCount, ...]
    """The laws that were asked."""
    alarms: tuple[LawAlarms, ...]
    """The broken laws that are not declared."""
    gaps: FigureSpread | None
    """The balance gap: the sum of squared loads above the least possible one; null without a valid answer."""
    moves: FigureSpread | None
    """Moves above the fewest, of the answers with the best balance; null if there is none."""
    rounds: FigureSpread | None
    """Rounds until nothing moves; null without a valid answer."""

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
    lines: list[dict[str, Any]] = [{"format": FORMAT, "campaigns": [write_record(one) for one in published.campaigns]}]
    for one in published.targets:
        counts = [{name: value for name, value in write_record(law).items() if value} for law in one.laws]
        lines.append({**write_record(one), "laws": counts})
    text = "".join(f"{compact_json(line)}\n" for line in lines)
    path.write_text(text, encoding="utf-8")


def read_campaign_record(path: Path) -> PublishedCampaign:
    """The campaigns in the record at `path`. Raises `AssayError` if it is another file."""
    header, lines = read_lines_of(path, FORMAT)
    return PublishedCampaign(
        campaigns=tuple(read_record(CampaignFacts, one) for one in header["campaigns"]),
        targets=tuple(read_record(TargetRecord, one) for one in lines),
    )
