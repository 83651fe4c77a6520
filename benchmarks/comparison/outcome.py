"""
The outcome of a measured difference: what its interval, its tolerance and the control leave of it.

More is worse for every measure. A difference is never called the same if its interval excludes 0.
"""

from __future__ import annotations

from kafka_assay.benchmarks.comparison.comparison_record import Outcome


def outcome_of(low: float, high: float, tolerance: float, *, noise: float = 0.0, one_sided: int = 0) -> Outcome:
    """
    The outcome of a difference with the interval from `low` to `high`.

    `noise` is the largest difference that the control showed between the base and itself: a smaller one is unstable.
    `one_sided` is 1 (-1) if every pair that differs is worse (better). Then there is a direction, however few they are.

    >>> outcome_of(0.06, 0.2, 0.05), outcome_of(0.01, 0.2, 0.05), outcome_of(0.06, 0.2, 0.05, noise=0.1)
    ('worse', 'worse-within-tolerance', 'unstable')
    >>> outcome_of(-0.1, 0.2, 0.0), outcome_of(-0.1, 0.2, 0.0, one_sided=1)
    ('same', 'worse-within-tolerance')
    """
    if low > 0 or one_sided > 0:
        return _by_size(low, tolerance, noise, "worse", "worse-within-tolerance")
    if high < 0 or one_sided < 0:
        return _by_size(-high, tolerance, noise, "better", "better-within-tolerance")
    return "same"


def _by_size(least: float, tolerance: float, noise: float, beyond: Outcome, within: Outcome) -> Outcome:
    if noise > 0 and least <= noise:
        return "unstable"
    return beyond if least > tolerance else within
