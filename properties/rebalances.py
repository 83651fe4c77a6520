"""
Rebalances: what a target makes of a group or of a life, one answer after another fed back.

A search draws groups in most families, and lives in `sequences`. Here both look alike: a row of rebalances, each with a
trial that laws can be asked on; a group's row is one long.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from assignors.model import Group
from properties.course import Course
from properties.equal_only import may_be_put
from properties.evidence import Evidence, trial_of, verdict_on
from properties.moment import first_moment, next_moment
from properties.verdict import Broken
from properties.ways import ways_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from assignors.interface import Target
    from assignors.life import Event
    from assignors.model import Assignment
    from properties.course import Drawn
    from properties.law import Law
    from properties.trial import Ask, Step, Trial
    from properties.verdict import Facts

OBJECT = "the same object"
"""What the steps of a life call the one assignor object that answered them all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rebalance:
    """
    One rebalance of what was `drawn`, which ends with it: the `trial` of its group, of whose steps the first `own` are
    its own, not a law's; and the steps of the rebalances `before`.
    """

    drawn: Drawn
    trial: Trial
    own: int
    before: tuple[Step, ...] = ()

    def evidence(self, facts: Facts, since: int | None = None) -> Evidence:
        """
        The evidence that a law is broken here; the law asked its further questions `since` that step of the trial.
        """
        asked = self.trial.steps[self.own if since is None else since :]
        steps = (*self.before, *self.trial.steps[: self.own], *asked)
        # A life in which nothing has happened yet is a group.
        course = self.drawn if isinstance(self.drawn, Course) and self.drawn.life.events else None
        return Evidence(self.trial.group, facts, steps, course)


def rebalances(target: Target, drawn: Drawn) -> Iterator[Rebalance]:
    """
    Put what was `drawn` to `target`, rebalance by rebalance; cooperative assignors until they have settled.

    A life ends early where an answer is missing or no plan, which a law of validity says, and where the group may not
    be put to this target.
    """
    match drawn:
        case Group():
            if may_be_put(target.promises, drawn):
                trial = trial_of(target, drawn)
                trial.failure()
                yield Rebalance(drawn=drawn, trial=trial, own=len(trial.steps))
        case Course():
            yield from _lived(target, drawn)


def _lived(target: Target, course: Course) -> Iterator[Rebalance]:
    events = course.life.events
    kept_object = ways_of(target).kept_object if course.one_object else None
    ask = None if kept_object is None else kept_object()
    moment, event = first_moment(course.life.group), None
    before: tuple[Step, ...] = ()
    for number in range(len(events) + 1):
        if not may_be_put(target.promises, moment.question):
            return
        trial, own = _asked(target, moment.question, ask, event)
        yield Rebalance(drawn=course.until(number), trial=trial, own=own, before=before)
        if number == len(events) or trial.failure() is not None or trial.flaw is not None:
            return
        before, event = (*before, *trial.steps[:own]), events[number]
        moment = next_moment(moment, trial.answer, event, rounds=own)


def _asked(target: Target, group: Group, ask: Ask | None, event: Event | None) -> tuple[Trial, int]:
    """
    The trial of `group`, its own questions put to `ask` (None: to fresh objects), and how many they were.

    A law's further questions get fresh objects, so that asking more laws changes no life.
    """
    own_questions = True

    def asked(question: Group) -> Assignment:
        return ask(question) if ask is not None and own_questions else target.assign(question)

    trial = trial_of(target, group, ask=None if ask is None else asked)
    trial.failure()
    own_questions = False
    own = len(trial.steps)
    trial.steps[:] = [replace(step, instance=None if ask is None else OBJECT) for step in trial.steps]
    trial.steps[0] = replace(trial.steps[0], event=event)
    return trial, own


def breaches(target: Target, law: Law, drawn: Drawn) -> Iterator[Evidence]:
    """
    Ask `law` alone, anew, in every rebalance of what was `drawn`: the evidence of each in which it is broken.
    """
    for rebalance in rebalances(target, drawn):
        verdict = verdict_on(target, law, rebalance.trial)
        if isinstance(verdict, Broken):
            yield rebalance.evidence(verdict.facts)
