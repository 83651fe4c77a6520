"""What a family draws: a group, or a whole life and how it is to be asked about."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from kafka_assay.assignors.life import Life
from kafka_assay.assignors.model import Group


@dataclass(frozen=True, slots=True, kw_only=True)
class LifeRun:
    """
    A life to be asked about. With `one_object` one and the same assignor object answers all of it, as in a client that
    stays; otherwise every rebalance gets a fresh one.
    """

    life: Life
    one_object: bool = False

    def beginning(self, events: int) -> LifeRun:
        """The same life with only its first `events` events."""
        if events == len(self.life.events):
            return self
        return replace(self, life=replace(self.life, events=self.life.events[:events]))


Example: TypeAlias = Group | LifeRun
"""What a family draws."""
