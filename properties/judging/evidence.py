"""What is judged: the trial of a group. And the evidence: the facts that prove a break, and every question asked."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from kafka_assay.assignors.interface import ExpectedFailure, Promise, Target
from kafka_assay.assignors.life import Example, LifeRun
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.properties.trials.ask_modes import Ask, ask_modes_of
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


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenAnswer:
    """
    An answer to one group, judged in the place of a target, which is not there to be asked.

    `promises` are those of the assignor that gave it. The answer of a cooperative assignor is one round, unless
    `answers_with_target`.
    """

    answer: Assignment = field(hash=False)
    promises: frozenset[Promise] = frozenset()
    expected_failures: tuple[ExpectedFailure, ...] = ()
    answers_with_target: bool = False


def make_trial(target: Target | GivenAnswer, group: Group, ask: Ask | None = None) -> Trial:
    """
    The trial of `group` with `target`.

    A cooperative target is asked in rounds, others once. `ask` replaces the target's own `assign`, for example to reuse
    one assignor object.
    """
    cooperative = Promise.COOPERATIVE in target.promises
    at_once = bool(getattr(target, "answers_with_target", False))
    return Trial(
        group,
        ask=None if isinstance(target, GivenAnswer) else ask or target.assign,
        answer=target.answer if isinstance(target, GivenAnswer) else None,
        cooperative=cooperative and not at_once,
        reads_subscription=cooperative,
        promises=target.promises,
        ask_modes=ask_modes_of(target),
    )
