"""The limits of a check: its time, its number of examples, and when a family is given up."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import NamedTuple

EXAMPLES = 200
"""The usual number of groups for each law in each family, where a number and not the time limits a search."""
SECONDS = 45.0
"""The default time for a whole check, in seconds."""
BARREN = 120
"""After this many groups in a row that may not be put to the target, no more groups of the family are drawn."""
REFUSED = 20
"""After this many refused groups and no accepted one, the result blames the target and not the lack of time."""


class StopBatch(BaseException):
    """
    Ends a batch or a way of shrinking: time is up, or nothing is left to ask.

    It is no `Exception`, so that Hypothesis does not treat it as a failure.
    """


class ExampleLimit(NamedTuple):
    """
    The most examples of each family: `drawn` by the generator, and `structured` by Hypothesis (None: no limit).

    A law is judged on those of them to which it applies.
    """

    drawn: int | None = None
    structured: int | None = None

    @property
    def total(self) -> int | None:
        """Both kinds together."""
        return None if self.drawn is None or self.structured is None else self.drawn + self.structured


def split_examples(number: int) -> ExampleLimit:
    """
    The limit of `number` examples of both kinds together: half of them drawn, the rest structured.

    >>> split_examples(5)
    ExampleLimit(drawn=2, structured=3)
    """
    return ExampleLimit(drawn=number // 2, structured=number - number // 2)


def parse_examples(text: str) -> ExampleLimit:
    """
    The limit from `DRAWN+STRUCTURED`, or from the number of both together. Raises `ValueError`.

    >>> parse_examples("41200+200")
    ExampleLimit(drawn=41200, structured=200)
    """
    drawn, plus, structured = text.partition("+")
    limit = ExampleLimit(int(drawn), int(structured)) if plus else split_examples(int(drawn))
    if min(limit.drawn or 0, limit.structured or 0) < 0 or not limit.total:
        raise ValueError(f"{text}: expected at least 1")
    return limit


@dataclass(slots=True, kw_only=True)
class Budget:
    """
    A budget of `seconds` that starts now, measured by `clock`. When it is spent, a search ends early.

    `is_over` is asked whenever somebody wants to know the seconds left; when it is true, there are none.
    """

    seconds: float
    clock: Callable[[], float] = time.monotonic
    is_over: Callable[[], bool] = lambda: False
    start: float = field(init=False)

    def __post_init__(self) -> None:
        """Start the clock."""
        self.start = self.clock()

    def seconds_spent(self) -> float:
        """The seconds since the start."""
        return self.clock() - self.start

    def seconds_left(self) -> float:
        """The seconds left, never below 0."""
        return 0.0 if self.is_over() else max(0.0, self.seconds - self.seconds_spent())

    def limited_to(self, share: float) -> Budget:
        """A budget that ends when this `share` of the whole is spent."""
        return replace(self, seconds=max(0.0, self.seconds * share - self.seconds_spent()))

    def share_of_rest(self, share: float) -> Budget:
        """A new budget for the next step: a `share` of the time left."""
        return replace(self, seconds=self.seconds_left() * share)
