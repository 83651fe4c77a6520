"""What a mutant is: a healthy reference with one change, to the question that it hears or to its answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from kafka_assay.assignors.interface import ExpectedFailure, Promise
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.registry import reference_assignor
from kafka_assay.properties.trials.ask_modes import Ask

Fault: TypeAlias = Literal["assignor", "answer"]
"""What is wrong: an assignor (what it hears, or the rule that it goes by), or a healthy answer edited in one place."""

Healthy: TypeAlias = "Callable[[Group], Assignment]"
Wrong: TypeAlias = "Callable[[Group, Healthy], Assignment]"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """
    One assignor that is wrong: `law` catches it on `group`, where the reference `healthy` keeps it.

    It has a name, promises and `assign`, as every assignor has, so that a check can be run on it (`assay check
    python:studies.mutants.stickiness:is_deaf`). What the healthy one declares to break is no merit of the mutant's
    either. A `subtle` one goes wrong only now and then.

    `reused_object` and `other_process` are further ways to ask it, where it offers them, as targets do.
    """

    law: str
    name: str
    says: str
    healthy: str
    fault: Fault
    group: Group
    subtle: bool
    wrong: Wrong = field(repr=False)
    reused_object: Callable[[], Ask] | None = field(default=None, repr=False)
    other_process: Callable[[], Ask] | None = field(default=None, repr=False)

    @property
    def promises(self) -> frozenset[Promise]:
        """What the healthy assignor promises."""
        return reference_assignor(self.healthy).promises

    @property
    def expected_failures(self) -> tuple[ExpectedFailure, ...]:
        """What the healthy assignor is known to break."""
        return tuple(getattr(reference_assignor(self.healthy), "expected_failures", ()))

    def assign(self, group: Group) -> Assignment:
        """The wrong answer."""
        return self.wrong(group, reference_assignor(self.healthy).assign)


def mutant(
    law: str, healthy: str, group: Group, *, fault: Fault = "assignor", subtle: bool = False
) -> Callable[[Wrong], Mutant]:
    """
    Make the decorated function a mutant of `law`: from a group and the `healthy` assignor to the wrong answer.

    Its name is the mutant's, with `-` for `_`, and its docstring says what is wrong.
    """

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
        )

    return declare
