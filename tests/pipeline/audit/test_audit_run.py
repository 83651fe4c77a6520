"""Whole audits, on the tests' shared Spark session and in a loop, and what those leave that are interrupted or fail."""

from __future__ import annotations

import errno
import json
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

from assay.command import ExitCode
from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.targets import TargetText
from kafka_assay.pipeline.audit import audit_work, spark_audit
from kafka_assay.pipeline.audit.audit_run import AuditPlan, run_audit
from kafka_assay.pipeline.audit.page_facts import no_facts, read_page_facts
from kafka_assay.pipeline.audit.spark_audit import audit_blocks
from kafka_assay.pipeline.spark import running
from kafka_assay.pipeline.spark.session import LOCK
from kafka_assay.pipeline.sums import sums_by_duckdb
from tests.pipeline.audit.audited import BAD, FAIR, SPARK, audit_files, errors_in, groups


def test_targets_are_references_then_named_targets_without_repeats() -> None:
    more = tuple(TargetText(text=text) for text in ("python:my.module:Mine", "sticky", "python:my.module:Mine"))

    names = [target.text for target in AuditPlan(files=(), targets=more).all_targets()]

    assert {"range", "roundrobin", "sticky", "optimal"} <= set(names)
    assert 1 == names.count("sticky")
    assert ["python:my.module:Mine"] == [name for name in names if name.startswith("python:")] == names[-1:]


def test_file_without_groups_is_a_usage_error(tmp_path: Path) -> None:
    with pytest.raises(AssayError, match=r"groups\.jsonl: contains no group"):
        run_audit(AuditPlan(files=(groups(tmp_path, b"", b" "),)), tmp_path / "out")


def test_output_folder_that_cannot_be_created_is_named_before_spark_starts(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("a file")

    with pytest.raises(AssayError, match=r"--out .*out: File exists: expected a writable folder"):
        run_audit(AuditPlan(files=(groups(tmp_path, FAIR),)), tmp_path / "out")


@pytest.mark.usefixtures("share_spark")
def test_audit_writes_a_table_and_a_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out"

    code, said, noted = audit_files(capsys, groups(tmp_path, FAIR, BAD), "--out", str(out), *SPARK)

    rows = pq.read_table(out / "results.parquet").to_pylist()
    record = json.loads((out / "audit.json").read_text())
    order = [(row["group"], row["target"]) for row in rows]
    assert ExitCode.KEPT == code
    assert [(name, target) for name in ("fair", "bad") for target in ("today", "range", "roundrobin")] == order
    assert [("fair", None), ("bad", None)] == [(row["name"], row["line"]) for row in rows if row["target"] == "today"]
    assert ("assay-audit/1", 2, 6, 0) == tuple(record[key] for key in ("format", "groups", "rows", "bad_lines"))
    assert said.startswith("bad: 2 members, 4 partitions. Loads 4/0; best 2/2 (2 moves). 1 idle member could work.\n")
    assert noted.startswith("2 groups in ")
    assert ["audit.json", "results.parquet", "summary"] == sorted(file.name for file in out.iterdir())


def test_bad_line_is_reported_and_other_groups_are_audited(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out"

    code, said, noted = audit_files(capsys, groups(tmp_path, b"{", BAD, b"[]"), "--out", str(out), "--json")

    summary: dict[str, Any] = json.loads(said)
    assert ExitCode.USAGE_ERROR == code
    assert (1, 2, ["bad"]) == (summary["groups"], summary["bad_lines"], [row["group"] for row in summary["worst"]])
    assert [("assay-error/1", 0, 1), ("assay-error/1", 2, 3)] == [
        (record["format"], record["index"], record["line"]) for record in errors_in(out)
    ]
    assert "groups.jsonl line 1: line 1 column 2: " in noted
    assert f"(and 1 more: {out / 'errors'})" in noted
    assert [1] == pq.read_table(out / "results.parquet")["index"].unique().to_pylist()


@pytest.mark.parametrize(("line", "code"), [(FAIR, ExitCode.KEPT), (BAD, ExitCode.BROKEN)])
def test_fail_option_exits_1_on_an_uneven_group(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], line: bytes, code: ExitCode
) -> None:
    assert code == audit_files(capsys, groups(tmp_path, line), "--out", str(tmp_path / "out"), "--fail")[0]


def test_few_groups_are_judged_in_this_process(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, noted = audit_files(capsys, groups(tmp_path, FAIR), "--out", str(tmp_path / "out"))

    record = json.loads((tmp_path / "out" / "audit.json").read_text())
    assert (ExitCode.KEPT, "loop", 1) == (code, record["master"], record["cores"])
    assert record["versions"]["java"] is None
    assert 1 == len(noted.splitlines())
    assert noted.startswith("1 group in ")
    assert " s in 1 process, started in " in noted


def test_path_that_only_spark_reads_is_audited_on_spark() -> None:
    assert AuditPlan(files=("a.jsonl", "hdfs://h/x")).needs_spark()
    assert AuditPlan(files=("a.jsonl",), master="local[2]").needs_spark()
    assert not AuditPlan(files=("a.jsonl", "file:/b.jsonl")).needs_spark()


def test_group_name_with_control_characters_is_escaped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = BAD.replace(b'"bad"', b'"b\\na\\u202ed"')

    _, said, _ = audit_files(capsys, groups(tmp_path, name), "--out", str(tmp_path / "out"))

    assert said.startswith("b\\na\\u202ed: 2 members, 4 partitions. Loads 4/0;")


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


@pytest.mark.integration
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


@pytest.mark.integration
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
