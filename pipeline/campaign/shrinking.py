"""Shrink the smallest case of each kind of alarm further, on the workers, and keep it as an `assay-case/1`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.host_target import HostTarget
from kafka_assay.assignors.hosted.targets import ReferenceTarget, TargetText
from kafka_assay.assignors.life_run import Example
from kafka_assay.assignors.model import Group
from kafka_assay.pipeline.campaign.alarm_kinds import AlarmKind
from kafka_assay.pipeline.campaign.case_batches import close_targets
from kafka_assay.pipeline.campaign.plan import CampaignPlan
from kafka_assay.properties.budget import Budget
from kafka_assay.properties.judging.cause import AFTERWARDS, cause_of
from kafka_assay.properties.judging.evidence import Evidence
from kafka_assay.properties.judging.finding import find_breaks
from kafka_assay.properties.law import Law
from kafka_assay.properties.records.case_format import Case, case_from_json, case_to_json
from kafka_assay.properties.registry import law_called
from kafka_assay.properties.search.found_case import found_case
from kafka_assay.properties.search.late_failure import BROKEN_LAW, find_late_failure
from kafka_assay.properties.search.minimize import find_smallest
from kafka_assay.properties.search.structured_search import StructuredSearch

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import SparkSession

ALL_SECONDS = 600.0
"""The most seconds for all kinds together, on one core."""
LEAST_SECONDS, MOST_SECONDS = 0.2, 3.0
"""The seconds for one kind lie between these."""
MOST_SHRUNK = 1_000
"""More kinds than these keep their smallest case as it was drawn, and are found by its number."""


def shrink_kinds(spark: SparkSession, plan: CampaignPlan, kinds: Sequence[AlarmKind], cores: int) -> list[Case | None]:
    """The shrunk case of each of the first kinds, in their order; None where the break does not come again."""
    import pyarrow as pa
    from pyspark.sql.pandas.types import from_arrow_schema

    wanted = kinds[:MOST_SHRUNK]
    if not wanted:
        return []
    work = partial(_shrink_batches, plan, tuple(wanted))
    columns = pa.schema([("id", pa.int64()), ("case", pa.string())])
    tasks = min(len(wanted), 4 * cores)
    found = spark.range(0, len(wanted), 1, tasks).mapInArrow(work, from_arrow_schema(columns)).toArrow().to_pylist()
    by_place = {row["id"]: row["case"] for row in found}
    return [
        None if by_place[place] is None else case_from_json(json.loads(by_place[place])) for place in range(len(wanted))
    ]


def _shrink_batches(
    plan: CampaignPlan, kinds: tuple[AlarmKind, ...], batches: Iterable[pa.RecordBatch]
) -> Iterator[pa.RecordBatch]:
    import pyarrow as pa

    # Otherwise the hosts of judging run beside those of shrinking.
    close_targets(plan)
    seconds = min(MOST_SECONDS, max(LEAST_SECONDS, ALL_SECONDS / len(kinds)))
    texts = {text.text: text for text in plan.target_texts()}
    for batch in batches:
        numbers = batch.column(0).to_pylist()
        cases = []
        for number in numbers:
            kind = kinds[number]
            case = _shrink_if_possible(_open(texts[kind.target]), plan, kind, seconds)
            cases.append(None if case is None else json.dumps(case_to_json(case), ensure_ascii=False))
        yield pa.RecordBatch.from_arrays(
            [pa.array(numbers, pa.int64()), pa.array(cases, pa.string())], names=["id", "case"]
        )


def _shrink_if_possible(
    target: ReferenceTarget | HostTarget, plan: CampaignPlan, kind: AlarmKind, seconds: float
) -> Case | None:
    """The shrunk case of a kind; None after a mistake of ours, which must not cost all other kinds."""
    try:
        return shrink_kind(target, plan, kind, seconds)
    except AssayError:
        raise
    except Exception:  # noqa: BLE001 - the kind is found by the number of its drawn case
        return None


@cache
def _open(text: TargetText) -> ReferenceTarget | HostTarget:
    return text.open()


def shrink_kind(
    target: ReferenceTarget | HostTarget, plan: CampaignPlan, kind: AlarmKind, seconds: float
) -> Case | None:
    """The smallest case of a kind that was found within `seconds`; None if the break does not come again."""
    if isinstance(target, HostTarget):
        target.late_failures.clear()  # those of other kinds: a target keeps only so many
    law = law_called(kind.law)
    example = plan.example(kind.case)
    first = _first_evidence(target, law, kind, example)
    if first is None:
        return None
    if "afterwards" in first.facts:
        return found_case(target, kind.law, kind.family, first, plan.seed)
    search = StructuredSearch(target, kind.family, [law], limit=1, seed=plan.seed)
    smallest = find_smallest(search, law, first, Budget(seconds=seconds))
    return found_case(target, kind.law, kind.family, smallest, plan.seed)


def _first_evidence(
    target: ReferenceTarget | HostTarget, law: Law, kind: AlarmKind, example: Example
) -> Evidence | None:
    """The evidence of a break with the kind's cause, found by asking again."""

    def has_cause(evidence: Evidence, **more: str) -> bool:
        return cause_of({**evidence.facts, **more}, evidence.group, evidence.expected) == kind.cause

    first = next(filter(has_cause, find_breaks(target, law, example, family=kind.family)), None)
    if first is None and law.id == BROKEN_LAW and isinstance(example, Group):
        late = find_late_failure(target, example, kind.family)
        first = late if late is not None and has_cause(late, way=AFTERWARDS) else None
    return first
