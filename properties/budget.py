"""Time to spend on a check, and how much of it is gone."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

EXAMPLES = 200
"""Groups for each law in each family, where nobody says how many."""
SECONDS = 45.0
"""For the whole check, where nobody says how long."""


@dataclass(slots=True, kw_only=True)
class Budget:
    """`seconds` from now on, by `clock`. It only ever ends a search earlier."""

    seconds: float
    clock: Callable[[], float] = time.monotonic
    start: float = field(init=False)

    def __post_init__(self) -> None:
        """Start the clock."""
        self.start = self.clock()

    def seconds_spent(self) -> float:
        """The seconds that have passed."""
        return self.clock() - self.start

    def seconds_left(self) -> float:
        """The seconds left, never below 0."""
        return max(0.0, self.seconds - self.seconds_spent())

    def limited_to(self, share: float) -> Budget:
        """A budget that ends when this `share` of the whole is spent."""
        return Budget(seconds=max(0.0, self.seconds * share - self.seconds_spent()), clock=self.clock)

    def share_of_rest(self, share: float) -> Budget:
        """A budget of its own for the next step: a `share` of what is left."""
        return Budget(seconds=self.seconds_left() * share, clock=self.clock)
