"""The break that a history has to show: one of the same law, with the same cause."""

from __future__ import annotations

from dataclasses import dataclass

from kafka_assay.assignors.interface import Target
from kafka_assay.assignors.life_run import Example
from kafka_assay.properties.input_families import HISTORIES
from kafka_assay.properties.judging.cause import cause_of
from kafka_assay.properties.judging.evidence import Evidence
from kafka_assay.properties.judging.finding import Finding, judge_example
from kafka_assay.properties.judging.history_cast import can_lead
from kafka_assay.properties.judging.rebalances import Rebalance
from kafka_assay.properties.law import Law
from kafka_assay.properties.measures.traits import traits
from kafka_assay.properties.verdict import Broken


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedBreak:
    """
    A break of `law` with this `cause`, on a group that has none of the traits in `without`.

    Declared failures have causes as others do. Only a declared failure is `declared`: an undeclared break and a
    declared failure in a history are not the same.
    """

    law: Law
    cause: str
    declared: bool
    without: frozenset[str] = frozenset()

    def is_shown_by(self, finding: Finding) -> bool:
        """Whether the `finding` in a history is this break."""
        verdict, group = finding.verdict, finding.rebalance.trial.group
        if finding.law.id != self.law.id or not isinstance(verdict, Broken):
            return False
        if cause_of(verdict.facts, group, None) != self.cause or not self.without.isdisjoint(traits(group)):
            return False
        return self.declared or finding.expected is None

    def find(self, target: Target, example: Example) -> Rebalance | None:
        """The first rebalance of `example` with this break, if clients that contain `target` led up to it."""
        for finding in judge_example(target, [self.law], example, family=HISTORIES):
            if not can_lead(target, finding.rebalance.led_by):
                return None
            if self.is_shown_by(finding):
                return finding.rebalance
        return None


def wanted_break(law: Law, evidence: Evidence, without: frozenset[str] = frozenset()) -> WantedBreak:
    """The break of `law` that `evidence` shows."""
    cause = cause_of(evidence.facts, evidence.group, None)
    return WantedBreak(law=law, cause=cause, declared=evidence.expected is not None, without=without)
