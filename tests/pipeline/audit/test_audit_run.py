"""Tests of a whole audit, on the tests' shared Spark session."""

from __future__ import annotations

import errno
import json
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any, NoReturn

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from assay.cli import run
from assay.exit_codes import ExitCode
from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.targets.opening import TargetText
from kafka_assay.assignors.model import group_of
from kafka_assay.pipeline.audit import audit_run as campaign_run
from kafka_assay.pipeline.audit import row_batches, spark_audit, workers
from kafka_assay.pipeline.audit.audit_run import AuditPlan, run_audit
from kafka_assay.pipeline.audit.block_lines import audit_blocks
from kafka_assay.pipeline.audit.input_check import check_files
from kafka_assay.pipeline.audit.summary.in_loop import summarise_batches
from kafka_assay.pipeline.spark import running
from kafka_assay.pipeline.spark.session import Session
from tests.pipeline.audited import line_of

FAIR = line_of(group_of({"t": 2}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0]}, "b": {"t": [1]}}, name="fair")).data
BAD = line_of(group_of({"t": 4}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0, 1, 2, 3]}}, name="bad")).data


@pytest.fixture
def share_spark(spark: Session, monkeypatch: pytest.MonkeyPatch) -> Session:
    """Run audits on the tests' Spark session, with only two references to save time."""

    @contextmanager
    def logged(_: str | None, *, log: Path) -> Iterator[Session]:
        log.write_text("all that Spark had to say\n")
        yield spark

    monkeypatch.setattr(workers, "session", logged)
    monkeypatch.setattr(campaign_run, "default_names", lambda: ["range", "roundrobin"])
    return spark


def groups(folder: Path, *lines: bytes) -> str:
    """A file of groups, one a line."""
    file = folder / "groups.jsonl"
    file.write_bytes(b"\n".join(lines))
    return str(file)


SPARK = ("--master", "local[2]")


