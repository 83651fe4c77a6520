"""The break that a history has to show: one of the same law, with the same cause."""

from __future__ import annotations

from dataclasses import dataclass

from kafka_assay.assignors.interface import Target
from kafka_assay.assignors.life_run import Example
from kafka_assay.properties.input_families import HISTORIES
from kafka_assay.properties.judging.cause import cause_of
from kafka_assay.properties.judging.evidence import Evidence, verdict_of
from kafka_assay.properties.judging.expected_failures import find_excuse
from kafka_assay.properties.judging.history_cast import can_lead
from kafka_assay.properties.judging.rebalances import Rebalance, run_rebalances
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

    def is_in(self, target: Target, rebalance: Rebalance) -> bool:
        """Whether the `rebalance` breaks the law with the cause."""
        verdict = verdict_of(target, self.law, rebalance.trial)
        if not isinstance(verdict, Broken) or cause_of(verdict.facts, rebalance.trial.group, None) != self.cause:
            return False
        if self.without and not self.without.isdisjoint(traits(rebalance.trial.group)):
            return False
        excuse = find_excuse(target.expected_failures, self.law.id, HISTORIES, rebalance.trial.group)
        return self.declared or excuse is None

    def find(self, target: Target, example: Example) -> Rebalance | None:
        """The first rebalance of `example` with this break, if clients that contain `target` led up to it."""
        for one in run_rebalances(target, example):
            if not can_lead(target, one.led_by):
                return None
            if self.is_in(target, one):
                return one
        return None


def wanted_break(
    target: Target, law: Law, family: str, evidence: Evidence, without: frozenset[str] = frozenset()
) -> WantedBreak:
    """The break that `evidence` shows: `target` broke `law` on an input of `family`."""
    declared = find_excuse(target.expected_failures, law.id, family, evidence.group)
    cause = cause_of(evidence.facts, evidence.group, None)
    return WantedBreak(law=law, cause=cause, declared=declared is not None, without=without)
