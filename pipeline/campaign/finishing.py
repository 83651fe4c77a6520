"""
The end of a campaign: summaries of all rows, and the shrunk case of each kind of alarm.

The workers shrink the smallest case of each kind further; it is kept as an `assay-case/1`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple, TypeAlias

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.formats.codec import batch_of, rows_of
from kafka_assay.assignors.hosted.host_target import HostTarget
from kafka_assay.assignors.hosted.targets import ReferenceTarget
from kafka_assay.pipeline.campaign.alarm_kinds import AlarmKind, rank_kinds
from kafka_assay.pipeline.campaign.plan import CampaignPlan
from kafka_assay.pipeline.campaign.statements import KINDS
from kafka_assay.pipeline.campaign.stretches import committed_pairs, committed_stretches
from kafka_assay.pipeline.campaign.summary import summarise_here, summarise_on_spark, write_summaries
from kafka_assay.pipeline.spark.running import run_job, spark_rows
from kafka_assay.pipeline.spark.session import Session
from kafka_assay.properties.budget import Budget
from kafka_assay.properties.judging.cause import AFTERWARDS, cause_of
from kafka_assay.properties.judging.evidence import Evidence
from kafka_assay.properties.records.case_format import Case, case_from_json, case_to_json, write_case
from kafka_assay.properties.registry import law_called
from kafka_assay.properties.runner.run import run
from kafka_assay.properties.runner.work import IsOver, TargetWork, never
from kafka_assay.properties.search.counterexample import LATE, find_evidence, find_smallest, found_case

CASES = "cases"
"""The folder of the cases in a campaign's folder."""

Explain: TypeAlias = "Callable[[Case], Case]"


def finish_campaign(
    folder: Path, plan: CampaignPlan, started: Session | None, say: Callable[[str], None], explain: Explain
) -> None:
    """
    Write the summaries and cases of the campaign in `folder`, on Spark if it was started. `say` gets each step's name.

    `explain` adds the sentences to a case. The summary of kinds comes last: it names the files of the cases.
    """
    import pyarrow as pa

    say("summarising")
    pairs = committed_pairs(plan, committed_stretches(folder, plan))
    tables = summarise_here(folder, plan) if started is None else summarise_on_spark(started, folder, plan)
    counted = sum(tables["digests"]["pairs"].to_pylist())
    if counted != pairs:
        raise AssayError(
            f"{folder}: the workers count {counted:,} of {pairs:,} committed rows: "
            "the driver and all workers must see DIR under this path"
        )
    kinds = rank_kinds(rows_of(AlarmKind, tables.pop(KINDS).drop_columns("share")))
    write_summaries(folder, tables, pairs)
    say("shrinking")
    cases = shrink_kinds(started, plan, kinds)
    files = [None if case is None else f"{CASES}/{write_case(explain(case), folder / CASES).name}" for case in cases]
    for old in (folder / CASES).glob("*.json"):
        if f"{CASES}/{old.name}" not in files:
            old.unlink()
    ranked = [replace(kind, rank=rank, file=file) for rank, (kind, file) in enumerate(zip_longest(kinds, files), 1)]
    write_summaries(folder, {KINDS: pa.Table.from_batches([batch_of(AlarmKind, ranked)])}, pairs)


ALL_SECONDS = 600.0
"""The most seconds for all kinds together, on one core."""
LEAST_SECONDS, MOST_SECONDS = 0.2, 3.0
"""The seconds for one kind lie between these."""
MOST_SHRUNK = 1_000
"""More kinds than these keep their smallest case as it was drawn, and are found by its number."""


class _ShrunkCase(NamedTuple):
    """The case of the kind at a place, as JSON; None where the break does not come again."""

    place: int
    case: str | None


@dataclass(frozen=True, slots=True)
class ShrinkingWork(TargetWork):
    """Shrink the cases of `kinds`, which have these places. A target is opened when the first of its kinds comes."""

    plan: CampaignPlan
    kinds: tuple[AlarmKind, ...]

    def open(self) -> list[ReferenceTarget | HostTarget]:
        """No target yet."""
        return []

    def do(self, state: list[ReferenceTarget | HostTarget], job: Sequence[int], _: IsOver = never) -> list[_ShrunkCase]:
        """The shrunk cases of the kinds at the places `job`."""
        seconds = min(MOST_SECONDS, max(LEAST_SECONDS, ALL_SECONDS / len(self.kinds)))
        texts = {text.text: text for text in self.plan.target_texts()}
        found = []
        for place in job:
            kind = self.kinds[place]
            target = next((one for one in state if one.name == kind.target), None)
            if target is None:
                target = texts[kind.target].open()
                state.append(target)
            try:
                case = shrink_kind(target, self.plan, kind, seconds)
            except AssayError:
                raise
            except Exception:  # noqa: BLE001 - a mistake of ours must not cost all other kinds: the number finds this one
                case = None
            text = None if case is None else json.dumps(case_to_json(case), ensure_ascii=False)
            found.append(_ShrunkCase(place, text))
        return found


def shrink_kinds(started: Session | None, plan: CampaignPlan, kinds: Sequence[AlarmKind]) -> list[Case | None]:
    """The shrunk case of each of the first kinds, in their order; None where the break does not come again."""
    work = ShrinkingWork(plan, tuple(kinds[:MOST_SHRUNK]))
    places = range(len(work.kinds))
    if not places:
        return []
    if started is None:
        with closing(run(work, places, 1, most=1)) as batches:
            texts = dict(one for _, found in batches for one in found)
    else:
        table = spark_rows(started.spark, work, places, _ShrunkCase, most=MOST_SHRUNK)
        texts = dict(rows_of(_ShrunkCase, run_job(started.spark, table.toArrow)))
    return [None if (text := texts[place]) is None else case_from_json(json.loads(text)) for place in places]


def shrink_kind(
    target: ReferenceTarget | HostTarget, plan: CampaignPlan, kind: AlarmKind, seconds: float
) -> Case | None:
    """The smallest case of a kind found within `seconds`; None if no break with its cause comes when asked again."""
    if isinstance(target, HostTarget):
        target.late_failures.clear()  # those of other kinds: a target keeps only so many
    law = law_called(kind.law)

    def has_cause(evidence: Evidence) -> bool:
        facts = {**evidence.facts, "way": AFTERWARDS} if LATE in evidence.facts else evidence.facts
        return cause_of(facts, evidence.group, evidence.expected) == kind.cause

    first = next(filter(has_cause, find_evidence(target, law, kind.family, plan.example(kind.case))), None)
    if first is None:
        return None
    smallest = find_smallest(target, law, kind.family, first, seed=plan.seed, budget=Budget(seconds=seconds))
    return found_case(target, kind.law, kind.family, smallest, plan.seed)
