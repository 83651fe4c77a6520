"""
One stretch of `kafka_agreement`: groups of one family, each put to every reference and to Kafka's class.

Drawing a group costs more than asking about it, so a stretch draws once for all pairs. The groups depend on family and
seed alone.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from kafka_assay.assignors.formats.group_format import group_to_json
from kafka_assay.assignors.interface import CannotBeAsked, Target
from kafka_assay.assignors.model import Group
from kafka_assay.properties.shrink.sizes import size_of
from studies.family_run import FamilyOutcome, FamilyStretch
from studies.kafka.likeness import ANSWERED, LIKE, ask_kafka, likeness
from tests.support.sampling import sample

KEPT = 20
"""
The number of groups that a stretch keeps of each kind of difference, the smallest first.

If the difference speaks against the reference, all are kept.
"""


@dataclass(slots=True, kw_only=True)
class KafkaOutcome(FamilyOutcome):
    """
    The counts of a stretch by reference: the groups asked about, and how the answers compared.

    `likeness` maps each way of agreeing to its count. The groups with differences are kept by kind.
    """

    asked: dict[str, int] = field(default_factory=dict)
    found: dict[str, dict[str, int]] = field(default_factory=dict)
    cases: dict[str, dict[str, list[dict[str, Any]]]] = field(default_factory=dict)


def run_stretch(stretch: FamilyStretch, kafka: Callable[[str], Target]) -> KafkaOutcome:
    """
    Put every draw of the stretch to every pair. `kafka` opens Kafka's class for a reference.

    The pairs run side by side, because most of the time is spent waiting for a host.
    """
    start = time.monotonic()
    drawn = sample(stretch.family, stretch.draws, stretch.seed)
    outcome = KafkaOutcome(family=stretch.family, seed=stretch.seed)
    opened = {name: kafka(name) for name in stretch.names}
    differing: dict[str, dict[str, list[Group]]] = {name: {} for name in opened}
    with ThreadPoolExecutor(max(1, len(opened))) as threads:
        asked = {
            name: threads.submit(compare_answers, name, target, drawn, differing[name])
            for name, target in opened.items()
        }
    for name, future in asked.items():
        counted = future.result()
        outcome.asked[name] = counted.total()
        outcome.found[name] = dict(counted)
        if differing[name]:
            outcome.cases[name] = {kind: _keep_smallest(kind, groups) for kind, groups in differing[name].items()}
    outcome.seconds = round(time.monotonic() - start, 1)
    return outcome


def compare_answers(name: str, kafka: Target, groups: list[Group], differing: dict[str, list[Group]]) -> Counter[str]:
    """
    How often, and in which way, the reference `name` and `kafka` agree on `groups`.

    Groups on which they differ go into `differing`, by kind. Groups that cannot be put to Kafka's class are skipped.
    """
    counted: Counter[str] = Counter()
    for group in groups:
        try:
            kind = likeness(name, group, ask_kafka(kafka, group))
        except CannotBeAsked:
            continue
        counted[kind] += 1
        if kind not in LIKE:
            differing.setdefault(kind, []).append(group)
    return counted


def _keep_smallest(kind: str, groups: list[Group]) -> list[dict[str, Any]]:
    ordered = sorted(groups, key=size_of)
    return [group_to_json(group) for group in (ordered if kind == ANSWERED else ordered[:KEPT])]
