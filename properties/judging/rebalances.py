"""
The rebalances of a group or of a life: each answer of the target is fed back into the next question.

Most families draw groups; `sequences` and `histories` draw lives. Here all are a sequence of rebalances, each with a
trial that laws can judge. A group has one rebalance. Lives that say how clients and coordinator behave are run by their
model (`membership/`), with the target as the leader's assignor.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from kafka_assay.assignors.interface import AssignorFailed, Target
from kafka_assay.assignors.life import Event
from kafka_assay.assignors.life_members import Protocol
from kafka_assay.assignors.life_run import Example, LifeRun
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.ownership import withhold_moves
from kafka_assay.membership.clients.claim_rule import ClientModel
from kafka_assay.membership.rebalance_record import HistoryRebalance, Trigger
from kafka_assay.membership.run import run as run_history
from kafka_assay.properties.judging.evidence import Evidence, can_judge, make_trial, verdict_of
from kafka_assay.properties.judging.history_cast import cast_life, may_lead
from kafka_assay.properties.judging.judgement import decide
from kafka_assay.properties.law import Law
from kafka_assay.properties.trials.ask_modes import Ask, ask_modes_of
from kafka_assay.properties.trials.pending_rebalance import first_rebalance, next_rebalance
from kafka_assay.properties.trials.trial import Trial, TrialStep
from kafka_assay.properties.verdict import Broken, Facts, Kept, Verdict, facts_of

OBJECT = "the same object"
"""The name, in the steps of a life, of the one assignor object that answered them all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rebalance:
    """
    One rebalance: the last one of `example`.

    `trial` is the trial of its group. The first `own_steps` steps of the trial are the target's own; laws asked the
    later ones. `earlier_steps` are the steps of the rebalances before. `history` has the rebalances of a history up to
    this one, as its model ran them.
    """

    example: Example
    trial: Trial
    own_steps: int
    earlier_steps: tuple[TrialStep, ...] = ()
    history: tuple[HistoryRebalance, ...] = ()

    @property
    def led_by(self) -> ClientModel | None:
        """The leader's client; None if the model did not run the life, or if the coordinator assigned."""
        return self.history[-1].led_by if self.history else None

    def evidence(self, facts: Facts, since: int | None = None) -> Evidence:
        """
        The evidence that this rebalance breaks a law.

        `since` is the number of the trial's steps before the law asked its own questions (None: `own_steps`).
        """
        law_steps = self.trial.steps[self.own_steps if since is None else since :]
        steps = (*self.earlier_steps, *self.trial.steps[: self.own_steps], *law_steps)
        # A life without events is stored as a group.
        run = self.example if isinstance(self.example, LifeRun) and self.example.life.events else None
        return Evidence(self.trial.group, facts, steps, run)


def run_rebalances(target: Target, example: Example) -> Iterator[Rebalance]:
    """
    Put an `example` to `target`, rebalance by rebalance. A cooperative assignor is asked until it settles.

    A life ends early where an answer is missing or invalid; a validity law reports this.
    """
    match example:
        case Group():
            trial = make_trial(target, example)
            trial.failure()
            yield Rebalance(example=example, trial=trial, own_steps=len(trial.steps))
        case LifeRun():
            yield from _run_model(target, example) if example.life.needs_model() else _run_life(target, example)


def _run_model(target: Target, run: LifeRun) -> Iterator[Rebalance]:
    """
    The rebalances of a history. Every question goes to a new object: a real leader may be another member each time.

    A cooperative leader sends the first round of its answer. The rounds after it are rebalances of the history. A
    history ends where a guest leads: a member of a client that has another assignor.
    """
    leader = _Leader(target)
    life = cast_life(run.life, target)
    leaders = may_lead(life, target)
    run = replace(run, life=life, one_object=False)
    before: tuple[TrialStep, ...] = ()
    history: tuple[HistoryRebalance, ...] = ()
    for happened in run_history(life, leader.plan):
        is_led_by_guest = happened.leader is not None and leaders is not None and happened.leader not in leaders
        if leader.trial is None or is_led_by_guest:
            return
        history = (*history, happened)
        trial, own = leader.trial, leader.own_steps
        if before:
            trial.steps[0] = replace(trial.steps[0], **_occasion(happened, life.events))
        events = 0 if happened.event is None else happened.event + 1
        beginning = run.beginning(events)
        yield Rebalance(example=beginning, trial=trial, own_steps=own, earlier_steps=before, history=history)
        if trial.failure() is not None or trial.flaw is not None:
            return
        shown = 1 if life.protocol is Protocol.COOPERATIVE else own
        before = (*before, *trial.steps[:shown])


