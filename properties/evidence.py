"""
Evidence: a group on which a target broke a law, the facts that prove it, and everything that was asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from assignors.interface import Promise
from properties.judgement import applies, decided
from properties.trial import Trial
from properties.verdict import Broken
from properties.ways import ways_of

if TYPE_CHECKING:
    from assignors.interface import Target
    from assignors.model import Group
    from properties.course import Course, Drawn
    from properties.law import Law
    from properties.trial import Ask, Step
    from properties.verdict import Facts, Verdict
    from properties.ways import Ways


class Evidence(NamedTuple):
    """
    What proves a broken law, as it happened.
    """

    group: Group
    facts: Facts
    steps: tuple[Step, ...]
    course: Course | None = None
    """The life that led to the group, where there is one: it ends with this group."""

    @property
    def drawn(self) -> Drawn:
        """
        What a family drew, as far as it was needed: the group, or the course that ends with it.
        """
        return self.course or self.group


def trial_of(target: Target, group: Group, ways: Ways | None = None, ask: Ask | None = None) -> Trial:
    """
    `group` put to `target`: in rounds where it promises to be cooperative, at once where it answers with its target.

    `ways` says how else it may be asked (None: in every way that it offers). `ask` is put in the place of the
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
        ways=ways_of(target) if ways is None else ways,
    )


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
    if not law.asked_of(target.promises, group):
        return None
    trial = trial_of(target, group)
    trial.failure()
    verdict = verdict_on(target, law, trial)
    return Evidence(group, verdict.facts, tuple(trial.steps)) if isinstance(verdict, Broken) else None
