"""A law: a clause that can be true, a source, and a pure function from a trial to a verdict."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import TypeAlias
from zlib import crc32

from kafka_assay.assignors.interface import Promise
from kafka_assay.assignors.model import Group
from kafka_assay.properties.effect import Effect
from kafka_assay.properties.trials.trial import Trial
from kafka_assay.properties.verdict import Facts, Verdict

Judge: TypeAlias = "Callable[[Trial], Verdict]"


@dataclass(frozen=True, slots=True, kw_only=True)
class LawTerms:
    """
    What a law is besides its judge; used as the decorator of the judge, which makes the `Law`.

    `says` is the law in one clause, `source` names who requires it. `effect` says what a break does to a live group;
    `effects_by_client` has the clients in which it does something else.

    `promise` is the promise that the law belongs to (None: it holds for every assignor). `also` is a second promise,
    for the groups of `also_defined`.

    `defined` says on which groups the law is defined; elsewhere its cell is absent.
    `except_for` exempts assignors by the promises that they make. `possible` says whether the law's further questions
    can be put in a given trial.

    `implies` maps the laws that follow from this one to the reason (see `kafka_assay.properties.registry`), or says
    why none follows. `decides` names those of them that follow on each single answer without a flaw: where this law is
    kept, they are kept.

    `questions` lists groups that the law will put to the assignor, as far as they are known once it has answered, so
    that they can be sent together. It asks nothing itself.

    `ask_named` belongs to a law with several further questions. It asks only the one that the facts of a break name, so
    that another assignor can be asked the same. It raises `AssignorFailed` if there is no answer.

    `every`: of the examples drawn by number, the law is asked on one in this many, because it asks costly questions.

    `asks`: the law puts further groups to the assignor, so an answer alone is not enough. `every_round`: the law is
    judged in every round of a cooperative assignor, not only in the last. `unsettled`: the law can be judged if the
    rounds never end. `rounds_only`: the law is not applicable to a target that answers at once.
    """

    promise: Promise | None
    says: str
    source: str
    effect: Effect
    effects_by_client: Mapping[str, Effect] = field(default_factory=dict, hash=False)
    implies: Mapping[str, str] | str = field(hash=False)
    decides: tuple[str, ...] = ()
    every: int = 1
    questions: Callable[[Trial], Sequence[Group]] = lambda _: ()
    ask_named: Callable[[Trial, Facts], object] | None = None
    defined: Callable[[Group], bool] = lambda _: True
    asks: bool = False
    every_round: bool = False
    unsettled: bool = False
    also: Promise | None = None
    also_defined: Callable[[Group], bool] = lambda _: True
    rounds_only: bool = False
    except_for: Callable[[frozenset[Promise], Group], bool] = lambda _promises, _group: False
    possible: Callable[[Trial], bool] = lambda _: True

    def __call__(self, judge: Judge) -> Law:
        """The law of these terms. Its id is the judge's name with `-` for `_`; its kind is the file's name."""
        return Law(
            id=judge.__name__.replace("_", "-"),
            kind=judge.__module__.rpartition(".")[2],
            judge=judge,
            **{one.name: getattr(self, one.name) for one in fields(self)},
        )


law = LawTerms
"""The decorator that declares a law."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Law(LawTerms):
    """
    One law: `judge` decides it on a trial.

    `kind` is the name of the declaring file, the same here and in `tests/support/mutants`.
    """

    id: str
    kind: str
    judge: Judge

    def is_asked_of(self, promises: frozenset[Promise], group: Group) -> bool:
        """Whether the law applies to an assignor with these `promises` on this `group`."""
        first = (self.promise is None or self.promise in promises) and self.defined(group)
        second = self.also is not None and self.also in promises and self.also_defined(group)
        return (first or second) and not self.except_for(promises, group)

    def effect_on(self, client: str | None) -> Effect:
        """What a break does in a group of this client; None: of a client that is not known."""
        return self.effects_by_client.get(client or "", self.effect)

    def is_due(self, number: int) -> bool:
        """Whether the law is asked on the drawn example with this `number`. The number and the law alone decide."""
        return self.every == 1 or has_turn(f"{self.id}/{number}", self.every)


def has_turn(text: str, every: int) -> bool:
    """
    Whether `text` is one of the texts that are picked, about one in `every`; the same in each process.

    >>> [number for number in range(20) if has_turn(f"settles/{number}", 4)]
    [5, 7, 14, 16]
    """
    return crc32(text.encode()) % every == 0
