"""A mutant: a healthy reference with one fault, in the question that it reads or in its answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from kafka_assay.assignors.interface import ExpectedFailure, Promise
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.registry import reference_assignor
from kafka_assay.properties.judging.finding import verdict_words
from kafka_assay.properties.trials.ask_modes import PLAINLY, Ask, AskModes
from kafka_assay.properties.trials.trial import Trial

Fault: TypeAlias = Literal["assignor", "answer"]
"""The place of the fault: the assignor (its input or its rule), or one edit of a healthy answer."""

Healthy: TypeAlias = "Callable[[Group], Assignment]"
Wrong: TypeAlias = "Callable[[Group, Healthy], Assignment]"


@dataclass(slots=True, kw_only=True, eq=False)
class Mutant:
    """
    One faulty assignor: `law` catches it on `group`, on which the reference `healthy` keeps the law.

    It is a target, and has a place as well (`assay check python:tests.support.mutants.stickiness:is_deaf`). `promises`
    and `expected_failures` are those of the reference; such failures do not count as kills. A `subtle` mutant goes
    wrong only in rare cases.

    `reused_object` and `other_process` are further ways to ask it, if it offers them, as for targets.
    """

    law: str
    name: str
    says: str
    healthy: str
    fault: Fault
    group: Group
    subtle: bool
    wrong: Wrong = field(repr=False)
    promises: frozenset[Promise]
    expected_failures: tuple[ExpectedFailure, ...]
    version: str = "mutant"
    like: str | None = None
    reused_object: Callable[[], Ask] | None = field(default=None, repr=False)
    other_process: Callable[[], Ask] | None = field(default=None, repr=False)

    def assign(self, group: Group) -> Assignment:
        """The wrong answer. Without members there is nothing to get wrong."""
        return {} if not group.members else self.wrong(group, reference_assignor(self.healthy).assign)

    def close(self) -> None:
        """Nothing to release."""


def mutant(
    law: str, healthy: str, group: Group, *, fault: Fault = "assignor", subtle: bool = False
) -> Callable[[Wrong], Mutant]:
    """
    Turn the decorated function into a mutant of `law`. The function makes the wrong answer from a group and `healthy`.

    The mutant's name is the function's, with `-` for `_`, and the function's docstring describes the fault.
    """

    reference = reference_assignor(healthy)

    def declare(wrong: Wrong) -> Mutant:
        return Mutant(
            law=law,
            name=wrong.__name__.replace("_", "-"),
            says=" ".join((wrong.__doc__ or "").split()),
            healthy=healthy,
            fault=fault,
            group=group,
            subtle=subtle,
            wrong=wrong,
            promises=reference.promises,
            expected_failures=tuple(getattr(reference, "expected_failures", ())),
        )

    return declare


def mutant_trial(group: Group, promises: frozenset[Promise], ask: Ask, ask_modes: AskModes = PLAINLY) -> Trial:
    """The trial of `ask` on `group`, in rounds for a cooperative promise."""
    return Trial(
        group,
        ask=ask,
        cooperative=Promise.COOPERATIVE in promises,
        promises=promises,
        ask_modes=ask_modes,
        judge_answer=verdict_words,
    )
