"""95 % intervals of means, computed from counts and sums, which can be added up before."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist, fmean, stdev
from typing import Any, NamedTuple

CONFIDENCE = 0.95
RESAMPLES = 2_000
"""The number of resamples of a bootstrap. They come from a fixed seed, so the same values have the same interval."""
MOST_RESAMPLED = 20_000
"""The mean of more values is normal enough for Student's t, and resampling them takes seconds."""
_Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)


class Estimate(NamedTuple):
    """A figure of a sample, and its interval. In 95 of 100 samples the interval contains the figure of all groups."""

    value: float
    low: float
    high: float


def mean_interval(total: float, squares: float, of: int) -> Estimate | None:
    """
    The mean of `of` numbers with this sum and sum of squares, with the normal interval; None for fewer than two.

    >>> [f"{figure:.2f}" for figure in mean_interval(total=30, squares=250, of=4)]
    ['7.50', '4.67', '10.33']
    """
    if of < 2:
        return None
    value = total / of
    variance = max(0.0, (squares - total * value) / (of - 1))
    half = _Z * math.sqrt(variance / of)
    return Estimate(value, value - half, value + half)


def sample_interval(values: Sequence[float]) -> Estimate | None:
    """
    The mean of `values` with Student's t interval; None for fewer than two. Of equal values it is that one number.

    >>> [f"{figure:.2f}" for figure in sample_interval([1, 2, 3, 4])]
    ['2.50', '0.45', '4.55']
    """
    from scipy.stats import t

    if len(values) < 2:
        return None
    mean = fmean(values)
    spread = stdev(values, mean)
    if spread == 0.0:
        return Estimate(mean, mean, mean)
    half = float(t.ppf((1 + CONFIDENCE) / 2, len(values) - 1)) * spread / math.sqrt(len(values))
    return Estimate(mean, mean - half, mean + half)


def skewed_interval(values: Sequence[float]) -> Estimate | None:
    """
    The mean of `values` with its bootstrap interval; None for fewer than two. Of equal values it is that one number.

    It suits paired differences, of which most are 0 and few are large: there Student's t reaches far beyond 0 even if
    all differences have the same sign.

    >>> found = skewed_interval([0.0] * 90 + [1.0] * 9 + [100.0])
    >>> found.low > 0 > sample_interval([0.0] * 90 + [1.0] * 9 + [100.0]).low
    True
    """
    from scipy.stats import bootstrap

    if len(values) < 2 or len(values) > MOST_RESAMPLED or min(values) == max(values):
        return sample_interval(values)
    found = bootstrap(
        (values,),
        _mean,
        n_resamples=RESAMPLES,
        batch=max(1, 4_000_000 // len(values)),
        confidence_level=CONFIDENCE,
        method="percentile",
        vectorized=True,
        rng=0,
    ).confidence_interval
    return Estimate(fmean(values), float(found.low), float(found.high))


def _mean(values: Any, axis: int) -> Any:
    return values.mean(axis=axis)
