"""An example of an input family: a group, or a whole life and the way to run it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from kafka_assay.assignors.life import Life
from kafka_assay.assignors.model import Group


@dataclass(frozen=True, slots=True, kw_only=True)
class LifeRun:
    """
    A life, and the way to run it.

    With `one_object` one assignor object answers every rebalance, as in a client that keeps running. Otherwise every
    rebalance gets a new object.
    """

    life: Life
    one_object: bool = False

    def beginning(self, events: int) -> LifeRun:
        """The same life with only its first `events` events."""
        if events == len(self.life.events):
            return self
        return replace(self, life=replace(self.life, events=self.life.events[:events]))


Example: TypeAlias = Group | LifeRun
"""One example of an input family."""
