"""
The rebalances of a group or of a life: each answer of the target is fed back into the next question.

Most families draw groups; `sequences` and `histories` draw lives. Here all are a sequence of rebalances, each with a
trial that laws can judge. A group has one rebalance. A life is run by the model of coordinator and clients
(`membership/`), with the target as the leader's assignor.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from kafka_assay.assignors.interface import Target
from kafka_assay.assignors.life import Event, Example, LifeRun
from kafka_assay.assignors.life_members import Protocol
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.ownership import withhold_moves
from kafka_assay.membership.client_model import ClientModel
from kafka_assay.membership.rebalance_record import HistoryRebalance, Trigger
from kafka_assay.membership.run import run as run_history
from kafka_assay.properties.judging.evidence import GivenAnswer, make_trial
from kafka_assay.properties.judging.history_cast import cast_life, may_lead
from kafka_assay.properties.trials.ask_modes import ask_modes_of
from kafka_assay.properties.trials.trial import Trial, TrialStep


@dataclass(frozen=True, slots=True, kw_only=True)
class Rebalance:
    """
    One rebalance: the last one of `example`.

    `trial` is the trial of its group. `earlier_steps` are the steps of the rebalances before. `history` has the
    rebalances of a life up to this one, as the model ran them.
    """

    example: Example
    trial: Trial
    earlier_steps: tuple[TrialStep, ...] = ()
    history: tuple[HistoryRebalance, ...] = ()

    @property
    def asked_steps(self) -> tuple[TrialStep, ...]:
        """The steps of the target's own questions, in this rebalance and in those before."""
        return *self.earlier_steps, *self.trial.steps[: self.trial.own_steps]

    @property
    def led_by(self) -> ClientModel | None:
        """The leader's client; None for a group, or if the coordinator assigned."""
        return self.history[-1].led_by if self.history else None


def run_rebalances(target: Target | GivenAnswer, example: Example) -> Iterator[Rebalance]:
    """
    Put an `example` to `target`, rebalance by rebalance. A cooperative assignor is asked until it settles.

    A given answer is put to a group only. A life ends early where an answer is missing or invalid; a validity law
    reports this.
    """
    match example:
        case Group():
            yield Rebalance(example=example, trial=make_trial(target, example))
        case LifeRun():
            assert not isinstance(target, GivenAnswer), "one answer answers no life"
            yield from _run_life(target, example)


def _run_life(target: Target, run: LifeRun) -> Iterator[Rebalance]:
    """
    The rebalances of a life, with the target as the leader's assignor.

    In a life with a protocol every question goes to a new object: a real leader may be another member each time. A
    cooperative leader sends the first round of its answer, and the rounds after it are rebalances of their own. Such a
    life ends where a guest leads: a member of a client that has another assignor.
    """
    life = cast_life(run.life, target)
    run = LifeRun(life=life, one_object=run.one_object and life.protocol is None)
    leader = _Leader(target, run)
    leaders = may_lead(life, target)
    before: tuple[TrialStep, ...] = ()
    history: tuple[HistoryRebalance, ...] = ()
    for happened in run_history(life, leader.plan, rounds=lambda: leader.rounds):
        is_led_by_guest = happened.leader is not None and leaders is not None and happened.leader not in leaders
        if is_led_by_guest:
            return
        history = (*history, happened)
        trial = leader.trial
        if before:
            trial.steps[0] = replace(trial.steps[0], **_occasion(happened, life.events))
        beginning = run.beginning(0 if happened.event is None else happened.event + 1)
        yield Rebalance(example=beginning, trial=trial, earlier_steps=before, history=history)
        if trial.failure is not None or trial.flaw is not None:
            return
        before = (*before, *trial.steps[: 1 if life.protocol is Protocol.COOPERATIVE else trial.own_steps])


class _Leader:
    """The target as the assignor of a life's leader. `trial` is that of the last question."""

    trial: Trial

    def __init__(self, target: Target, run: LifeRun) -> None:
        self.target = target
        self.is_settled = run.life.protocol is None
        reused_object = ask_modes_of(target).reused_object if run.one_object else None
        self.ask = None if reused_object is None else reused_object()

    @property
    def rounds(self) -> int:
        """How many rebalances the last plan took: all rounds of the answer in a life without a protocol."""
        return self.trial.own_steps if self.is_settled else 1

    def plan(self, group: Group) -> Assignment:
        """The plan that the leader sends; an empty one where the life ends."""
        self.trial = trial = self._ask(group)
        if trial.failure is not None or trial.flaw is not None:
            return {}
        if self.is_settled:
            return trial.answer
        plan = trial.rounds()[0][1]
        # A cooperative client of this kind answers with its target, and withholds what others still own.
        return withhold_moves(plan, group) if getattr(self.target, "answers_with_target", False) else plan

    def _ask(self, group: Group) -> Trial:
        """
        The trial of `group`, asked of the one object if there is one.

        A law's further questions get fresh objects, so that asking more laws changes no life.
        """
        ask = self.ask
        if ask is None:
            return make_trial(self.target, group)
        is_own = True
        trial = make_trial(self.target, group, ask=lambda one: ask(one) if is_own else self.target.assign(one))
        trial.outcome()
        is_own = False
        trial.steps[:] = [replace(step, instance="the same object") for step in trial.steps]
        return trial


def _occasion(happened: HistoryRebalance, events: tuple[Event, ...]) -> dict[str, Any]:
    """The event before a rebalance, for its first step. One that only follows from another has a reason instead."""
    if happened.trigger is Trigger.EVENT and happened.event is not None:
        return {"event": events[happened.event]}
    return {"event": Event(), "why": happened.trigger.value}
