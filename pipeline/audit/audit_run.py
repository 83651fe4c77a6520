"""
An audit from start to end: files in; `results.parquet/`, `summary/`, `audit.json` and, if needed, `errors/` out.

The records are written into a hidden folder and moved into place at the end.
"""

from __future__ import annotations

import json
import os
import platform
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.extras import require_libraries
from kafka_assay.assignors.hosted.targets import TargetText
from kafka_assay.assignors.registry import default_names
from kafka_assay.assignors.settings import NO_SETTINGS, Settings, require_taken
from kafka_assay.pipeline.audit.audit_laws import LawChoice
from kafka_assay.pipeline.audit.audit_row import ERRORS, RECORD, RESULTS, SUMMARY
from kafka_assay.pipeline.audit.audit_summary import NO_GROUPS, AuditSummary, summary_of, write_tables
from kafka_assay.pipeline.audit.extra_columns import NO_EXTRAS, ExtraColumns
from kafka_assay.pipeline.audit.group_audit import open_targets
from kafka_assay.pipeline.audit.group_lines import read_lines
from kafka_assay.pipeline.audit.input_check import check_files
from kafka_assay.pipeline.audit.staging import publish, staging_folder
from kafka_assay.pipeline.audit.workers import FEW_GROUPS, Judged, Workers, start_workers
from kafka_assay.pipeline.spark.hadoop_files import is_remote
from kafka_assay.pipeline.spark.launch import most_telling_line
from kafka_assay.pipeline.spark.run_facts import LOG, LOOP, used_versions

if TYPE_CHECKING:
    import pyarrow as pa

FORMAT = "assay-audit/1"

