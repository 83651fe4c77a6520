"""A mutant as an opened target."""

from __future__ import annotations

from kafka_assay.assignors.interface import ExpectedFailure
from kafka_assay.assignors.model import Assignment, Group
from tests.support.mutants.mutant import Mutant


class OpenedMutant:
    """The target that asks `mutant`, in the ways that it offers."""

    version = ""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant
        self.name = mutant.name
        self.like: str | None = mutant.healthy
        self.promises = mutant.promises
        self.expected_failures: tuple[ExpectedFailure, ...] = ()
        self.reused_object = mutant.reused_object
        self.other_process = mutant.other_process

    def assign(self, group: Group) -> Assignment:
        """The mutant's answer."""
        return self.mutant.assign(group)

    def close(self) -> None:
        """Nothing to release."""