def audit_files(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Run `assay audit`: the exit code, stdout and stderr."""
    code = run(["audit", *arguments])
    return code, *capsys.readouterr()


def test_targets_are_references_then_named_targets_without_repeats() -> None:
    more = tuple(TargetText(text=text) for text in ("python:my.module:Mine", "sticky", "python:my.module:Mine"))

    names = [target.text for target in AuditPlan(files=(), targets=more).all_targets()]

    assert {"range", "roundrobin", "sticky", "optimal"} <= set(names)
    assert 1 == names.count("sticky")
    assert ["python:my.module:Mine"] == [name for name in names if name.startswith("python:")] == names[-1:]


def test_unknown_target_is_a_usage_error_before_spark_starts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"

    code, said, noted = audit_files(capsys, groups(tmp_path, FAIR), "--out", str(out), "--targets", "stiky")

    assert (ExitCode.USAGE_ERROR, "") == (code, said)
    assert "assay: unknown assignor 'stiky'; did you mean 'sticky'?\n" == noted
    assert not out.exists()


def test_file_without_groups_is_a_usage_error(tmp_path: Path) -> None:
    with pytest.raises(AssayError, match=r"groups\.jsonl: contains no group"):
        run_audit(AuditPlan(files=(groups(tmp_path, b"", b" "),)), tmp_path / "out")


def test_output_folder_that_cannot_be_created_is_named_before_spark_starts(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("a file")

    with pytest.raises(AssayError, match=r"--out .*out: File exists: expected a writable folder"):
        run_audit(AuditPlan(files=(groups(tmp_path, FAIR),)), tmp_path / "out")


@pytest.mark.spark
@pytest.mark.xdist_group("spark")
@pytest.mark.usefixtures("share_spark")
def test_audit_writes_a_table_and_a_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out"

    code, said, noted = audit_files(capsys, groups(tmp_path, FAIR, BAD), "--out", str(out), "--seed", "7", *SPARK)

    rows = pq.read_table(out / "results.parquet").to_pylist()
    record = json.loads((out / "audit.json").read_text())
    order = [(row["group"], row["target"]) for row in rows]
    assert ExitCode.KEPT == code
    assert [(name, target) for name in ("fair", "bad") for target in ("today", "range", "roundrobin")] == order
    assert [("fair", 1), ("bad", 2)] == [(row["name"], row["line"]) for row in rows if row["target"] == "today"]
    assert ("assay-audit/1", 2, 6, 0, 7) == tuple(
        record[key] for key in ("format", "groups", "rows", "bad_lines", "seed")
    )
    assert said.startswith("bad: 2 members, 4 partitions. Loads 4/0; best 2/2 (2 moves).\n")
    assert noted.startswith("2 groups in ")
    assert ["audit.json", "results.parquet", "summary"] == sorted(file.name for file in out.iterdir())


@pytest.mark.spark
@pytest.mark.xdist_group("spark")
@pytest.mark.usefixtures("share_spark")
def test_same_groups_give_the_same_table_except_for_seconds(tmp_path: Path) -> None:
    plan = AuditPlan(files=(groups(tmp_path, FAIR, BAD),), master="local[2]")

    tables = [
        pq.read_table(run_audit(plan, tmp_path / name).out / "results.parquet").drop_columns("seconds")
        for name in ("one", "two")
    ]

    assert tables[0].sort_by("index").equals(tables[1].sort_by("index"))


@pytest.mark.spark
@pytest.mark.xdist_group("spark")
@pytest.mark.usefixtures("share_spark")
def test_bad_line_is_reported_and_other_groups_are_audited(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out"

    code, said, noted = audit_files(capsys, groups(tmp_path, b"{", BAD, b"[]"), "--out", str(out), "--json", *SPARK)

    summary: dict[str, Any] = json.loads(said)
    texts = "".join(part.read_text() for part in (out / "errors").glob("part-*")).splitlines()
    records = sorted(map(json.loads, texts), key=lambda record: record["index"])
    assert ExitCode.USAGE_ERROR == code
    assert (1, 2, ["bad"]) == (summary["groups"], summary["bad_lines"], [row["group"] for row in summary["worst"]])
    assert [("assay-error/1", 0, 1), ("assay-error/1", 2, 3)] == [
        (record["format"], record["index"], record["line"]) for record in records
    ]
    assert "groups.jsonl line 1: line 1 column 2: " in noted
    assert f"(and 1 more: {out / 'errors'})" in noted
    assert [1] == pq.read_table(out / "results.parquet")["index"].unique().to_pylist()


@pytest.mark.spark
@pytest.mark.xdist_group("spark")
@pytest.mark.usefixtures("share_spark")
@pytest.mark.parametrize(("line", "code"), [(FAIR, ExitCode.KEPT), (BAD, ExitCode.BROKEN)])
def test_fail_option_exits_1_on_an_uneven_group(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], line: bytes, code: ExitCode
) -> None:
    assert code == audit_files(capsys, groups(tmp_path, line), "--out", str(tmp_path / "out"), "--fail", *SPARK)[0]


@pytest.mark.spark
@pytest.mark.xdist_group("spark")
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


@pytest.mark.spark
@pytest.mark.xdist_group("spark")
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


def test_input_that_grows_meanwhile_is_one_line(tmp_path: Path) -> None:
    """The groups judged are not those counted."""
    file = groups(tmp_path, FAIR, b"")

    def append(done: int, _: int | None) -> None:
        if not done:
            with Path(file).open("ab") as opened:
                opened.write(BAD)

    with pytest.raises(AssayError, match=r"^groups counted: 1, judged: 2: the input changed"):
        run_audit(AuditPlan(files=(file,), references=("range",), master="loop"), tmp_path / "out", append)

    assert not list((tmp_path / "out").iterdir())


def test_interrupt_during_the_summary_keeps_all_groups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The summary is computed again. A second interrupt passes through."""
    pending = [KeyboardInterrupt()]

    def summarise(batches: Any) -> Any:
        if pending:
            raise pending.pop()
        return summarise_batches(batches)

    monkeypatch.setattr(workers, "summarise_batches", summarise)
    plan = AuditPlan(files=(groups(tmp_path, FAIR, BAD),), references=("range",), master="loop")

    done = run_audit(plan, tmp_path / "out")

    assert (2, True) == (done.summary.groups, done.record["interrupted"])
    assert 4 == pq.read_table(tmp_path / "out" / "results.parquet").num_rows
    pending += [KeyboardInterrupt(), KeyboardInterrupt()]
    with pytest.raises(KeyboardInterrupt):
        run_audit(plan, tmp_path / "out")


def test_interrupted_loop_keeps_finished_batches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "out"
    monkeypatch.setattr(row_batches, "GROUPS_IN_BATCH", 1)

    def interrupt(done: int, _: int | None) -> None:
        if done == 1:
            raise KeyboardInterrupt

    plan = AuditPlan(files=(groups(tmp_path, FAIR, BAD),), references=("range",), master="loop")
    done = run_audit(plan, out, interrupt)

    assert done.record["interrupted"]
    assert (1, {"fair"}) == (done.summary.groups, set(pq.read_table(out / "results.parquet")["group"].to_pylist()))


def test_audit_interrupted_before_any_result_keeps_old_results(tmp_path: Path) -> None:
    out, plan = tmp_path / "out", AuditPlan(files=(groups(tmp_path, FAIR),), references=("range",), master="loop")
    run_audit(plan, out)
    before = {file: file.read_bytes() for file in out.rglob("*") if file.is_file()}

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_audit(plan, out, interrupt)

    assert before == {file: file.read_bytes() for file in out.rglob("*") if file.is_file()}


def test_full_disk_is_one_line_and_keeps_old_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out, plan = tmp_path / "out", AuditPlan(files=(groups(tmp_path, FAIR),), references=("range",), master="loop")
    run_audit(plan, out)
    before = {file: file.read_bytes() for file in out.rglob("*") if file.is_file()}

    def no_room(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(pq.ParquetWriter, "write_batch", no_room)
    with pytest.raises(AssayError, match=r"^--out .*out: cannot be written: No space left on device$"):
        run_audit(plan, out)

    assert before == {file: file.read_bytes() for file in out.rglob("*") if file.is_file()}


@pytest.mark.spark
@pytest.mark.xdist_group("spark")
@pytest.mark.usefixtures("share_spark")
def test_full_disk_on_spark_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "out"
    monkeypatch.setattr(spark_audit, "audit_blocks", refuse_to_write)

    with pytest.raises(AssayError, match=r"^the audit failed: .*No space left on device.* \(Spark's log: .*\)$"):
        run_audit(AuditPlan(files=(groups(tmp_path, FAIR),), master="local[2]"), out)

    assert ["spark.log"] == [file.name for file in out.iterdir()]


def refuse_to_write(*_: object) -> Iterator[pa.RecordBatch]:
    """Fail as a write to a full disk does."""
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    yield


def test_results_of_an_older_release_are_replaced(tmp_path: Path) -> None:
    """They were a file. Bad lines of an earlier audit are removed too."""
    out = tmp_path / "out"
    (out / "errors").mkdir(parents=True)
    (out / "results.parquet").write_text("a file")

    run_audit(AuditPlan(files=(groups(tmp_path, FAIR),), references=("range",), master="loop"), out)

    assert ["audit.json", "results.parquet", "summary"] == sorted(file.name for file in out.iterdir())
    assert 2 == pq.read_table(out / "results.parquet").num_rows


def test_folders_of_ended_processes_are_removed(tmp_path: Path) -> None:
    out = tmp_path / "out"
    (out / ".unfinished-999999999").mkdir(parents=True)

    run_audit(AuditPlan(files=(groups(tmp_path, FAIR),), references=("range",), master="loop"), out)

    assert not list(out.glob(".unfinished-*"))


@pytest.mark.spark
@pytest.mark.xdist_group("spark")
@pytest.mark.usefixtures("share_spark")
@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("foo://host/groups", r"^foo://host/groups: cannot be read: Spark has no library for foo:// \("),
        (
            "s3a://bucket/groups",
            r"^s3a://bucket/groups: .*no library for s3a:// \(.*hadoop-aws:VERSION pyspark-shell'\)$",
        ),
        ("hdfs://127.0.0.1:1/groups", r"^hdfs://127.0.0.1:1/groups: cannot be read: ConnectException: .*refused"),
        ("viewfs://none/groups", r"^viewfs://none/groups: cannot be read: [A-Za-z]+: .*"),
    ],
)
def test_store_that_spark_cannot_read_is_one_line(tmp_path: Path, path: str, message: str) -> None:
    with pytest.raises(AssayError, match=message) as caught:
        run_audit(AuditPlan(files=(path,), master="local[2]"), tmp_path / "out")

    assert 1 == len(str(caught.value).splitlines())
    assert not list((tmp_path / "out").iterdir())


