"""Audits that are interrupted or fail, and what they leave in the folder."""

from __future__ import annotations

import errno
import os
import signal
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.targets import TargetText
from kafka_assay.pipeline.audit import audit_work, spark_audit
from kafka_assay.pipeline.audit.audit_run import AuditPlan, run_audit
from kafka_assay.pipeline.audit.page_facts import no_facts, read_page_facts
from kafka_assay.pipeline.audit.spark_audit import audit_blocks
from kafka_assay.pipeline.spark import running
from kafka_assay.pipeline.spark.session import LOCK
from kafka_assay.pipeline.sums import sums_by_duckdb
from tests.pipeline.audit.audited import BAD, FAIR, groups


@pytest.fixture
def plan(tmp_path: Path) -> AuditPlan:
    """An audit of two groups in this process."""
    return AuditPlan(files=(groups(tmp_path, FAIR, BAD),), references=("range",), master="loop")


def contents(out: Path) -> dict[Path, bytes]:
    """All files below a folder."""
    return {file: file.read_bytes() for file in out.rglob("*") if file.is_file()}


def interrupt(*_: object) -> None:
    """Press Ctrl-C."""
    raise KeyboardInterrupt


def no_room(*_: object) -> None:
    """Fail as a write to a full disk does."""
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.usefixtures("share_spark")
def test_interrupted_audit_keeps_finished_tasks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first block is finished when Ctrl-C comes; the second never ends by itself."""
    out, started = tmp_path / "out", tmp_path / "started"
    monkeypatch.setattr(spark_audit, "audit_blocks", partial(hang_on_bad_group, started))
    monkeypatch.setattr(spark_audit, "FEWEST_BYTES", len(FAIR) // 2)
    monkeypatch.setattr(running.RunningJob, "share", partial(interrupt_when_written, out, started))

    done = run_audit(AuditPlan(files=(groups(tmp_path, FAIR, BAD),), master="local[2]"), out)

    assert (True, 1) == (done.record["interrupted"], done.record["groups"])
    assert {"fair"} == set(pq.read_table(out / "results.parquet")["group"].to_pylist())
    assert ["audit.json", "results.parquet", "summary"] == sorted(file.name for file in out.iterdir())


def hang_on_bad_group(started: Path, *given: Any) -> Iterator[pa.RecordBatch]:
    """Judge as usual, but never finish the uneven group."""
    for batch in audit_blocks(*given):
        yield batch
        if "bad" in batch.column("group").to_pylist():
            started.touch()
            Event().wait()


def interrupt_when_written(out: Path, started: Path, *_: object) -> float:
    """Press Ctrl-C once, when the first block is in place and the second is under way."""
    if started.exists() and any(out.glob(".unfinished-*/results.parquet/part-*")):
        started.unlink()
        raise KeyboardInterrupt
    return 0.0


@pytest.mark.usefixtures("share_spark")
def test_audit_survives_the_loss_of_a_python_worker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also on this machine, where Spark by itself runs a task only once."""
    monkeypatch.setattr(spark_audit, "audit_blocks", partial(die_once, tmp_path / "died"))

    done = run_audit(AuditPlan(files=(groups(tmp_path, FAIR, BAD),), master="local[2]"), tmp_path / "out")

    assert (tmp_path / "died").exists()
    assert (2, 6, "local[2]") == tuple(done.record[key] for key in ("groups", "rows", "master"))


def die_once(marker: Path, *given: Any) -> Iterator[pa.RecordBatch]:
    """Kill the first process that comes here."""
    if not marker.exists():
        marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    yield from audit_blocks(*given)


@pytest.mark.usefixtures("share_spark")
def test_page_facts_that_end_workers_are_empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spark_audit, "find_page_texts", die)

    done = run_audit(AuditPlan(files=(groups(tmp_path, FAIR, BAD),), master="local[2]"), tmp_path / "out")

    assert not done.record["interrupted"]
    assert [no_facts(0), no_facts(1)] == list(read_page_facts(done.out).values())


def die(_: object) -> Iterator[pa.RecordBatch]:
    """Kill every process that comes here."""
    os.kill(os.getpid(), signal.SIGKILL)
    yield from ()


