"""The quality of answers as figures with intervals: targets grouped by their rule, shares in percent."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from kafka_assay.assignors.hosted.target_kinds import parse_target
from kafka_assay.benchmarks.intervals import Estimate, mean_interval
from kafka_assay.pipeline.campaign.summary import share_interval
from studies.quality.quality_record import Quality, QualityTally

RULES = {
    "Sticky": ("sticky", "uniform", "optimal"),
    "Round-robin": ("robin",),
    "Range": ("range",),
    "Other rules": ("",),
}
"""Heading -> parts of the names of assignors with this rule."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QualityFigures:
    """
    The figures of a tally; None if there is nothing to take a share of.

    Invalid or missing answers are a share of the groups asked about. Less balanced answers are a share of the valid
    ones. Needless moves are those of the answers that are as balanced as the optimum.
    """

    no_plan: Estimate | None
    less_balanced: Estimate | None
    excess: Estimate | None
    needless: Estimate | None
    wasted: Estimate | None


def quality_figures(tally: QualityTally) -> QualityFigures:
    """The figures of `tally`."""
    return QualityFigures(
        no_plan=_share(tally.unanswered + tally.not_valid, tally.asked),
        less_balanced=_share(tally.uneven, tally.uneven + tally.even),
        excess=_not_negative(mean_interval(tally.excess, tally.excess_squares, tally.uneven)),
        needless=_share(tally.wasteful, tally.even),
        wasted=_not_negative(mean_interval(tally.wasted, tally.wasted_squares, tally.even)),
    )


def _share(count: int, of: int) -> Estimate | None:
    return Estimate(count / of, *share_interval(count, of)) if of else None


def _not_negative(found: Estimate | None) -> Estimate | None:
    """The estimate with bounds of at least 0, because the normal interval of few groups may reach below."""
    return found and found._replace(low=max(0.0, found.low))


def group_by_rule(found: Sequence[Quality]) -> dict[str, list[Quality]]:
    """The targets under the rule that their names suggest, in order. Rules without targets are left out."""
    sorted_in: dict[str, list[Quality]] = {rule: [] for rule in RULES}
    for one in found:
        sorted_in[rule_of(one.target)].append(one)
    return {rule: mine for rule, mine in sorted_in.items() if mine}


def rule_of(target: str) -> str:
    """
    The rule that the target's name suggests.

    >>> rule_of("maven:org.apache.kafka:kafka-group-coordinator:4.4.0:UniformAssignor"), rule_of("server-range")
    ('Sticky', 'Range')
    """
    name = target.rpartition(":")[2].lower()
    return next(rule for rule, parts in RULES.items() if any(part in name for part in parts))


def is_reference(target: str) -> bool:
    """Whether the target is a reference of ours and not a release."""
    return parse_target(target).is_reference


def short_name(target: str) -> str:
    """
    Implementation and assignor, without the release and its origin; a reference is marked as such.

    >>> short_name("go:github.com/twmb/franz-go@v1.22.2:sticky"), short_name("sticky")
    ('franz-go sticky', 'sticky (reference)')
    >>> short_name("maven:org.apache.kafka:kafka-clients:4.4.0:RangeAssignor")
    'kafka-clients Range'
    """
    name = parse_target(target)
    return name.label if name.is_released else f"{target} (reference)"


def percent_text(found: Estimate | None) -> str:
    """
    A share with its interval in percent, to two digits of half the interval.

    >>> percent_text(Estimate(0.12345, 0.1206, 0.1263)), percent_text(Estimate(0.0, 0.0, 0.000077)), percent_text(None)
    ('12.35 (12.06 to 12.63)', '0 (to 0.0077)', '-')
    """
    if found is None:
        return "-"
    return estimate_text(Estimate(*(100 * part for part in found)))


def estimate_text(found: Estimate | None) -> str:
    """
    A number with its interval, to two digits of half the interval.

    >>> [estimate_text(Estimate(*one)) for one in ((3.14159, 3.1, 3.2), (2.0, 2.0, 2.0), (100.0, 99.9, 100.0))]
    ['3.142 (3.100 to 3.200)', '2', '100 (from 99.900)']
    """
    if found is None:
        return "-"
    if found.low == found.high:
        return f"{found.value:g}"
    digits = max(0, 1 - math.floor(math.log10((found.high - found.low) / 2)))
    if found.value == found.low:
        return f"{found.value:g} (to {found.high:.{digits}f})"
    if found.value == found.high:
        return f"{found.value:g} (from {found.low:.{digits}f})"
    return f"{found.value:.{digits}f} ({found.low:.{digits}f} to {found.high:.{digits}f})"