def test_uri_needs_spark(tmp_path: Path) -> None:
    with pytest.raises(AssayError, match=r"hdfs://h/x: only Spark reads this scheme: leave out --master loop"):
        run_audit(AuditPlan(files=("hdfs://h/x",), master="loop"), tmp_path / "out")


@pytest.mark.spark
@pytest.mark.xdist_group("spark")
@pytest.mark.usefixtures("share_spark")
def test_file_that_spark_ignores_is_refused(tmp_path: Path) -> None:
    hidden = tmp_path / "_groups.jsonl"
    hidden.write_bytes(FAIR)

    with pytest.raises(AssayError, match=r"_groups\.jsonl: Spark ignores files whose name starts with _"):
        run_audit(AuditPlan(files=(str(hidden),), master="local[2]"), tmp_path / "out")


@pytest.mark.spark
@pytest.mark.xdist_group("spark")
@pytest.mark.usefixtures("share_spark")
def test_failure_of_a_worker_is_one_line_and_keeps_the_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spark_audit, "schema", lambda: pa.schema([("index", pa.int64())]))
    out = tmp_path / "out"

    with pytest.raises(AssayError, match=r"the audit failed: .* \(Spark's log: .*spark\.log\)") as caught:
        run_audit(AuditPlan(files=(groups(tmp_path, FAIR),), master="local[2]"), out)

    assert 1 == len(str(caught.value).splitlines())
    assert [("spark.log", "all that Spark had to say\n")] == [(file.name, file.read_text()) for file in out.iterdir()]


