"""The interface of an assignor: a name, promises, and a pure function from a group to an assignment."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, runtime_checkable

from kafka_assay.assignors.model import Assignment, Group


class Promise(StrEnum):
    """
    The promises that an assignor may make in addition to validity.

    A law belongs to one promise. It applies only to assignors that make this promise.
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

    __hash__ = str.__hash__
    """Enum's own hash is a slow call, and every law looks up promises."""


GROUP_LISTS = ("members", "topics", "subscriptions", "claims")
"""The lists of a group whose order can change. Subscriptions and claims are those of each member."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectedFailure:
    """
    A promise known to be broken: the law, the input family, the reason, and the smallest group (JSON text).

    Without a group (as a user lists it) it covers every group of the family; without a family, every group.
    """

    law: str
    family: str
    reason: str
    group: str


@runtime_checkable
class Assignor(Protocol):
    """
    The interface of every assignor.

    `assign` must not change the group. Its answer depends only on the group, and on the constructor's seed where the
    assignor is random by design. Any exception that it raises is a finding.
    """

    @property
    def name(self) -> str:
        """The display name: `sticky`, `kafka-python==3.0.12:roundrobin`."""

    @property
    def promises(self) -> frozenset[Promise]:
        """The promises that it makes in addition to validity."""

    def assign(self, group: Group) -> Assignment:
        """Member id -> topic -> partition ids; every member of the group is a key."""


HANG = "hang"
"""The kind of failure of an assignor that gave no answer in time."""


class AssignorFailed(Exception):
    """
    An assignor gave no answer: it raised, crashed, hung or printed garbage. This is a finding and does not end a run.

    `kind` is the exception's type or one of `crash`, `hang`, `garbage`, `output-flood`.
    """

    def __init__(self, kind: str, message: str, trace: str = "") -> None:
        self.kind = kind
        self.message = message
        self.trace = trace
        super().__init__(f"{kind}: {message}" if message else kind)

    def to_json(self) -> dict[str, str]:
        """The failure as the `error` of a case's step."""
        return {"type": self.kind, "message": self.message, "trace": self.trace}

    def __reduce__(self) -> tuple[type[AssignorFailed], tuple[str, str, str]]:
        """Pickle all parts, so that the error can cross processes."""
        return type(self), (self.kind, self.message, self.trace)


CANNOT_BE_ASKED = "cannot express this group: "
"""The start of a record's `error` where the client cannot express the group."""


class CannotBeAsked(AssignorFailed):
    """
    The assignor's client cannot express this group, for the reason in `message`.

    A host reports it as an error of type `CannotBeAsked`. It is not a finding and not a fault of the assignor. The laws
    are undecided on such a group, and a search skips it.
    """

    def __init__(self, message: str, trace: str = "") -> None:
        super().__init__(CannotBeAsked.__name__, message, trace)

    def __str__(self) -> str:
        """A clause to follow the assignor's name."""
        return CANNOT_BE_ASKED + self.message

    def __reduce__(self) -> tuple[type[CannotBeAsked], tuple[str, str]]:  # type: ignore[override]
        """Pickle all parts, so that the error can cross processes."""
        return type(self), (self.message, self.trace)


def failure_of(kind: str, message: str, trace: str = "") -> AssignorFailed:
    """
    The failure that a host's error describes, by its type.

    >>> failure_of("CannotBeAsked", "the client knows no racks"), failure_of("KeyError", "'t0'")
    (CannotBeAsked('CannotBeAsked: the client knows no racks'), AssignorFailed("KeyError: 't0'"))
    """
    return CannotBeAsked(message, trace) if kind == CannotBeAsked.__name__ else AssignorFailed(kind, message, trace)


class Target(Protocol):
    """
    An opened assignor under test: a reference, a user's class, or a process of another client.

    `like` names the reference whose promises it makes. It is None where no reference is named; then only the laws that
    hold for all assignors apply. `assign` raises only `AssignorFailed`. `close` ends the target's process, if it has
    one.
    """

    name: str
    version: str
    like: str | None
    promises: frozenset[Promise]
    expected_failures: tuple[ExpectedFailure, ...]

    def assign(self, group: Group) -> Assignment:
        """The assignment of `group`; one round of it where the assignor is cooperative."""

    def close(self) -> None:
        """Release the target's resources. Calling it again does nothing."""
