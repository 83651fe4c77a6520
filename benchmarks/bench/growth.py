"""How a cost grows with the group: the exponent of a power law, with its interval."""

from __future__ import annotations

import math
from collections.abc import Sequence

from kafka_assay.benchmarks.intervals import CONFIDENCE, Estimate

FEWEST_SIZES = 3


def growth_exponent(sizes: Sequence[float], costs: Sequence[float]) -> Estimate | None:
    """
    The slope of a line through the logarithms of sizes and costs, with Student's t interval; None for fewer than three.

    An exponent of 1 means that the cost is proportional to the size. The interval says how well a power law fits: a
    cost that grows unevenly has a wide one.

    >>> [round(part, 2) for part in growth_exponent([10, 20, 40, 80], [1, 4, 16, 64])]
    [2.0, 2.0, 2.0]
    >>> [round(part, 2) for part in growth_exponent([10, 20, 40, 80], [1.0, 2.2, 3.8, 8.0])]
    [0.98, 0.78, 1.18]
    """
    from scipy.stats import linregress, t

    if len(set(sizes)) < FEWEST_SIZES:
        return None
    fitted = linregress(list(map(math.log, sizes)), list(map(math.log, costs)))
    half = float(t.ppf((1 + CONFIDENCE) / 2, len(sizes) - 2) * fitted.stderr)
    return Estimate(float(fitted.slope), float(fitted.slope) - half, float(fitted.slope) + half)
