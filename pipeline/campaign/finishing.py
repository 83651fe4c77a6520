"""The end of a campaign: summaries of all rows, and the shrunk case of each kind of alarm."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from kafka_assay.assignors.errors import AssayError
from kafka_assay.pipeline.campaign.alarm_kinds import AlarmKind, kind_from_row, rank_kinds
from kafka_assay.pipeline.campaign.plan import CampaignPlan
from kafka_assay.pipeline.campaign.shrinking import shrink_kinds
from kafka_assay.pipeline.campaign.statements import KINDS
from kafka_assay.pipeline.campaign.stretches import committed_pairs, committed_stretches
from kafka_assay.pipeline.campaign.summary import summarise_here, summarise_on_spark, write_summaries
from kafka_assay.pipeline.spark.running import run_job
from kafka_assay.pipeline.spark.session import Session
from kafka_assay.properties.records.case_format import Case, write_case

if TYPE_CHECKING:
    import pyarrow as pa

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
    say("summarising")
    pairs = committed_pairs(plan, committed_stretches(folder, plan))
    tables = _summarise(folder, plan, started)
    _require_all_rows(folder, tables["digests"], pairs)
    ranked = rank_kinds([kind_from_row(row) for row in tables.pop(KINDS).to_pylist()])
    write_summaries(folder, tables, pairs)
    say("shrinking")
    if started is None:
        cases = shrink_kinds(None, plan, ranked)
    else:
        cases = run_job(started.spark, partial(shrink_kinds, started.spark, plan, ranked))
    files = _write_cases(folder, cases, explain)
    write_summaries(folder, {KINDS: _kinds_table(ranked, files)}, pairs)


def _summarise(folder: Path, plan: CampaignPlan, started: Session | None) -> dict[str, pa.Table]:
    if started is None:
        return summarise_here(folder, plan)
    return run_job(started.spark, partial(summarise_on_spark, started.spark, folder, plan, started.cores))


def _require_all_rows(folder: Path, digests: pa.Table, pairs: int) -> None:
    """Raise `AssayError` if Spark's workers did not see the rows that this process sees."""
    counted = sum(digests["pairs"].to_pylist())
    if counted != pairs:
        raise AssayError(
            f"{folder}: the workers count {counted:,} of {pairs:,} committed rows: "
            "the driver and all workers must see DIR under this path"
        )


def _write_cases(folder: Path, cases: Sequence[Case | None], explain: Explain) -> list[str | None]:
    """Write the cases, delete those of an earlier summary, and name the file of each within `folder`."""
    files = [None if case is None else f"{CASES}/{write_case(explain(case), folder / CASES).name}" for case in cases]
    for old in (folder / CASES).glob("*.json"):
        if f"{CASES}/{old.name}" not in files:
            old.unlink()
    return files


def _kinds_table(ranked: Sequence[AlarmKind], files: Sequence[str | None]) -> pa.Table:
    import pyarrow as pa

    types = {"str": pa.string(), "int": pa.int64(), "float": pa.float64(), "bool": pa.bool_()}
    columns = {
        name: pa.array([getattr(kind, name) for kind in ranked], types.get(str(field.type), pa.list_(pa.int64())))
        for name, field in AlarmKind.__dataclass_fields__.items()
    }
    rest = [None] * (len(ranked) - len(files))
    return pa.table(
        {
            "rank": pa.array(range(1, len(ranked) + 1), pa.int64()),
            **columns,
            "file": pa.array([*files, *rest], pa.string()),
        }
    )
