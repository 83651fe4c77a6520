"""
95 % intervals of means, differences and ratios, all pure functions.

Means of samples, or of counts and sums, which can be added up before; and paired statistics: two contestants on the
same groups, and the certainty of their difference. The interval of a difference comes from a bootstrap of the paired
differences (see `skewed_interval`), that of a ratio is Student's t on the paired logarithms. If all are equal, it is
that one number.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import NormalDist, fmean, geometric_mean, stdev
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
    if len(values) < 2:
        return None
    from scipy.stats import t

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
    if len(values) < 2 or len(values) > MOST_RESAMPLED or min(values) == max(values):
        return sample_interval(values)
    from scipy.stats import bootstrap

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """Candidate minus base, over pairs: means, the mean difference's 95 % interval, and the number of larger pairs."""

    groups: int
    base: float
    candidate: float
    low: float
    high: float
    up: int
    down: int


def paired_difference(base: Sequence[float], candidate: Sequence[float]) -> Difference | None:
    """
    The mean paired difference with its interval; None for fewer than two pairs.

    >>> paired_difference([1.0, 2.0, 3.0], [2.0, 3.0, 4.0]).low
    1.0
    """
    differences = [after - before for before, after in zip(base, candidate, strict=True)]
    mean = skewed_interval(differences)
    if mean is None:
        return None
    return Difference(
        groups=len(differences),
        base=fmean(base),
        candidate=fmean(candidate),
        low=mean.low,
        high=mean.high,
        up=sum(difference > 0 for difference in differences),
        down=sum(difference < 0 for difference in differences),
    )


def paired_ratio(base: Sequence[float], candidate: Sequence[float]) -> Estimate:
    """
    Candidate / base as a geometric mean over at least two pairs of positive numbers, with its 95 % interval.

    >>> paired_ratio([1.0, 2.0], [2.0, 4.0])
    Estimate(value=2.0, low=2.0, high=2.0)
    """
    found = sample_interval([math.log(after / before) for before, after in zip(base, candidate, strict=True)])
    if found is None:
        raise ValueError(f"{len(base)} pairs: at least two are needed")
    return Estimate(*map(math.exp, found))


def ratio_over_sittings(sittings: Iterable[tuple[Sequence[float], Sequence[float]]]) -> Estimate:
    """
    Candidate / base over sittings, each a pair of both samples: the geometric mean, and the intervals' outermost ends.

    >>> ratio, low, high = ratio_over_sittings([([1.0, 1.0], [2.0, 2.0]), ([1.0, 1.0], [8.0, 8.0])])
    >>> round(ratio, 6), round(low, 6), round(high, 6)
    (4.0, 2.0, 8.0)
    """
    ratios = [paired_ratio(base, candidate) for base, candidate in sittings]
    mean = geometric_mean(mean for mean, _, _ in ratios)
    return Estimate(mean, min(low for _, low, _ in ratios), max(high for _, _, high in ratios))


def sign_test(worse: int, better: int) -> float:
    """
    The exact probability of a split at least this uneven, if both directions are equally likely.

    For laws this is McNemar's exact test: only pairs count on which one side breaks the law and the other keeps it.

    >>> sign_test(3, 1), sign_test(8, 0), sign_test(0, 0)
    (0.625, 0.0078125, 1.0)
    """
    from scipy.stats import binomtest

    changed = worse + better
    return float(binomtest(min(worse, better), changed).pvalue) if changed else 1.0
