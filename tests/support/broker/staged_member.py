"""A member of a group on a real broker, in a process of its own: what its lines say."""

from __future__ import annotations

from dataclasses import dataclass
from subprocess import TimeoutExpired

from kafka_assay.assignors.errors import AssayError
from tests.support.broker.members import Members

SECONDS = 60.0
"""The longest wait for an event that a history needs."""


@dataclass(frozen=True, slots=True)
class StagedMember:
    """A member in a process of its own."""

    name: str
    client: str
    members: Members

    def owned(self) -> frozenset[str]:
        """What the member owns, as its last line about that says."""
        lines = self.members.lines.since(0)
        said = [line for line in lines if line.startswith((f"{self.name}\towns\t", f"{self.name}\tgave up\t"))]
        return frozenset(said[-1].split("\t")[2].split(",")) - {""} if said else frozenset()

    def error(self) -> str | None:
        """The error that the member's client has raised, if any."""
        begin = f"{self.name}\tfailed\t"
        return next((line.removeprefix(begin) for line in self.members.lines.since(0) if line.startswith(begin)), None)

    def wait_end(self) -> int:
        """Wait until the member's program ends; return its exit code, which is negative for a signal."""
        try:
            return self.members.process.wait(SECONDS)
        except TimeoutExpired:
            raise AssayError(f"{self.name} did not end within {SECONDS:g} s") from None

    def reads(self, partition: str) -> int:
        """How many records of the partition the member has read."""
        return self.members.lines.since(0).count(f"{self.name}\treads\t{partition}")
