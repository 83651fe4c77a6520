"""
Evidence: a group on which a target broke a law, the facts that prove it, and everything that was asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from assignors.interface import Promise
from properties.judgement import applies, decided
from properties.trial import Trial
from properties.verdict import Broken

if TYPE_CHECKING:
    from assignors.interface import Target
    from assignors.model import Group
    from properties.law import Law
    from properties.trial import Step
    from properties.verdict import Facts, Verdict


class Evidence(NamedTuple):
    """
    What proves a broken law, as it happened.
    """

    group: Group
    facts: Facts
    steps: tuple[Step, ...]


def trial_of(target: Target, group: Group) -> Trial:
    """
    `group` put to `target`: in rounds where it promises to be cooperative, at once where it answers with its target.
    """
    cooperative = Promise.COOPERATIVE in target.promises
    at_once = bool(getattr(target, "answers_with_target", False))
    return Trial(group, ask=target.assign, cooperative=cooperative and not at_once, reads_subscription=cooperative)


def verdict_on(target: Target, law: Law, trial: Trial) -> Verdict | None:
    """
    What `law` says of `trial`, or None where it means nothing there.
    """
    if not law.asked_of(target.promises, trial.group) or not applies(law, trial, target.promises):
        return None
    return decided(law, trial)


def evidence_of(target: Target, law: Law, group: Group) -> Evidence | None:
    """
    Ask `law` alone, on `group`, anew: the evidence that it is broken, or None where it is not.

    The first step is the group itself; the law's own further questions follow in the order in which it put them.
    """
    trial = trial_of(target, group)
    trial.failure()
    verdict = verdict_on(target, law, trial)
    return Evidence(group, verdict.facts, tuple(trial.steps)) if isinstance(verdict, Broken) else None