def test_interrupt_during_the_summary_keeps_all_groups(
    tmp_path: Path, plan: AuditPlan, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The summary is computed again. A second interrupt passes through."""
    pending = [KeyboardInterrupt()]

    def summarise(*rows: Any) -> Any:
        if pending:
            raise pending.pop()
        return sums_by_duckdb(*rows)

    monkeypatch.setattr(audit_work, "sums_by_duckdb", summarise)

    done = run_audit(plan, tmp_path / "out")

    assert (2, True) == (done.summary.groups, done.record["interrupted"])
    assert 4 == pq.read_table(tmp_path / "out" / "results.parquet").num_rows
    pending += [KeyboardInterrupt(), KeyboardInterrupt()]
    with pytest.raises(KeyboardInterrupt):
        run_audit(plan, tmp_path / "out")


def test_interrupted_loop_keeps_finished_batches(
    tmp_path: Path, plan: AuditPlan, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audit_work, "MOST_GROUPS", 1)

    done = run_audit(plan, tmp_path / "out", lambda done, _: interrupt() if done == 1 else None)

    rows = pq.read_table(tmp_path / "out" / "results.parquet")
    assert done.record["interrupted"]
    assert (1, {"fair"}) == (done.summary.groups, set(rows["group"].to_pylist()))


def test_audit_interrupted_before_any_result_keeps_old_results(tmp_path: Path, plan: AuditPlan) -> None:
    before = contents(run_audit(plan, tmp_path / "out").out)

    with pytest.raises(KeyboardInterrupt):
        run_audit(plan, tmp_path / "out", interrupt)

    assert before == contents(tmp_path / "out")


def test_full_disk_is_one_line_and_keeps_old_results(
    tmp_path: Path, plan: AuditPlan, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = contents(run_audit(plan, tmp_path / "out").out)

    monkeypatch.setattr(pq.ParquetWriter, "write_table", no_room)
    with pytest.raises(AssayError, match=r"^--out .*out: cannot be written: No space left on device$"):
        run_audit(plan, tmp_path / "out")

    assert before == contents(tmp_path / "out")


@pytest.mark.usefixtures("share_spark")
def test_full_disk_on_spark_is_one_line_and_keeps_the_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "out"
    monkeypatch.setattr(spark_audit, "audit_blocks", no_room)

    with pytest.raises(AssayError, match=r"^the audit failed: no space left on device \(Spark's log: .*\)$"):
        run_audit(AuditPlan(files=(groups(tmp_path, FAIR),), master="local[2]"), out)

    assert {out / "spark.log": b"all that Spark had to say\n"} == contents(out)


def test_what_earlier_audits_left_is_removed(tmp_path: Path, plan: AuditPlan) -> None:
    """Results of an older release were a file. There are bad lines, and the folder of a process that was killed."""
    out = tmp_path / "out"
    (out / "errors").mkdir(parents=True)
    (out / ".unfinished-x").mkdir()
    (out / ".unfinished-x" / LOCK).touch()
    (out / "results.parquet").write_text("a file")

    run_audit(plan, out)

    assert ["audit.json", "results.parquet", "summary"] == sorted(file.name for file in out.iterdir())
    assert 4 == pq.read_table(out / "results.parquet").num_rows


@pytest.mark.parametrize(
    ("text", "says"), [("exec:./no-such-host", "no-such-host"), ("stiky", "did you mean 'sticky'")]
)
@pytest.mark.parametrize("master", ["loop", "local[2]"])
def test_target_that_cannot_be_opened_leaves_no_folder(
    text: str, says: str, master: str, plan: AuditPlan, tmp_path: Path
) -> None:
    """Neither an empty folder, nor one less. Spark does not start."""
    wrong = replace(plan, targets=(TargetText(text=text),), master=master)
    (tmp_path / "old" / "kept").mkdir(parents=True)

    for name in ("new", "old"):
        with pytest.raises(AssayError, match=says):
            run_audit(wrong, tmp_path / name)

    assert (False, True) == ((tmp_path / "new").exists(), (tmp_path / "old" / "kept").exists())
