"""Which findings describe the kinds of alarm of a campaign: by target, law, family and kind of failure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from kafka_assay.properties.known.known_findings import ANSWERS, KnownFinding, failure_kind
from kafka_assay.reports.known_breaks import known_breaks
from studies.campaigns.campaign_record import TargetRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class ExaminedKind:
    """
    A kind of alarm: how often it occurred, its smallest case, and the ids of the findings that describe it.

    `law` has the type of the error in brackets if there was no answer.
    """

    target: str
    law: str
    family: str
    count: int
    case: int
    findings: tuple[str, ...]

    def __str__(self) -> str:
        """The sentence about a kind that no finding describes."""
        return f"{self.target}: {self.law} on {self.family}: no file of properties/known names this alarm"


def examine_kinds(target: TargetRecord, findings: Sequence[KnownFinding]) -> Iterator[ExaminedKind]:
    """Each kind of alarm of `target`, with the `findings` that describe it."""
    for alarms in target.alarms:
        law, _, error = alarms.law.removesuffix(")").partition(" (")
        failure = failure_kind(error) if law == ANSWERS else None
        for family, count in alarms.counts.items():
            filed = known_breaks(target.target, law, family, failure, findings)
            yield ExaminedKind(
                target=target.target,
                law=alarms.law,
                family=family,
                count=count,
                case=alarms.cases[family],
                findings=tuple(client.id for _, client in filed),
            )


def unseen_findings(kinds: Iterable[ExaminedKind], findings: Iterable[KnownFinding]) -> list[str]:
    """The findings and policies of which no kind occurred. A campaign has no consumer programs on the wire."""
    seen = {one for kind in kinds for one in kind.findings}
    clients = [client for one in findings if one.kind != "withdrawn" for client in one.clients if client.fixed is None]
    return [one.id for one in clients if one.id not in seen and not one.target.startswith("wire:")]
