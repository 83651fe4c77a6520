"""What a law is: a clause that can be true, a source, and a pure function from a trial to a verdict."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from kafka_assay.assignors.interface import Promise
from kafka_assay.assignors.model import Group
from kafka_assay.properties.measures.equal_only import may_ask
from kafka_assay.properties.trials.trial import Trial
from kafka_assay.properties.verdict import Verdict

Judge: TypeAlias = "Callable[[Trial], Verdict]"


def _everywhere(_: Group) -> bool:
    return True


def _always(_: Trial) -> bool:
    return True


def _nobody(_promises: frozenset[Promise], _group: Group) -> bool:
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class Law:
    """
    One law, as the decorator `law` declares it.

    `says` is the law in one clause, `source` who says so, `matters` what a breach costs those who run the group.
    `promise` is the promise that it belongs to (None: it holds for every assignor). `judge` decides it on a trial;
    `defined` says on which groups it means anything (elsewhere its cell is absent), `except_for` for whom it does not,
    although it means something there: from the promises that are made; `possible` whether its further questions can be
    put in this trial. `also` is a second promise that it belongs to,
    on the groups of `also_defined`.

    `implies` maps the laws that follow from this one to the reason (see `kafka_assay.properties.implication`), or says
    why none does.

    `asks` says that it puts further groups to the assignor, so that it cannot be judged from an answer alone;
    `every_round` that it is judged in every round of a cooperative assignor, not only where the rounds end; `unsettled`
    that it can be judged although they never do; `rounds_only` that it means nothing of a target that answers at once.

    `kind` is the name of the file that declares it, here, in `reports/wording` and in `studies/mutants`.
    """

    id: str
    kind: str
    judge: Judge
    promise: Promise | None
    says: str
    source: str
    matters: str
    implies: Mapping[str, str] | str = field(hash=False)
    defined: Callable[[Group], bool]
    asks: bool
    every_round: bool
    unsettled: bool
    also: Promise | None
    also_defined: Callable[[Group], bool]
    rounds_only: bool
    except_for: Callable[[frozenset[Promise], Group], bool]
    possible: Callable[[Trial], bool]

    def is_asked_of(self, promises: frozenset[Promise], group: Group) -> bool:
        """Whether an assignor with these `promises` is held to this law on this `group`."""
        first = (self.promise is None or self.promise in promises) and self.defined(group)
        second = self.also is not None and self.also in promises and self.also_defined(group)
        return (first or second) and not self.except_for(promises, group) and may_ask(promises, group)


def law(
    *,
    promise: Promise | None,
    says: str,
    source: str,
    matters: str,
    implies: Mapping[str, str] | str,
    defined: Callable[[Group], bool] = _everywhere,
    asks: bool = False,
    every_round: bool = False,
    unsettled: bool = False,
    also: Promise | None = None,
    also_defined: Callable[[Group], bool] = _everywhere,
    rounds_only: bool = False,
    except_for: Callable[[frozenset[Promise], Group], bool] = _nobody,
    possible: Callable[[Trial], bool] = _always,
) -> Callable[[Judge], Law]:
    """
    Make the decorated function a law (see `Law`): its id is the function's name with `-`, its kind the file's name.
    """

    def declare(judge: Judge) -> Law:
        return Law(
            id=judge.__name__.replace("_", "-"),
            kind=judge.__module__.rpartition(".")[2],
            judge=judge,
            promise=promise,
            says=says,
            source=source,
            matters=matters,
            implies=implies,
            defined=defined,
            asks=asks,
            every_round=every_round,
            unsettled=unsettled,
            also=also,
            also_defined=also_defined,
            rounds_only=rounds_only,
            except_for=except_for,
            possible=possible,
        )

    return declare
