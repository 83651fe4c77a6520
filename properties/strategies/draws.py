"""
How Hypothesis is driven: one batch of draws after another, each a function of its seed and of nothing else.

A search of any length is a row of equal batches. Inside a batch Hypothesis plans with the number of draws to come, so
a search stopped at its tenth draw could not be repeated by asking for ten; a row of batches, stopped anywhere, can.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import TYPE_CHECKING, TypeVar

from hypothesis import HealthCheck, Phase, find, settings
from hypothesis.errors import NoSuchExample
from hypothesis.internal.conjecture.engine import ConjectureRunner
from hypothesis.internal.conjecture.providers import HypothesisProvider

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

T = TypeVar("T")

BATCH = 100
"""Draws in a batch: enough for Hypothesis to start small, vary and climb; few enough to share time among families."""

CLIMBING = 4
"""Every so many batches, one climbs towards high scores; climbing all the time found fewer faults at more cost."""

_SETTINGS = settings(
    max_examples=BATCH,
    database=None,
    deadline=None,
    derandomize=False,
    phases=(Phase.generate, Phase.shrink),
    suppress_health_check=list(HealthCheck),
)
_CLIMBING = settings(_SETTINGS, phases=(Phase.generate, Phase.target, Phase.shrink))


class StopBatch(BaseException):
    """
    Ends a batch: time is up, or nothing is left to ask. No `Exception`, so that Hypothesis does not take it for
    one.
    """


def batch_seed(seed: int, family: str, number: int) -> int:
    """The seed of the batch with this `number`: the same for a family whatever else is checked, on every machine."""
    text = f"{seed}/{family}/{number}".encode()
    return int.from_bytes(hashlib.sha256(text).digest()[:8], "big")


def is_climbing(number: int) -> bool:
    """Whether the batch with this `number` maximises the score."""
    return number % CLIMBING == CLIMBING - 1


def find_first(
    strategy: SearchStrategy[T], wanted: Callable[[T], bool], seed: int, *, climb: bool = False, vary: bool = True
) -> T | None:
    """
    Draw one batch until a draw is `wanted`, and shrink that one; None where none is.

    `wanted` may raise `StopBatch`, which passes through, and may call `hypothesis.target`, which matters where the
    batch is to `climb`. Unless it may `vary` what it has drawn, every draw is a new one.
    """
    chosen = _CLIMBING if climb else _SETTINGS
    without = [] if vary else [(ConjectureRunner, "generate_mutations_from")]
    with _switch_off((HypothesisProvider, "_maybe_draw_constant"), *without):
        try:
            return find(strategy, wanted, settings=chosen, random=Random(seed))
        except NoSuchExample:
            return None


@contextmanager
def _switch_off(*methods: tuple[type, str]) -> Iterator[None]:
    """
    Keep Hypothesis from doing what these `methods` of its inside are for. There is no public switch; where a release
    has others, nothing is switched off.

    It reads constants out of the user's sources and favours them, which makes draws depend on what has been imported:
    the same seed would give other groups in a wheel than in a checkout. And after each new draw it tries five
    variations of it, which repeat parts of it elsewhere: good for finding equal things, bad where draws are of
    hundreds of kinds, because a variation is of the same kind.
    """
    found = [(owner, name, original) for owner, name in methods if (original := getattr(owner, name, None)) is not None]
    for owner, name, _ in found:
        setattr(owner, name, lambda *_args, **_options: None)
    try:
        yield
    finally:
        for owner, name, original in found:
            setattr(owner, name, original)
