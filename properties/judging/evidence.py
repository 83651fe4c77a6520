"""Evidence: a group on which a target broke a law, the facts that prove it, and every question asked."""

from __future__ import annotations

from typing import NamedTuple

from kafka_assay.assignors.interface import ExpectedFailure, Promise, Target
from kafka_assay.assignors.life_run import Example, LifeRun
from kafka_assay.assignors.model import Group
from kafka_assay.properties.judging.judgement import verdict_words
from kafka_assay.properties.trials.ask_modes import Ask, AskModes, ask_modes_of
from kafka_assay.properties.trials.trial import Trial, TrialStep
from kafka_assay.properties.verdict import Facts


class Evidence(NamedTuple):
    """The proof that a target broke a law."""

    group: Group
    facts: Facts
    steps: tuple[TrialStep, ...]
    run: LifeRun | None = None
    """The life that ends with this group, if there is one."""
    expected: ExpectedFailure | None = None
    """The declared failure that covers the break; None if the break is unexpected."""

    @property
    def example(self) -> Example:
        """The drawn input that led to the break: the group, or the life that ends with it."""
        return self.run or self.group


def make_trial(target: Target, group: Group, ask_modes: AskModes | None = None, ask: Ask | None = None) -> Trial:
    """
    The trial of `group` with `target`.

    A cooperative target is asked in rounds, others once. `ask_modes` says how else the target may be asked (None: in
    every way that it offers). `ask` replaces the target's own `assign`, for example to reuse one assignor object.
    """
    cooperative = Promise.COOPERATIVE in target.promises
    at_once = bool(getattr(target, "answers_with_target", False))
    return Trial(
        group,
        ask=target.assign if ask is None else ask,
        cooperative=cooperative and not at_once,
        reads_subscription=cooperative,
        promises=target.promises,
        ask_modes=ask_modes_of(target) if ask_modes is None else ask_modes,
        judge_answer=verdict_words,
    )
