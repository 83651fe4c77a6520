"""
Paired statistics: two contestants on the same groups, and the certainty of their difference.

All functions are pure. The interval of a difference comes from a bootstrap of the paired differences (see
`skewed_interval`), that of a ratio is Student's t on the paired logarithms. If all are equal, it is that one number.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean, geometric_mean

from kafka_assay.benchmarks.intervals import Estimate, sample_interval, skewed_interval


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """
    Candidate minus base, over pairs: means, the 95 % interval of the mean difference, and the number of larger pairs.
    """

    base: float
    candidate: float
    low: float
    high: float
    up: int
    down: int


def paired_difference(base: Sequence[float], candidate: Sequence[float]) -> Difference:
    """
    The mean paired difference with its interval.

    Raises `ValueError` unless both have the same length, at least 2.

    >>> paired_difference([1.0, 2.0, 3.0], [2.0, 3.0, 4.0]).low
    1.0
    """
    if len(base) != len(candidate) or len(base) < 2:
        raise ValueError(f"paired samples of {len(base)} and {len(candidate)}: at least two pairs are needed")
    differences = [after - before for before, after in zip(base, candidate, strict=True)]
    low, high = _interval(skewed_interval(differences), differences)
    return Difference(
        base=fmean(base),
        candidate=fmean(candidate),
        low=low,
        high=high,
        up=sum(difference > 0 for difference in differences),
        down=sum(difference < 0 for difference in differences),
    )


def paired_ratio(base: Sequence[float], candidate: Sequence[float]) -> tuple[float, float, float]:
    """
    Candidate / base as a geometric mean over pairs of positive numbers, with its 95 % interval.

    >>> paired_ratio([1.0, 2.0], [2.0, 4.0])
    (2.0, 2.0, 2.0)
    """
    logs = [math.log(after / before) for before, after in zip(base, candidate, strict=True)]
    low, high = _interval(sample_interval(logs), logs)
    return math.exp(fmean(logs)), math.exp(low), math.exp(high)


def ratio_over_sittings(sittings: Iterable[tuple[Sequence[float], Sequence[float]]]) -> tuple[float, float, float]:
    """
    Candidate / base over sittings, each a pair of both samples: the geometric mean, and the outermost ends of the
    intervals.

    >>> ratio, low, high = ratio_over_sittings([([1.0, 1.0], [2.0, 2.0]), ([1.0, 1.0], [8.0, 8.0])])
    >>> round(ratio, 6), round(low, 6), round(high, 6)
    (4.0, 2.0, 8.0)
    """
    ratios = [paired_ratio(base, candidate) for base, candidate in sittings]
    mean = geometric_mean(mean for mean, _, _ in ratios)
    return mean, min(low for _, low, _ in ratios), max(high for _, _, high in ratios)


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


def _interval(found: Estimate | None, values: Sequence[float]) -> tuple[float, float]:
    if found is None:
        raise ValueError(f"{len(values)} pairs: at least two are needed")
    return found.low, found.high
