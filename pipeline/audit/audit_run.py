"""An audit from start to end: files in; `results.parquet`, `audit.json` and, if needed, `errors.jsonl` out."""

from __future__ import annotations

import json
import os
import platform
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.extras import installed_versions
from kafka_assay.assignors.formats.atomic_file import write_atomically
from kafka_assay.assignors.hosted.targets.opening import TargetText
from kafka_assay.assignors.registry import default_names
from kafka_assay.assignors.settings import NO_SETTINGS, Settings, require_taken
from kafka_assay.pipeline.audit.audit_row import ERRORS, RECORD, RESULTS, schema
from kafka_assay.pipeline.audit.group_audit import open_targets
from kafka_assay.pipeline.audit.group_lines import read_lines, split_into_pieces
from kafka_assay.pipeline.audit.input_check import check_files
from kafka_assay.pipeline.audit.summary import AuditCounts
from kafka_assay.pipeline.audit.workers import Workers, start_workers
from kafka_assay.pipeline.spark.launch import most_telling_line

if TYPE_CHECKING:
    import pyarrow as pa

LOG = "spark.log"
FORMAT = "assay-audit/1"
_LIBRARIES = ("kafka-assay", "pyspark", "pyarrow", "ortools", "numpy")


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditPlan:
    """
    The plan of an audit: the files, the targets beside the references, and Spark's master.

    Master None means this machine's cores, `loop` means no Spark. `settings` are for the targets; at least one target
    must accept them.
    """

    files: tuple[str, ...]
    targets: tuple[TargetText, ...] = ()
    master: str | None = None
    seed: int = 0
    command: tuple[str, ...] = ()
    settings: Settings = NO_SETTINGS

    def all_targets(self) -> tuple[TargetText, ...]:
        """Every installed reference except the exhibits, then the other targets, without repeats."""
        references = [TargetText(text=name, seed=self.seed) for name in default_names()]
        known = {target.text for target in references}
        return (*references, *(target for target in dict.fromkeys(self.targets) if target.text not in known))


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedAudit:
    """A finished audit: the folder, the record as in `audit.json`, and the counts."""

    out: Path
    record: dict[str, Any] = field(hash=False)
    tally: AuditCounts = field(hash=False)


def run_audit(plan: AuditPlan, out: Path, advance: Callable[[int], None] = lambda _: None) -> FinishedAudit:
    """
    Audit the groups of `plan` and write the records into the folder `out`. A failed audit writes none.

    Interrupted (`KeyboardInterrupt`), it writes what was finished, and the record says `interrupted`; if nothing was,
    the interrupt passes through. `advance` gets the number of groups finished. Raises `AssayError`: nothing to audit, a
    target that cannot be opened, a folder that cannot be written, a Spark that does not run. In the last case the log
    remains in `out`.
    """
    _check_plan(plan, out)
    log = out / f".{LOG}.{os.getpid()}"
    try:
        with start_workers(plan.master, plan.all_targets(), log) as crew:
            return _audit(plan, out, crew, advance)
    except AssayError:
        raise
    except Exception as failed:
        if not log.exists():
            raise
        reason = most_telling_line(failed, log)
        log.replace(out / LOG)
        raise AssayError(f"the audit failed: {reason} (Spark's log: {out / LOG})") from failed
    finally:
        log.unlink(missing_ok=True)


def _check_plan(plan: AuditPlan, out: Path) -> None:
    """Raise every error that can be found before Spark is started."""
    check_files(plan.files)
    if next(read_lines(plan.files), None) is None:
        raise AssayError(f"{', '.join(plan.files[:3])}: contains no group")
    targets = open_targets(plan.all_targets())
    for target in targets:
        target.close()
    require_taken(plan.settings, targets)
    open_targets.cache_clear()
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as wrong:
        raise AssayError(f"--out {out}: {wrong.strerror}: expected a writable folder") from None


def _audit(plan: AuditPlan, out: Path, crew: Workers, advance: Callable[[int], None]) -> FinishedAudit:
    begun = time.perf_counter()
    tally = AuditCounts()
    with ExitStack() as stack:
        # Files get their names at the end, in reverse order: the results last.
        results = stack.enter_context(write_atomically(out / RESULTS))
        description = stack.enter_context(write_atomically(out / RECORD))
        errors = stack.enter_context(write_atomically(out / ERRORS))
        tables = stack.enter_context(closing(crew.judge(split_into_pieces(read_lines(plan.files)))))
        interrupted = False
        with errors.open("w", encoding="utf-8") as sink:
            try:
                sink.writelines(f"{record}\n" for record in _write_rows(tables, results, tally, advance))
            except KeyboardInterrupt:
                if not tally.rows:
                    raise
                interrupted = True
        seconds = {"start": round(crew.start_seconds, 3), "work": round(time.perf_counter() - begun, 3)}
        record = {**_run_record(plan, crew, tally, seconds), "interrupted": interrupted}
        description.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", "utf-8")
    if not tally.bad_lines:
        (out / ERRORS).unlink()
    (out / LOG).unlink(missing_ok=True)
    return FinishedAudit(out=out, record=record, tally=tally)


def _write_rows(
    tables: Iterable[pa.Table], results: Path, tally: AuditCounts, advance: Callable[[int], None]
) -> Iterator[str]:
    """
    Write the rows of `tables` to one Parquet file, and count them in `tally`.

    Yields an `assay-error/1` (JSON) for each line that held no group.
    """
    import pyarrow.compute as pc
    from pyarrow.parquet import ParquetWriter

    with ParquetWriter(results, schema(), compression="zstd") as writer:
        for table in tables:
            known = pc.is_valid(table["target"])
            rows = table.filter(known)
            writer.write_table(rows)
            bad = table.filter(pc.invert(known))
            before = tally.groups
            tally.add(rows)
            for row in bad.select(["file", "line", "error", "document"]).to_pylist():
                tally.first_bad = tally.first_bad or _place_of(row)
                tally.bad_lines += 1
                yield row["document"]
            advance(tally.groups - before + bad.num_rows)


def _place_of(row: dict[str, Any]) -> str:
    line = "" if row["line"] is None else f" line {row['line']}"
    return f"{row['file']}{line}: {row['error']}"


def _run_record(plan: AuditPlan, crew: Workers, tally: AuditCounts, seconds: dict[str, float]) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "command": list(plan.command),
        "inputs": list(plan.files),
        "targets": [target.text for target in plan.all_targets()],
        "groups": tally.groups,
        "rows": tally.rows,
        "bad_lines": tally.bad_lines,
        "seed": plan.seed,
        "master": crew.master,
        "cores": crew.cores,
        "seconds": seconds,
        "versions": {
            **installed_versions(_LIBRARIES),
            "python": platform.python_version(),
            "java": None if crew.java is None else crew.java.version,
        },
        "java_from": None if crew.java is None else crew.java.source,
        "system": platform.platform(),
    }
