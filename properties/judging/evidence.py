"""Evidence: a group on which a target broke a law, the facts that prove it, and everything that was asked."""

from __future__ import annotations

from typing import NamedTuple

from kafka_assay.assignors.interface import Promise, Target
from kafka_assay.assignors.life_run import Example, LifeRun
from kafka_assay.assignors.model import Group
from kafka_assay.properties.judging.judgement import decide, is_applicable, verdict_words
from kafka_assay.properties.law import Law
from kafka_assay.properties.trials.ask_modes import Ask, AskModes, ask_modes_of
from kafka_assay.properties.trials.trial import Trial, TrialStep
from kafka_assay.properties.verdict import Broken, Facts, Verdict


class Evidence(NamedTuple):
    """What proves a broken law, as it happened."""

    group: Group
    facts: Facts
    steps: tuple[TrialStep, ...]
    run: LifeRun | None = None
    """The life that led to the group, where there is one: it ends with this group."""

    @property
    def example(self) -> Example:
        """What a family drew, as far as it was needed: the group, or the run that ends with it."""
        return self.run or self.group


def make_trial(target: Target, group: Group, ask_modes: AskModes | None = None, ask: Ask | None = None) -> Trial:
    """
    The trial of `group` with `target`: in rounds where it promises to be cooperative, at once where it answers with
    its target.

    `ask_modes` says how else it may be asked (None: in every way that it offers). `ask` is put in the place of the
    target's own `assign`, where it is not a fresh object that answers.
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


def verdict_of(target: Target, law: Law, trial: Trial) -> Verdict | None:
    """The verdict of `law` on `trial`, or None where the law is not applicable."""
    if not law.is_asked_of(target.promises, trial.group) or not is_applicable(law, trial, target.promises):
        return None
    return decide(law, trial)


def find_evidence(target: Target, law: Law, group: Group) -> Evidence | None:
    """
    Judge `law` alone on `group`, in a new trial: the evidence that it is broken, or None where it is not.

    The first step is the group itself; the law's own further questions follow in the order in which it put them.
    """
    if not law.is_asked_of(target.promises, group):
        return None
    trial = make_trial(target, group)
    trial.failure()
    verdict = verdict_of(target, law, trial)
    return Evidence(group, verdict.facts, tuple(trial.steps)) if isinstance(verdict, Broken) else None
