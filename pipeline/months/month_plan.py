"""What to replay: the targets, and the drawn months that all of them live through."""

from __future__ import annotations

from dataclasses import dataclass, field

from kafka_assay.assignors.hosted.targets import TargetText
from kafka_assay.assignors.life import Life
from kafka_assay.pipeline.months.drawn_month import draw_month
from kafka_assay.pipeline.months.rates import Rates
from kafka_assay.pipeline.replay.timing import Timing


@dataclass(frozen=True, slots=True, kw_only=True)
class MonthPlan:
    """The drawn months `numbers`, with each of `targets`. Every worker draws them again."""

    targets: tuple[TargetText, ...]
    numbers: range
    seed: int = 0
    rates: Rates = field(default_factory=Rates)
    timing: Timing = field(default_factory=Timing)

    def life(self, number: int) -> Life:
        """The month with this number."""
        return draw_month(self.seed, number, self.rates, self.timing.restart)
