"""What an assignor is: a name, promises, and a pure function from a group to an answer."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, runtime_checkable

from kafka_assay.assignors.model import Assignment, Group


class Promise(StrEnum):
    """
    What an assignor may promise beside validity. A law belongs to one promise and is asked only of those who give it.

    The last is a restriction that travels with the others: where subscriptions are not equal, the assignor is not asked
    at all, and no law is.
    """

    REPEATABLE = "repeatable"
    FIXED = "fixed"
    EVEN = "even"
    PER_TOPIC = "per-topic"
    RANGE = "range"
    STATIC = "static"
    LOCAL = "local"
    STICKY = "sticky"
    CLAIMS = "claims"
    ALL_KEPT = "all-kept"
    WHOLE_TOPICS = "whole-topics"
    LAG = "lag"
    LAG_OVER_GROUP = "lag over the group"
    OPTIMAL = "optimal"
    COOPERATIVE = "cooperative"
    RACKS = "racks"
    EQUAL_ONLY = "equal subscriptions only"


GROUP_LISTS = ("members", "topics", "subscriptions", "claims")
"""The lists of a group that can stand in another order: subscriptions and claims are those of each member."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectedFailure:
    """A promise known to be broken: which law, in which input family, why, and the smallest group (JSON text)."""

    law: str
    family: str
    reason: str
    group: str


@runtime_checkable
class Assignor(Protocol):
    """
    Anything that shares out partitions.

    `assign` must not change the group, and its answer depends on nothing but the group (and on a seed that the
    constructor took, where the assignor is random by design). It may raise anything: that is a finding.
    """

    @property
    def name(self) -> str:
        """How people call it: `sticky`, `kafka-python==3.0.12:roundrobin`."""

    @property
    def promises(self) -> frozenset[Promise]:
        """What it promises beside validity."""

    def assign(self, group: Group) -> Assignment:
        """Member id -> topic -> partition ids; every member of the group is a key."""


class AssignorFailed(Exception):
    """
    An assignor gave no answer: it raised, crashed, hung or printed garbage. A finding, never the end of a run.

    `kind` is the exception's type or one of `crash`, `hang`, `garbage`, `output-flood`.
    """

    def __init__(self, kind: str, message: str, trace: str = "") -> None:
        self.kind = kind
        self.message = message
        self.trace = trace
        super().__init__(f"{kind}: {message}" if message else kind)

    def __reduce__(self) -> tuple[type[AssignorFailed], tuple[str, str, str]]:
        """It crosses processes whole."""
        return type(self), (self.kind, self.message, self.trace)


CANNOT_BE_ASKED = "cannot be asked: "
"""How a record's `error` begins where the question could not be put."""


class CannotBeAsked(AssignorFailed):
    """
    The question cannot be put to this assignor as its client would put it, for the reason in `message`.

    A host says so by an error whose type is `CannotBeAsked`. It is no finding and no fault of the assignor's: the laws
    are undecided on such a group, and a search passes it over.
    """

    def __init__(self, message: str, trace: str = "") -> None:
        super().__init__(CannotBeAsked.__name__, message, trace)

    def __str__(self) -> str:
        """A clause that goes on after the assignor's name."""
        return CANNOT_BE_ASKED + self.message

    def __reduce__(self) -> tuple[type[CannotBeAsked], tuple[str, str]]:  # type: ignore[override]
        """It crosses processes whole."""
        return type(self), (self.message, self.trace)


def failure_of(kind: str, message: str, trace: str = "") -> AssignorFailed:
    """
    The failure that a host's error tells of, by its type.

    >>> failure_of("CannotBeAsked", "the client knows no racks"), failure_of("KeyError", "'t0'")
    (CannotBeAsked('CannotBeAsked: the client knows no racks'), AssignorFailed("KeyError: 't0'"))
    """
    return CannotBeAsked(message, trace) if kind == CannotBeAsked.__name__ else AssignorFailed(kind, message, trace)


class Target(Protocol):
    """
    An assignor that is looked at, opened and ready: a reference, a class of the user's, or a foreign process.

    `like` names the reference whose promises it makes, or None where nobody said: then only the laws that hold for all
    are asked. `assign` raises `AssignorFailed` and nothing else. `close` ends its process, if it has one.
    """

    name: str
    version: str
    like: str | None
    promises: frozenset[Promise]
    expected_failures: tuple[ExpectedFailure, ...]

    def assign(self, group: Group) -> Assignment:
        """The answer to `group`, one round of it where the assignor is cooperative."""

    def close(self) -> None:
        """Give back what the target holds; harmless when repeated."""
