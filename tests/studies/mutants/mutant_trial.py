"""Mutants as opened targets, and the trials in which they are judged."""

from __future__ import annotations

from kafka_assay.assignors.interface import ExpectedFailure, Promise
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.properties.judging.finding import verdict_words
from kafka_assay.properties.trials.ask_modes import PLAINLY, Ask, AskModes
from kafka_assay.properties.trials.trial import Trial
from tests.support.mutants.mutant import Mutant


def mutant_trial(group: Group, promises: frozenset[Promise], ask: Ask, ask_modes: AskModes = PLAINLY) -> Trial:
    """Return the trial of `ask` on `group`, in rounds for a cooperative promise."""
    return Trial(
        group,
        ask=ask,
        cooperative=Promise.COOPERATIVE in promises,
        promises=promises,
        ask_modes=ask_modes,
        judge_answer=verdict_words,
    )


class OpenedMutant:
    """The target that asks `mutant`, in the ways that it offers."""

    version = ""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant
        self.name = mutant.name
        self.like: str | None = mutant.healthy
        self.promises = mutant.promises
        self.expected_failures: tuple[ExpectedFailure, ...] = ()
        self.reused_object = mutant.reused_object
        self.other_process = mutant.other_process

    def assign(self, group: Group) -> Assignment:
        """The mutant's answer."""
        return self.mutant.assign(group)

    def close(self) -> None:
        """Nothing to release."""
