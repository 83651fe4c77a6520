"""The state of one implementation, as its JSON document and its page show it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from studies.findings.finding_pages import SEVERITIES
from studies.state.older_breaks import OlderBreak

MOST_GRAVE = 4
"""Needless moves, imbalance and curiosities follow on this many graver severities."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Since:
    """
    The release since which the smallest counterexample breaks its law: the `first` release that broke it.

    `last` is the last one known to keep it; null if no older release that was asked keeps it. `unknown` says why there
    is no answer. `asked` of the `releases` were asked.
    """

    first: str | None = None
    last: str | None = None
    asked: int = 0
    releases: int = 0
    unknown: str | None = None
    replay: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LawState:
    """
    The verdict on one law of one assignor.

    `severity` is that of the law, or `curiosity` if all findings that describe the break say so. `older` is a break
    before `since`, on another group. `is_fault` is false if a person examined such breaks and found that they are no
    fault. `is_only_here`: no other implementation breaks the law, and some other keeps it. `findings` describe the
    break, or say why it is no fault. `replay` repeats the counterexample, or the search where nothing broke.
    """

    law: str
    severity: str
    verdict: str
    groups: int
    kept: int
    undecided: int
    reason: str | None = None
    broken_in: tuple[str, ...] = ()
    undecided_in: tuple[str, ...] = ()
    declared: str | None = None
    size: str | None = None
    case: str | None = None
    since: Since | None = None
    older: OlderBreak | None = None
    is_fault: bool = True
    is_only_here: bool = False
    findings: tuple[str, ...] = ()
    replay: str

    @property
    def oldest(self) -> tuple[str, str | None] | None:
        """The oldest release that is known to break the law, and the last one known to keep it before, if any."""
        if self.older is not None:
            return self.older.first, self.older.last
        if self.since is not None and self.since.first is not None:
            return self.since.first, self.since.last
        return None

    @property
    def is_alarm(self) -> bool:
        """Whether the law broke, the assignor does not declare it, and it is not known to be no fault."""
        return self.verdict == "broken" and self.declared is None and self.is_fault


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """A number with its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class QualityState:
    """
    The answers to `groups` everyday groups of one kind of subscriptions.

    `without_plan`: the share without a valid answer. `less_balanced`: the share of the valid answers that are less
    balanced than possible. `wasted`: moves above the fewest, mean over the answers that are as balanced as possible.
    """

    subscriptions: str
    groups: int
    without_plan: Share | None
    less_balanced: Share | None
    wasted: Share | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeState:
    """The median seconds of `assign` on one group, or the reason why there are none."""

    workload: str
    partitions: int
    seconds: float | None = None
    least: float | None = None
    most: float | None = None
    calls: int = 0
    error: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AssignorState:
    """
    One assignor. `groups` is the number of groups that its laws were checked on. It was timed on this `machine`, while
    `load` processes wanted a core. `replays` has a command by measure.
    """

    name: str
    target: str
    version: str
    like: str | None
    measured: str
    groups: int
    laws: tuple[LawState, ...]
    quality: tuple[QualityState, ...]
    times: tuple[TimeState, ...]
    machine: str | None
    load: float | None
    replays: dict[str, str]

    @property
    def alarms(self) -> list[LawState]:
        """The laws that broke undeclared, the gravest first."""
        return sorted((one for one in self.laws if one.is_alarm), key=lambda one: SEVERITIES.index(one.severity))


@dataclass(frozen=True, slots=True, kw_only=True)
class Badge:
    """The words and the colour of a badge."""

    label: str
    message: str
    color: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeverityState:
    """The laws of one severity that any assignor of the implementation breaks or leaves undecided."""

    severity: str
    verdict: str
    broken: tuple[str, ...]
    undecided: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ImplementationState:
    """The state of one implementation at one release."""

    implementation: str
    release: str
    assignors: tuple[AssignorState, ...]

    @property
    def severities(self) -> tuple[SeverityState, ...]:
        """The laws by severity, the gravest first."""
        return tuple(self._at(severity) for severity in SEVERITIES)

    def _at(self, severity: str) -> SeverityState:
        laws = [one for assignor in self.assignors for one in assignor.laws if one.severity == severity]
        broken = _names(one for one in laws if one.is_alarm)
        undecided = _names(one for one in laws if one.verdict == "undecided" and one.law not in broken)
        verdict = "broken" if broken else "undecided" if undecided else "kept"
        return SeverityState(severity=severity, verdict=verdict, broken=broken, undecided=undecided)

    @property
    def broken(self) -> tuple[str, ...]:
        """The laws that some assignor breaks, the gravest first."""
        return tuple(dict.fromkeys(law for one in self.severities for law in one.broken))

    @property
    def only_here(self) -> tuple[str, ...]:
        """The laws that no other implementation breaks."""
        found = _names(one for assignor in self.assignors for one in assignor.laws if one.is_only_here)
        return tuple(law for law in self.broken if law in found)

    @property
    def badge(self) -> Badge:
        """The badge: how many laws are broken, and the gravest severity."""
        laws = _names(one for assignor in self.assignors for one in assignor.laws)
        if self.broken:
            gravest = next(one.severity for one in self.severities if one.broken)
            number = "1 law" if len(self.broken) == 1 else f"{len(self.broken)} laws"
            colour = "red" if gravest in SEVERITIES[:MOST_GRAVE] else "orange"
            message = f"{number} broken: {gravest}"
        elif any(one.undecided for one in self.severities):
            message, colour = "nothing broken, some laws undecided", "lightgrey"
        else:
            message, colour = f"{len(laws)} laws kept", "brightgreen"
        return Badge(label=f"{self.implementation} {self.release}", message=message, color=colour)


def _names(laws: Iterable[LawState]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one.law for one in laws))
