"""One stretch of `wire_agreement`: groups of one family, each put to the hosts and to the clients on the wire."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from kafka_assay.assignors.formats.group_format import group_to_json
from kafka_assay.assignors.interface import AssignorFailed, CannotBeAsked
from kafka_assay.assignors.model import Group
from kafka_assay.properties.shrink.sizes import size_of
from studies.family_run import FamilyOutcome, FamilyStretch
from studies.wire.plan_comparison import AGREEING, Pair, comparison
from tests.support.sampling import sample

MOST_FAILURES = 4
"""
So many groups on which the host fails are put to the client on the wire, in each stretch.

Such a client ends, and each start takes seconds.
"""

KEPT = 3
"""The number of groups that a stretch keeps of each difference, the smallest first."""

FAILS = "the host fails, as on others that were compared"


@dataclass(slots=True, kw_only=True)
class WireOutcome(FamilyOutcome):
    """
    The counts of a stretch by pair: how the plans compared, and why groups were not put to both.

    The smallest groups with differences are kept by cause.
    """

    found: dict[str, dict[str, int]] = field(default_factory=dict)
    not_compared: dict[str, dict[str, int]] = field(default_factory=dict)
    cases: dict[str, dict[str, list[dict[str, Any]]]] = field(default_factory=dict)


def run_stretch(stretch: FamilyStretch, opened: Callable[[str], Pair]) -> WireOutcome:
    """Put every draw of the stretch to every pair. `opened` opens a pair by name."""
    start = time.monotonic()
    drawn = sample(stretch.family, stretch.draws, stretch.seed)
    outcome = WireOutcome(family=stretch.family, seed=stretch.seed)
    for name in stretch.names:
        compared = _Compared()
        compare_plans(opened(name), drawn, compared)
        outcome.found[name] = dict(compared.found)
        outcome.not_compared[name] = dict(compared.left)
        if compared.cases:
            outcome.cases[name] = {
                cause: [group_to_json(group) for group in sorted(groups, key=size_of)[:KEPT]]
                for cause, groups in compared.cases.items()
            }
    outcome.seconds = round(time.monotonic() - start, 1)
    return outcome


@dataclass(slots=True)
class _Compared:
    found: Counter[str] = field(default_factory=Counter)
    left: Counter[str] = field(default_factory=Counter)
    cases: dict[str, list[Group]] = field(default_factory=dict)


def compare_plans(pair: Pair, groups: Sequence[Group], compared: _Compared) -> None:
    """Count how the plans of the pair for `groups` compare."""
    failures = 0
    chosen = []
    for group, host in zip(groups, pair.host.assign_all(groups), strict=True):
        if isinstance(host, CannotBeAsked):
            compared.left[f"host: {plain_reason(host.message)}"] += 1
        elif isinstance(host, AssignorFailed) and failures == MOST_FAILURES:
            compared.left[FAILS] += 1
        else:
            failures += isinstance(host, AssignorFailed)
            chosen.append((group, host))
    # The groups on which a client may end come last, because a failure is asked again one by one.
    chosen.sort(key=lambda one: isinstance(one[1], AssignorFailed))
    sound = [group for group, host in chosen if not isinstance(host, AssignorFailed)]
    wires = pair.wire.assign_all(sound)
    wires += [pair.wire.assign_all([group])[0] for group, _ in chosen[len(sound) :]]
    for (group, host), wire in zip(chosen, wires, strict=True):
        if isinstance(wire, CannotBeAsked):
            compared.left[f"wire: {plain_reason(wire.message)}"] += 1
            continue
        kind = comparison(pair, group, host, wire)
        compared.found[kind] += 1
        if kind not in AGREEING:
            compared.cases.setdefault(kind, []).append(group)


def plain_reason(message: str) -> str:
    """
    A message without its numbers and quoted values, so that equal reasons are counted together.

    >>> plain_reason("no generation follows 2,147,483,647: it is a 32-bit integer")
    'no generation follows N: it is a N-bit integer'
    """
    return re.sub(r"\d[\d,]*", "N", re.sub(r"'[^']*'|\"[^\"]*\"", "…", message)).replace("|", "/")[:160]
