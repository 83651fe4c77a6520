"""
The record of quality: `assay-quality/1`, JSON lines. The first is the header, each other a stretch of one target.

A stretch is `groups` groups from number `first` on. Its line holds two tallies: one for groups with equal
subscriptions, one for the others. It is written when the stretch is done, so that an interrupted run continues there. A
later line of the same stretch with more groups replaces the earlier one.

An answer is invalid, less balanced than the optimum, or as balanced. Only in the last case its moves are compared with
the fewest for this balance. A tally holds counts, sums and sums of squares. So tallies can be added, and shares, means
and intervals follow.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, fields
from typing import Any

from kafka_assay.benchmarks.intervals import Estimate, mean_interval
from kafka_assay.pipeline.campaign.summary import share_interval
from studies.records import Line

FORMAT = "assay-quality/1"
RECORD = "quality.jsonl"
KINDS = ("equal", "unequal")


@dataclass(slots=True, kw_only=True)
class Quality:
    """The results of one target on all groups: a tally for each of the `KINDS`."""

    target: str
    version: str
    groups: int = 0
    seconds: float = 0.0
    tallies: dict[str, QualityTally] = field(default_factory=lambda: {kind: QualityTally() for kind in KINDS})

    def add(self, line: Line) -> None:
        """Add a stretch."""
        self.groups += line["groups"]
        self.seconds += line["seconds"]
        self.tallies = {kind: add_tallies(self.tallies[kind], QualityTally(**line[kind])) for kind in KINDS}

    @property
    def both(self) -> QualityTally:
        """The tally of all groups."""
        return add_tallies(*(self.tallies[kind] for kind in KINDS))


def merge_stretches(lines: list[Line]) -> list[Quality]:
    """The targets in the order in which they were first asked, each with all its stretches."""
    longest: dict[tuple[str, int], Line] = {}
    for line in lines:
        key = line["target"], line["first"]
        if key not in longest or longest[key]["groups"] <= line["groups"]:
            longest[key] = line
    found: dict[str, Quality] = {}
    for (target, _), line in longest.items():
        found.setdefault(target, Quality(target=target, version=line["version"])).add(line)
    return list(found.values())


EXAMPLES = 3
"""The number of groups named for each kind of fault."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QualityTally:
    """The results of one target on many groups."""

    asked: int = 0
    """Groups that the target was asked about."""
    members: int = 0
    """Their members."""
    partitions: int = 0
    """Their partitions."""
    refused: int = 0
    """Groups that its client cannot express."""
    silent: dict[str, int] = field(default_factory=dict)
    """Groups without an answer, by kind of failure."""
    invalid: dict[str, int] = field(default_factory=dict)
    """Invalid answers, by the first broken law of all."""
    omits: int = 0
    """Valid answers that leave out a member, which then owns nothing."""
    uneven: int = 0
    """Valid answers that are less balanced than the optimum."""
    excess: int = 0
    """Sum by which their largest loads are above the optimum's."""
    excess_squares: int = 0
    """Sum of the squares of that."""
    most_excess: int = 0
    """The largest of that."""
    even: int = 0
    """Answers as balanced as the optimum."""
    moves: int = 0
    """Their moves."""
    needed: int = 0
    """Moves of the optimum on the same groups."""
    wasteful: int = 0
    """Those with more moves than the optimum."""
    wasted_squares: int = 0
    """Sum of the squares of moves above the optimum's."""
    most_wasted: int = 0
    """The most moves above the optimum's."""
    undercut: int = 0
    """Answers better than the optimum, which is impossible: an error of ours."""
    rounds: int = 0
    """Rebalances until the answers settled."""
    examples: dict[str, list[int]] = field(default_factory=dict)
    """Numbers of the first groups of a kind."""

    @property
    def wasted(self) -> int:
        """Unnecessary moves of the answers that are as balanced as the optimum."""
        return self.moves - self.needed

    @property
    def unanswered(self) -> int:
        """Groups without an answer."""
        return sum(self.silent.values())

    @property
    def not_valid(self) -> int:
        """The number of invalid answers."""
        return sum(self.invalid.values())

    def to_json(self) -> dict[str, Any]:
        """The tally as an object. Zeros are left out."""
        return {name: value for name, value in asdict(self).items() if value}


def add_tallies(one: QualityTally, other: QualityTally) -> QualityTally:
    """The tally of the groups of both."""
    total: dict[str, Any] = {}
    for part in fields(QualityTally):
        mine, theirs = getattr(one, part.name), getattr(other, part.name)
        if part.name == "examples":
            value: Any = {kind: [*mine.get(kind, []), *theirs.get(kind, [])][:EXAMPLES] for kind in [*mine, *theirs]}
        elif isinstance(mine, dict):
            value = {kind: mine.get(kind, 0) + theirs.get(kind, 0) for kind in [*mine, *theirs]}
        else:
            value = max(mine, theirs) if part.name.startswith("most_") else mine + theirs
        total[part.name] = value
    return QualityTally(**total)


def quality_figures(tally: QualityTally) -> dict[str, Estimate | None]:
    """
    The figures of `tally`; None if there is nothing to take a share of.

    Invalid or missing answers are a share of the groups asked about. Less balanced answers are a share of the valid
    ones. Needless moves are those of the answers that are as balanced as the optimum.
    """
    return {
        "without_plan": _share(tally.unanswered + tally.not_valid, tally.asked),
        "less_balanced": _share(tally.uneven, tally.uneven + tally.even),
        "excess": _not_negative(mean_interval(tally.excess, tally.excess_squares, tally.uneven)),
        "needless": _share(tally.wasteful, tally.even),
        "wasted": _not_negative(mean_interval(tally.wasted, tally.wasted_squares, tally.even)),
    }


def _share(count: int, of: int) -> Estimate | None:
    return Estimate(count / of, *share_interval(count, of)) if of else None


def _not_negative(found: Estimate | None) -> Estimate | None:
    """The estimate with bounds of at least 0, because the normal interval of few groups may reach below."""
    return found and found._replace(low=max(0.0, found.low))
