"""The trials in which mutants are judged."""

from __future__ import annotations

from kafka_assay.assignors.interface import Promise
from kafka_assay.assignors.model import Group
from kafka_assay.properties.judging.finding import verdict_words
from kafka_assay.properties.trials.ask_modes import PLAINLY, Ask, AskModes
from kafka_assay.properties.trials.trial import Trial


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
