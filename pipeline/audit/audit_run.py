"""
An audit from start to end: files in; `results.parquet/`, `summary/`, `audit.json` and, if needed, `errors/` out.

The records are written into a hidden folder and moved into place at the end.
"""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Iterable
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.extras import require_libraries
from kafka_assay.assignors.hosted.target_kinds import parse_target
from kafka_assay.assignors.hosted.targets import TargetText
from kafka_assay.assignors.registry import default_names
from kafka_assay.assignors.settings import NO_SETTINGS, Settings, require_configurable, require_taken
from kafka_assay.pipeline.audit.audit_row import ERRORS, FORMAT, RECORD, RESULTS, SUMMARY
from kafka_assay.pipeline.audit.audit_summary import AuditSummary, summary_of
from kafka_assay.pipeline.audit.audit_work import AuditWork, GroupsDone, JudgedGroups, audit_in_processes
from kafka_assay.pipeline.audit.extra_columns import NO_EXTRAS, ExtraColumns, impossible_changes
from kafka_assay.pipeline.audit.group_audit import LawChoice
from kafka_assay.pipeline.audit.group_lines import BadLine, check_files, read_bad_lines
from kafka_assay.pipeline.audit.page_facts import PAGES
from kafka_assay.pipeline.audit.spark_audit import audit_on_spark
from kafka_assay.pipeline.spark.hadoop_files import is_remote
from kafka_assay.pipeline.spark.session import LOG, LOOP, scratch_folder, used_versions
from kafka_assay.pipeline.sums import write_tables
from kafka_assay.properties.records.typed_record import write_document

FEW_BYTES = 2_000_000
"""Below this size of the input, further processes take longer to start than they save."""
_UNFINISHED = ".unfinished-"


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditPlan:
    """
    The plan of an audit: the files, the targets beside the references, the laws, and Spark's master.

    `files` are local files, and Hadoop URIs of files, folders or patterns, which only Spark reads. Master `loop` means
    this process alone. None means Spark if there is a URI, else this process for less than `FEW_BYTES` of input, else a
    process for each core.
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

    def needs_spark(self) -> bool:
        """Whether Spark judges the groups."""
        return self.master not in {None, LOOP} or any(map(is_remote, self.files))

    def processes(self) -> int:
        """The number of processes without Spark."""
        is_small = sum(Path(file).stat().st_size for file in self.files) < FEW_BYTES
        return 1 if self.master == LOOP or is_small else os.cpu_count() or 1


@dataclass(frozen=True, slots=True)
class FinishedAudit:
    """
    A finished audit: the folder, the record as in `audit.json`, the counts, and the first line without a group.

    `impossible` is the number of groups in which the change of `what_if` is impossible, and one reason.
    """

    out: Path
    record: dict[str, Any] = field(hash=False)
    summary: AuditSummary = field(hash=False)
    first_bad: BadLine | None = None
    impossible: tuple[int, str] = (0, "")


def run_audit(plan: AuditPlan, out: Path, progress: GroupsDone = lambda *_: None) -> FinishedAudit:
    """
    Audit the groups of `plan` and write the records into the folder `out`. A failed audit leaves older records there.

    Interrupted (`KeyboardInterrupt`), it writes what was finished, and the record says `interrupted`; if nothing was,
    the interrupt passes through. Raises `AssayError`: nothing to audit, a target that cannot be opened, a folder that
    cannot be written, a Spark that does not run. In the last case the log remains in `out`.
    """
    remote = [file for file in plan.files if is_remote(file)]
    if remote and plan.master == LOOP:
        raise AssayError(f"{remote[0]}: only Spark reads this scheme: leave out --master loop")
    check_files(file for file in plan.files if file not in remote)
    is_new = not out.exists()
    _check_surroundings(plan, out)
    try:
        with scratch_folder(out, _UNFINISHED) as staging:
            done = _audit(plan, out, staging, progress)
    except AssayError:
        if is_new:
            with suppress(OSError):  # it is not empty
                out.rmdir()
        raise
    except OSError as failed:
        raise AssayError(f"--out {out}: cannot be written: {failed.strerror or failed}") from failed
    is_asked = plan.extras.change is not None and done.summary.groups
    return replace(done, impossible=impossible_changes(out / RESULTS)) if is_asked else done


def _check_surroundings(plan: AuditPlan, out: Path) -> None:
    """Raise every other error before workers start. The targets are opened here, so that a build is shown."""
    if plan.needs_spark():
        require_libraries("assay audit", "pyspark")
    tries_all = plan.needs_spark() or plan.processes() > 1 or bool(plan.settings)
    tried = [one for one in dict.fromkeys(plan.targets) if tries_all or parse_target(one.text).is_reference]
    with ExitStack() as stack:
        opened = [stack.enter_context(closing(target.open())) for target in tried]
        for target in opened:
            require_configurable(target)
    require_taken(plan.settings, opened)
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as wrong:
        raise AssayError(f"--out {out}: {wrong.strerror}: expected a writable folder") from None


def _audit(plan: AuditPlan, out: Path, staging: Path, progress: GroupsDone) -> FinishedAudit:
    begun = time.perf_counter()
    work = AuditWork(targets=plan.all_targets(), laws=plan.laws, extras=plan.extras)
    if plan.needs_spark():
        judged = audit_on_spark(work, plan.files, plan.master, out / LOG, staging, progress)
    else:
        judged = audit_in_processes(work, plan.files, plan.processes(), staging, progress)
    summary = summary_of(judged.tables)
    first_bad, bad_lines = read_bad_lines(staging / ERRORS, 1)
    if not summary.groups and not bad_lines:
        raise AssayError(f"{', '.join(plan.files[:3])}: contains no group")
    if summary.groups:
        write_tables(judged.tables, staging / SUMMARY)
        (staging / SUMMARY / PAGES).write_text("".join(f"{line}\n" for line in judged.pages), "utf-8")
    start = judged.start_seconds
    seconds = {"start": round(start, 3), "work": round(time.perf_counter() - begun - start, 3)}
    counts = {"groups": summary.groups, "rows": summary.rows, "bad_lines": bad_lines}
    record = _run_record(plan, judged, counts, seconds)
    write_document(staging / RECORD, record)
    publish(staging, out, (ERRORS, SUMMARY, RESULTS, RECORD))
    (out / LOG).unlink(missing_ok=True)
    return FinishedAudit(out, record, summary, next(iter(first_bad), None))


def _run_record(
    plan: AuditPlan, judged: JudgedGroups, counts: dict[str, int], seconds: dict[str, float]
) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "command": list(plan.command),
        "inputs": list(plan.files),
        "targets": [target.text for target in plan.all_targets()],
        "laws": plan.laws.value,
        "weights": None if plan.extras.weights is None else plan.extras.weights.by,
        "weight_seconds": None if plan.extras.weights is None else plan.extras.weights.seconds,
        **counts,
        "seed": plan.seed,
        "master": judged.master,
        "cores": judged.cores,
        "seconds": seconds,
        "versions": used_versions(judged.java),
        "java_from": None if judged.java is None else judged.java.source,
        "system": platform.platform(),
        "interrupted": judged.interrupted,
    }


def publish(staging: Path, out: Path, names: Iterable[str]) -> None:
    """Move these files and folders from `staging` to `out`. What `out` has of them is removed, also if none is new."""
    for name in names:
        new, old, aside = staging / name, out / name, staging / f"{name}.old"
        if os.path.lexists(old):
            old.rename(aside)
        if new.exists():
            new.rename(old)
