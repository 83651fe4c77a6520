"""
The size of a difference in words. The rules are the same for all comparisons, so that two reports can be compared.

Laws and measures: by the share of groups on which the candidate is worse, less the share on which it is better. Below 1
% small, below 10 % medium, else large. For a law, it is the share of its groups in all families, so that one rare
family alone is not a large effect. Time: by the factor. Below 1.1 small, below 1.5 medium, else large.
"""

from __future__ import annotations

from kafka_assay.benchmarks.comparison.comparison_record import EffectSize

MEDIUM_SHARE, LARGE_SHARE = 0.01, 0.10
MEDIUM_FACTOR, LARGE_FACTOR = 1.1, 1.5


def effect_of_counts(worse: int, better: int, groups: int) -> EffectSize | None:
    """
    The effect of a difference on `groups` groups; None if there is no direction.

    >>> effect_of_counts(12, 0, 400), effect_of_counts(3, 1, 2_000), effect_of_counts(2, 2, 50)
    ('medium', 'small', None)
    """
    if worse == better:
        return None
    return _size(abs(worse - better) / groups, MEDIUM_SHARE, LARGE_SHARE)


def effect_of_ratio(ratio: float) -> EffectSize:
    """
    The effect of a ratio of times, in either direction.

    >>> effect_of_ratio(1.04), effect_of_ratio(0.8), effect_of_ratio(0.01)
    ('small', 'medium', 'large')
    """
    return _size(max(ratio, 1 / ratio), MEDIUM_FACTOR, LARGE_FACTOR)


def _size(value: float, medium: float, large: float) -> EffectSize:
    return "large" if value >= large else "medium" if value >= medium else "small"
