"""What a number of drawn examples is worth: a bound on the share that breaks a law, and the chance of a new kind."""

from __future__ import annotations

from collections.abc import Iterable

CONFIDENCE = 0.95
"""The confidence of a bound."""
NEXT = 1_000
"""The number of further examples that `unseen_chance` speaks about."""


def break_bound(draws: int) -> float | None:
    """
    The 95 % upper bound on the share of examples that break a law, if none of `draws` random ones did; None for none.

    A fault that hits a larger share would have been seen with a probability of 95 %.

    >>> round(1 / break_bound(41_200)), break_bound(0)
    (13753, None)
    """
    if draws <= 0:
        return None
    return float(1.0 - (1.0 - CONFIDENCE) ** (1.0 / draws))


def unseen_chance(counts: Iterable[int]) -> float | None:
    """
    The chance that one of the next thousand examples shows a kind that was not seen; None without examples.

    `counts` says how often each kind was seen. The estimate of Good and Turing: the next example is of a new kind as
    often as examples so far were the only ones of their kind.

    >>> round(unseen_chance([9_999, 1]), 3), unseen_chance([])
    (0.095, None)
    """
    number = single = 0
    for count in counts:
        number += count
        single += count == 1
    return float(1.0 - (1.0 - single / number) ** NEXT) if number else None
