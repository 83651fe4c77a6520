"""
How Hypothesis is run: batch after batch of draws, each batch a function of its seed alone.

A search of any length is a sequence of equal batches. Inside a batch Hypothesis plans with the number of draws left. So
asking for ten draws does not repeat the first ten of a longer search; a sequence of batches does, wherever it is
stopped.
"""

from __future__ import annotations

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
"""One of this many batches climbs towards high scores. Climbing in all batches found fewer faults at a higher cost."""

_SETTINGS = settings(
    max_examples=BATCH,
    database=None,
    deadline=None,
    derandomize=False,
    phases=(Phase.generate, Phase.shrink),
    suppress_health_check=list(HealthCheck),
)
_CLIMBING = settings(_SETTINGS, phases=(Phase.generate, Phase.target, Phase.shrink))


def is_climbing(number: int) -> bool:
    """Whether the batch with this `number` maximises the score."""
    return number % CLIMBING == CLIMBING - 1


def find_first(
    strategy: SearchStrategy[T], wanted: Callable[[T], bool], seed: int, *, climb: bool = False, vary: bool = True
) -> T | None:
    """
    Draw one batch until a draw is `wanted`, and shrink that one; None if none is.

    `wanted` may raise `StopBatch`, which passes through, and may call `hypothesis.target`, for batches that `climb`.
    Unless it may `vary` its draws, every draw is a new one.
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
    Disable these private `methods` of Hypothesis, because there is no public switch.

    In a release that has other methods, nothing is disabled. Two features are disabled. First, Hypothesis reads
    constants from the user's sources and prefers them. Draws then depend on the imported modules: the same seed gives
    other groups in a wheel than in a checkout. Second, after each new draw it tries five variations, which repeat parts
    of it elsewhere. That finds equal things well, but it is bad for families of hundreds of kinds, because a variation
    is of the same kind.
    """
    found = [(owner, name, original) for owner, name in methods if (original := getattr(owner, name, None)) is not None]
    for owner, name, _ in found:
        setattr(owner, name, lambda *_args, **_options: None)
    try:
        yield
    finally:
        for owner, name, original in found:
            setattr(owner, name, original)
