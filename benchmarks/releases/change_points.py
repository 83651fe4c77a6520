"""
The releases at which a measure changed: change points, found by `ruptures`.

Every release was measured on the same groups, or in the same passes. So the mean of each group or pass over all
releases is subtracted first; what differs between groups, or between quiet and busy minutes, is no change. The rest is
cut into stretches of releases with one mean each (PELT, least squares). A cut must reduce the squares by more than a
penalty. It is `STRICTNESS` times the logarithm of the number of samples (as in the Bayesian information criterion)
times the variance within releases.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import fmean

from kafka_assay.benchmarks.comparison.comparison_record import EffectSize
from kafka_assay.benchmarks.comparison.effect import effect_of_ratio

STRICTNESS = 3.0
"""
Of 100 simulated series without a change (10 to 40 releases, five passes), at most 2 have a cut; with 2.0, up to 6.

If one pass in ten is disturbed by other load, 2 to 9 have one; with 2.0, 9 to 27.
"""

FEWEST_RELEASES = FEWEST_SAMPLES = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangePoint:
    """A measure changed between two releases."""

    measure: str
    """`balance_gap`, `needless_moves`, `rounds`, `memory_mib`, or `seconds` and a workload."""
    last: str
    """The last release before the change."""
    first: str
    """The first release after it."""
    before: float
    """The mean of the stretch of releases before; a geometric one for times and memory."""
    after: float
    """The same after the change."""

    @property
    def effect(self) -> EffectSize:
        """The size of the change, by the rule for times in `assay compare`; `large` if one side is 0."""
        return effect_of_ratio(self.after / self.before) if self.before and self.after else "large"


def find_change_points(
    measure: str, samples: Mapping[str, Sequence[float]], *, logarithmic: bool = False
) -> tuple[ChangePoint, ...]:
    """
    The change points of a measure. `samples` are those of each release, oldest first, as many for each and paired.

    With `logarithmic`, ratios count, and the means are geometric; all samples must be positive.
    """
    import numpy as np
    from ruptures import Pelt

    releases, sizes = list(samples), {len(one) for one in samples.values()}
    if len(releases) < FEWEST_RELEASES or len(sizes) != 1 or (size := sizes.pop()) < FEWEST_SAMPLES:
        return ()
    values = np.array([samples[release] for release in releases], dtype=np.float64)
    values = np.log(values) if logarithmic else values
    paired = values - values.mean(axis=0)
    noise = paired - paired.mean(axis=1, keepdims=True)
    variance = float((noise**2).sum()) / ((len(releases) - 1) * (size - 1))
    # Below the floor are rounding errors only.
    penalty = max(STRICTNESS * math.log(values.size) * variance, 1e-9)
    cuts = Pelt(model="l2", min_size=size, jump=size).fit(paired.reshape(-1, 1)).predict(pen=penalty)
    ends = [0, *(cut // size for cut in cuts)]
    means = [fmean(values[first:end].ravel().tolist()) for first, end in pairwise(ends)]
    shown = [math.exp(mean) if logarithmic else mean for mean in means]
    return tuple(
        ChangePoint(measure=measure, last=releases[end - 1], first=releases[end], before=before, after=after)
        for end, (before, after) in zip(ends[1:-1], pairwise(shown), strict=True)
    )