def test_loop_writes_the_same_files_as_spark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(campaign_run, "default_names", lambda: ["range"])
    plan = AuditPlan(files=(groups(tmp_path, FAIR, b"?"),), master="loop")

    done = run_audit(plan, tmp_path / "out")

    assert ("loop", 1, None) == (done.record["master"], done.record["cores"], done.record["versions"]["java"])
    assert (2, 1) == (pq.read_table(done.out / "results.parquet").num_rows, done.record["bad_lines"])


def test_fewer_than_500_groups_run_without_spark(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, noted = audit_files(capsys, groups(tmp_path, FAIR), "--out", str(tmp_path / "out"))

    record = json.loads((tmp_path / "out" / "audit.json").read_text())
    assert (ExitCode.KEPT, "loop") == (code, record["master"])
    assert 1 == len(noted.splitlines())
    assert "without Spark" in noted
    assert noted.endswith("(fewer than 500 groups; --master 'local[*]' starts Spark)\n")


def test_from_500_groups_on_spark_is_the_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    masters: list[str | None] = []

    def start(master: str | None, *_: object) -> NoReturn:
        masters.append(master)
        raise AssayError("not run")

    monkeypatch.setattr(campaign_run, "start_workers", start)
    for count in (499, 500):
        run(["audit", groups(tmp_path, *[FAIR] * count), "--out", str(tmp_path / "out")])

    assert ["loop", None] == masters


@pytest.mark.parametrize("master", ["loop", "local[2]"])
def test_text_of_kafka_consumer_groups_must_be_imported_first(
    master: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = tmp_path / "mem bers.txt"
    text.write_text("\nGROUP CONSUMER-ID #PARTITIONS\ng m 1\n")
    out = tmp_path / "out"

    code, said, noted = audit_files(capsys, groups(tmp_path, FAIR), str(text), "--out", str(out), "--master", master)

    assert (ExitCode.USAGE_ERROR, "", False) == (code, said, out.exists())
    assert (
        f"assay: {text}: the text of kafka-consumer-groups, not JSON. "
        f"Import it first: assay import kafka-consumer-groups '{text}' > groups.jsonl\n"
    ) == noted


@pytest.mark.parametrize(
    ("name", "content", "refused"),
    [
        ("notes.txt", b"hello", True),
        ("group.txt", FAIR, False),
        ("group.txt", b"\xef\xbb\xbf " + FAIR, False),
        ("broken.json", b"hello", False),
        ("lines.jsonl", b"hello\n" + FAIR, False),
    ],
)
def test_file_that_is_not_json_is_refused_at_once(name: str, content: bytes, refused: bool, tmp_path: Path) -> None:
    """A single bad group in a file is recorded in its place instead."""
    (tmp_path / name).write_bytes(content)

    with pytest.raises(AssayError, match="not JSON: expected groups") if refused else nullcontext():
        check_files([str(tmp_path / name)])


def test_audit_ignores_results_of_earlier_audits_in_its_input_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    groups(tmp_path, FAIR)

    counts = []
    for _ in range(2):
        code, said, _ = audit_files(capsys, str(tmp_path), "--out", str(tmp_path / "out"), "--master", "loop", "--json")
        counts.append((code, json.loads(said)["groups"], json.loads(said)["bad_lines"]))

    assert [(ExitCode.KEPT, 1, 0)] * 2 == counts


def test_group_name_with_control_characters_is_escaped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = BAD.replace(b'"bad"', b'"b\\na\\u202ed"')

    _, said, _ = audit_files(capsys, groups(tmp_path, name), "--out", str(tmp_path / "out"), "--master", "loop")

    assert said.startswith("b\\na\\u202ed: 2 members, 4 partitions. Loads 4/0;")


def test_pattern_names_its_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Also with the scheme `file`, with `//` or without. A file that exists is never a pattern."""
    for name in ("a1.jsonl", "a2.jsonl", "b.jsonl", "[a].jsonl"):
        (tmp_path / name).write_bytes(FAIR)

    counts = []
    for path in (*(f"{scheme}{tmp_path}/a*.jsonl" for scheme in ("", "file://", "file:")), f"{tmp_path}/[a].jsonl"):
        code, said, _ = audit_files(capsys, path, "--out", str(tmp_path / "out"), "--master", "loop", "--json")
        counts.append((code, json.loads(said)["groups"]))

    assert [*[(ExitCode.KEPT, 2)] * 3, (ExitCode.KEPT, 1)] == counts


def test_file_under_two_spellings_is_judged_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first spelling stays."""
    groups(tmp_path, FAIR)
    monkeypatch.chdir(tmp_path)

    audit_files(capsys, "./groups.jsonl", "groups.jsonl", str(tmp_path), "--out", "out", "--master", "loop")

    record = json.loads((tmp_path / "out" / "audit.json").read_text())
    assert (1, ["./groups.jsonl"]) == (record["groups"], record["inputs"])


@pytest.mark.parametrize("master", [(), ("--master", "loop")])
def test_input_that_can_be_read_only_once_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], master: tuple[str, ...]
) -> None:
    """Nothing is read, so nothing waits for a writer."""
    os.mkfifo(tmp_path / "pipe.jsonl")

    code, said, noted = audit_files(capsys, str(tmp_path / "pipe.jsonl"), "--out", str(tmp_path / "out"), *master)

    assert (ExitCode.USAGE_ERROR, "") == (code, said)
    assert noted.endswith("pipe.jsonl: not a regular file. An audit reads its input twice: save it as a file first\n")


