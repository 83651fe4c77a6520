"""The time budget of a check."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

EXAMPLES = 200
"""The default number of groups for each law in each family."""
SECONDS = 45.0
"""The default time for a whole check, in seconds."""


@dataclass(slots=True, kw_only=True)
class Budget:
    """A budget of `seconds` that starts now, measured by `clock`. When it is spent, a search ends early."""

    seconds: float
    clock: Callable[[], float] = time.monotonic
    start: float = field(init=False)

    def __post_init__(self) -> None:
        """Start the clock."""
        self.start = self.clock()

    def seconds_spent(self) -> float:
        """The seconds since the start."""
        return self.clock() - self.start

    def seconds_left(self) -> float:
        """The seconds left, never below 0."""
        return max(0.0, self.seconds - self.seconds_spent())

    def limited_to(self, share: float) -> Budget:
        """A budget that ends when this `share` of the whole is spent."""
        return Budget(seconds=max(0.0, self.seconds * share - self.seconds_spent()), clock=self.clock)

    def share_of_rest(self, share: float) -> Budget:
        """A new budget for the next step: a `share` of the time left."""
        return Budget(seconds=self.seconds_left() * share, clock=self.clock)