class _Leader:
    """The target as the assignor of a history's leader. `trial` is that of the last question, None if not asked."""

    def __init__(self, target: Target) -> None:
        self.target = target
        self.trial: Trial | None = None
        self.own_steps = 0

    def plan(self, group: Group) -> Assignment:
        """The plan that the leader sends; an empty one where the history ends."""
        self.trial = None
        self.trial, self.own_steps = _ask_group(self.target, group, None, None)
        if self.trial.failure() is not None or self.trial.flaw is not None:
            return {}
        plan = self.trial.rounds()[0][1]
        # A cooperative client of this kind answers with its target, and withholds what others still own.
        return withhold_moves(plan, group) if getattr(self.target, "answers_with_target", False) else plan


def _occasion(happened: HistoryRebalance, events: tuple[Event, ...]) -> dict[str, Any]:
    """The event before a rebalance, for its first step. One that only follows from another has a reason instead."""
    if happened.trigger is Trigger.EVENT and happened.event is not None:
        return {"event": events[happened.event]}
    return {"event": Event(), "why": happened.trigger.value}


def _run_life(target: Target, run: LifeRun) -> Iterator[Rebalance]:
    events = run.life.events
    reused_object = ask_modes_of(target).reused_object if run.one_object else None
    ask = None if reused_object is None else reused_object()
    moment, event = first_rebalance(run.life.group), None
    before: tuple[TrialStep, ...] = ()
    for number in range(len(events) + 1):
        trial, own = _ask_group(target, moment.question, ask, event)
        yield Rebalance(example=run.beginning(number), trial=trial, own_steps=own, earlier_steps=before)
        if number == len(events) or trial.failure() is not None or trial.flaw is not None:
            return
        before, event = (*before, *trial.steps[:own]), events[number]
        moment = next_rebalance(moment, trial.answer, event, rounds=own)


def _ask_group(target: Target, group: Group, ask: Ask | None, event: Event | None) -> tuple[Trial, int]:
    """
    The trial of `group` through `ask` (None: fresh objects), and the number of its own questions.

    A law's further questions get fresh objects, so that asking more laws changes no life.
    """
    own_questions = True

    def ask_own(question: Group) -> Assignment:
        return ask(question) if ask is not None and own_questions else target.assign(question)

    trial = make_trial(target, group, ask=None if ask is None else ask_own)
    trial.failure()
    own_questions = False
    own = len(trial.steps)
    trial.steps[:] = [replace(step, instance=None if ask is None else OBJECT) for step in trial.steps]
    trial.steps[0] = replace(trial.steps[0], event=event)
    return trial, own


def find_breaches(target: Target, law: Law, example: Example) -> Iterator[Evidence]:
    """The evidence of each rebalance of an `example` that breaks `law`. No other law is judged."""
    for rebalance in run_rebalances(target, example):
        verdict = verdict_of(target, law, rebalance.trial)
        if isinstance(verdict, Broken):
            yield rebalance.evidence(verdict.facts)


def keeps_law(target: Target, law: Law, example: Example) -> bool:
    """Whether no rebalance of `example` breaks `law`, and the last one that can be judged keeps it."""
    last: Verdict | None = None
    for rebalance in run_rebalances(target, example):
        verdict = verdict_of(target, law, rebalance.trial)
        if isinstance(verdict, Broken):
            return False
        last = verdict or last
    return isinstance(last, Kept)


def observe_law(target: Target, law: Law, broken: Evidence) -> Evidence | None:
    """
    The answers of `target` to the questions of `broken`, with which another target broke `law`.

    They are those of the rebalance with the same number (or of an earlier one, if the law cannot be judged there), and
    of the one further question that broke the law. The target's own answers lead to it, as those of the other target
    did. It is missing if it cannot be put. The facts are empty if the law is kept. None: the law is not applicable.
    """
    found = None
    number = 1 + sum(step.event is not None for step in broken.steps)
    for rebalance in islice(run_rebalances(target, broken.example), number):
        trial = rebalance.trial
        if not can_judge(target, law, trial):
            continue
        if law.ask_named is not None:
            with suppress(AssignorFailed):  # the steps have the failure
                law.ask_named(trial, broken.facts)
        asked = len(trial.steps)
        verdict = decide(law, trial)
        found = rebalance.evidence(facts_of(verdict))
        if law.ask_named is not None:
            unnamed = len(trial.steps) - asked
            found = found._replace(steps=found.steps[: len(found.steps) - unnamed])
    return found