def test_missing_path_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, noted = audit_files(capsys, f"{tmp_path}/none*.jsonl", "--out", str(tmp_path / "out"))

    assert (ExitCode.USAGE_ERROR, 1) == (code, len(noted.splitlines()))
    assert "none*.jsonl: no such file or folder" in noted


@pytest.mark.spark
@pytest.mark.xdist_group("spark")
def test_folder_of_another_file_system_is_listed_and_read_by_spark(tmp_path: Path, share_spark: Session) -> None:
    """Hadoop's own `viewfs` stands for a store. Folders are searched, hidden files left out, patterns expanded."""
    store = tmp_path / "store"
    (store / "more").mkdir(parents=True)
    for name in ("a %20 é.jsonl", "more/b.json", "more/.hidden.jsonl", "more/notes.txt"):
        (store / name).write_bytes(FAIR)
    hadoop = share_spark.spark._jsc.hadoopConfiguration()
    hadoop.set("fs.viewfs.mounttable.tests.link./groups", store.as_uri())

    files = [
        sorted(set(pq.read_table(run_audit(plan, tmp_path / name).out / "results.parquet")["file"].to_pylist()))
        for name, path in (("folder", "viewfs://tests/groups"), ("pattern", "viewfs://tests/groups/a*"))
        for plan in (AuditPlan(files=(path,), references=("range",), master="local[2]"),)
    ]

    first, second = "viewfs://tests/groups/a %20 é.jsonl", "viewfs://tests/groups/more/b.json"
    assert [[first, second], [first]] == files