Progress: TypeAlias = "Callable[[int, int | None], None]"
"""Gets the number of groups finished, and the number of all groups if it is known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditPlan:
    """
    The plan of an audit: the files, the targets beside the references, the laws, and Spark's master.

    `files` are local files, and Hadoop URIs of files, folders or patterns, which only Spark reads. Master `loop` means
    no Spark; None means `loop` for fewer than `FEW_GROUPS` groups in local files, else Spark on this machine's cores.
    `settings` are for the targets; at least one target must accept them. `references` None: every installed one except
    the exhibits. `extras` are columns that are empty without them.
    """

    files: tuple[str, ...]
    targets: tuple[TargetText, ...] = ()
    references: tuple[str, ...] | None = None
    laws: LawChoice = LawChoice.DEFAULT
    master: str | None = None
    seed: int = 0
    command: tuple[str, ...] = ()
    settings: Settings = NO_SETTINGS
    extras: ExtraColumns = NO_EXTRAS

    def all_targets(self) -> tuple[TargetText, ...]:
        """The references, then the other targets, without repeats."""
        names = default_names() if self.references is None else self.references
        references = [TargetText(text=name, seed=self.seed) for name in names]
        known = {target.text for target in references}
        return (*references, *(target for target in dict.fromkeys(self.targets) if target.text not in known))

    def local_files(self) -> tuple[str, ...]:
        """The files that this process can read itself."""
        return tuple(file for file in self.files if not is_remote(file))


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedAudit:
    """
    A finished audit: the folder, the record as in `audit.json`, and the counts.

    `first_bad` says where the first line without a group is, and why.
    """

    out: Path
    record: dict[str, Any] = field(hash=False)
    summary: AuditSummary = field(hash=False)
    first_bad: str | None = None


def run_audit(plan: AuditPlan, out: Path, progress: Progress = lambda *_: None) -> FinishedAudit:
    """
    Audit the groups of `plan` and write the records into the folder `out`. A failed audit leaves older records there.

    Interrupted (`KeyboardInterrupt`), it writes what was finished, and the record says `interrupted`; if nothing was,
    the interrupt passes through. Raises `AssayError`: nothing to audit, a target that cannot be opened, a folder that
    cannot be written, a Spark that does not run. In the last case the log remains in `out`.
    """
    _check_files(plan)
    if plan.master is None and plan.local_files() == plan.files and not _has_at_least(plan.files, FEW_GROUPS):
        plan = replace(plan, master=LOOP)
    _check_surroundings(plan, out)
    log = out / f".{LOG}.{os.getpid()}"
    try:
        workers = start_workers(plan.master, plan.all_targets(), plan.laws, log, plan.extras)
        with staging_folder(out) as staging, workers as crew:
            return _audit(plan, out, staging, crew, progress)
    except AssayError:
        raise
    except Exception as failed:
        if not log.exists():
            if isinstance(failed, OSError):
                raise AssayError(f"--out {out}: cannot be written: {failed.strerror or failed}") from failed
            raise
        reason = most_telling_line(failed, log)
        log.replace(out / LOG)
        raise AssayError(f"the audit failed: {reason} (Spark's log: {out / LOG})") from failed
    finally:
        log.unlink(missing_ok=True)


def _check_files(plan: AuditPlan) -> None:
    """Raise `AssayError` if the files cannot be read, or contain no group."""
    local = plan.local_files()
    if plan.master == LOOP and len(local) < len(plan.files):
        remote = next(file for file in plan.files if is_remote(file))
        raise AssayError(f"{remote}: only Spark reads this scheme: leave out --master loop")
    check_files(local)
    if len(local) == len(plan.files) and next(read_lines(local), None) is None:
        raise AssayError(f"{', '.join(plan.files[:3])}: contains no group")


def _has_at_least(files: tuple[str, ...], groups: int) -> bool:
    """Whether the local `files` hold so many groups. No more lines than needed are read."""
    return next(islice(read_lines(files), groups - 1, None), None) is not None


def _check_surroundings(plan: AuditPlan, out: Path) -> None:
    """Raise every other error that can be found before Spark is started."""
    if plan.master != LOOP:
        require_libraries("assay audit", "pyspark")
    targets = open_targets(plan.all_targets())
    for target in targets:
        target.close()
    require_taken(plan.settings, targets)
    open_targets.cache_clear()
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as wrong:
        raise AssayError(f"--out {out}: {wrong.strerror}: expected a writable folder") from None


def _audit(plan: AuditPlan, out: Path, staging: Path, crew: Workers, progress: Progress) -> FinishedAudit:
    begun = time.perf_counter()
    judged = crew.audit(plan.files, staging / RESULTS, staging / ERRORS, progress)
    if not judged.groups and not judged.bad_lines:
        raise AssayError(f"{', '.join(plan.files[:3])}: contains no group")
    summary = NO_GROUPS
    if judged.groups:
        tables, interrupted = _summarise(crew, staging / RESULTS)
        judged = replace(judged, interrupted=judged.interrupted or interrupted)
        summary = summary_of(tables)
        write_tables(tables, staging / SUMMARY)
    if not judged.interrupted and summary.groups != judged.groups:
        counts = f"groups counted: {judged.groups:,}, judged: {summary.groups:,}"
        raise AssayError(f"{counts}: the input changed during the audit; run it again")
    seconds = {"start": round(crew.start_seconds, 3), "work": round(time.perf_counter() - begun, 3)}
    record = _run_record(plan, crew, judged, summary, seconds)
    (staging / RECORD).write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", "utf-8")
    publish(staging, out, (ERRORS, SUMMARY, RESULTS, RECORD))
    (out / LOG).unlink(missing_ok=True)
    first = None if judged.first_bad is None else _place_of(json.loads(judged.first_bad))
    return FinishedAudit(out=out, record=record, summary=summary, first_bad=first)


def _summarise(crew: Workers, results: Path) -> tuple[dict[str, pa.Table], bool]:
    """The summary tables, and whether an interrupt came meanwhile. The first one must not cost the judged groups."""
    try:
        return crew.summarise(results), False
    except KeyboardInterrupt:
        return crew.summarise(results), True


def _place_of(error: dict[str, Any]) -> str:
    line = "" if error["line"] is None else f" line {error['line']}"
    return f"{error['file']}{line}: {error['message']}"


def _run_record(
    plan: AuditPlan, crew: Workers, judged: Judged, summary: AuditSummary, seconds: dict[str, float]
) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "command": list(plan.command),
        "inputs": list(plan.files),
        "targets": [target.text for target in plan.all_targets()],
        "laws": plan.laws.value,
        "weights": None if plan.extras.weights is None else plan.extras.weights.by,
        "groups": summary.groups,
        "rows": summary.rows,
        "bad_lines": judged.bad_lines,
        "seed": plan.seed,
        "master": crew.master,
        "cores": crew.cores,
        "seconds": seconds,
        "versions": used_versions(crew.java),
        "java_from": None if crew.java is None else crew.java.source,
        "system": platform.platform(),
        "interrupted": judged.interrupted,
    }
