"""Tests of a whole audit, on the tests' shared Spark session."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from assay.cli import run
from assay.exit_codes import ExitCode
from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.targets.opening import TargetText
from kafka_assay.assignors.model import group_of
from kafka_assay.pipeline.audit import audit_run as campaign_run
from kafka_assay.pipeline.audit import workers
from kafka_assay.pipeline.audit.audit_run import AuditPlan, FinishedAudit, run_audit
from kafka_assay.pipeline.audit.input_check import check_files
from kafka_assay.pipeline.spark.session import Session
from tests.pipeline.audited import line_of

FAIR = line_of(group_of({"t": 2}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0]}, "b": {"t": [1]}}, name="fair")).data
BAD = line_of(group_of({"t": 4}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0, 1, 2, 3]}}, name="bad")).data


@pytest.fixture
def share_spark(spark: Session, monkeypatch: pytest.MonkeyPatch) -> Session:
    """Run audits on the tests' Spark session, with only two references to save time."""
    monkeypatch.setattr(workers, "session", lambda *_, **__: nullcontext(spark))
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
    assert ("assay-audit/1", 2, 6, 0, 7) == tuple(
        record[key] for key in ("format", "groups", "rows", "bad_lines", "seed")
    )
    assert said.startswith("bad: 2 members, 4 partitions. Loads 4/0; best 2/2 (2 moves).\n")
    assert noted.startswith("2 groups in ")
    assert ["audit.json", "results.parquet"] == sorted(file.name for file in out.iterdir())


@pytest.mark.spark
@pytest.mark.xdist_group("spark")
@pytest.mark.usefixtures("share_spark")
def test_same_groups_give_the_same_table_except_for_seconds(tmp_path: Path) -> None:
    plan = AuditPlan(files=(groups(tmp_path, FAIR, BAD),))

    tables = [
        pq.read_table(run_audit(plan, tmp_path / name).out / "results.parquet").drop_columns("seconds")
        for name in ("one", "two")
    ]

    assert tables[0].equals(tables[1])


@pytest.mark.spark
@pytest.mark.xdist_group("spark")
@pytest.mark.usefixtures("share_spark")
def test_bad_line_is_reported_and_other_groups_are_audited(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out"

    code, said, noted = audit_files(capsys, groups(tmp_path, b"{", BAD, b"[]"), "--out", str(out), "--json", *SPARK)

    summary: dict[str, Any] = json.loads(said)
    records = [json.loads(line) for line in (out / "errors.jsonl").read_text().splitlines()]
    assert ExitCode.USAGE_ERROR == code
    assert (1, 2, ["bad"]) == (summary["groups"], summary["bad_lines"], [row["group"] for row in summary["worst"]])
    assert [("assay-error/1", 0, 1), ("assay-error/1", 2, 3)] == [
        (record["format"], record["index"], record["line"]) for record in records
    ]
    assert "groups.jsonl line 1: line 1 column 2: " in noted
    assert f"(and 1 more: {out / 'errors.jsonl'})" in noted
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
def test_interrupted_audit_keeps_finished_rows(tmp_path: Path) -> None:
    out = tmp_path / "out"

    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    done = run_audit(AuditPlan(files=(groups(tmp_path, FAIR),)), out, interrupt)

    assert done.record["interrupted"]
    assert [0] == pq.read_table(out / "results.parquet")["index"].unique().to_pylist()


def test_audit_interrupted_before_any_result_keeps_old_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "results.parquet").write_text("old")

    def interrupted(*_: object) -> Iterator[str]:
        raise KeyboardInterrupt

    monkeypatch.setattr("kafka_assay.pipeline.audit.audit_run._write_rows", interrupted)

    with pytest.raises(KeyboardInterrupt):
        run_audit(AuditPlan(files=(groups(tmp_path, FAIR),), master="loop"), out)

    assert ["results.parquet"] == [file.name for file in out.iterdir()]
    assert "old" == (out / "results.parquet").read_text()


@pytest.mark.spark
@pytest.mark.xdist_group("spark")
def test_failure_of_a_worker_is_one_line_and_keeps_the_log(
    tmp_path: Path, spark: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    @contextmanager
    def logged(_: str | None, *, log: Path) -> Iterator[Session]:
        log.write_text("all that Spark had to say\n")
        yield spark

    monkeypatch.setattr(workers, "session", logged)
    monkeypatch.setattr(workers, "schema", lambda: pa.schema([("index", pa.int64())]))
    out = tmp_path / "out"

    with pytest.raises(AssayError, match=r"the audit failed: .* \(Spark's log: .*spark\.log\)") as caught:
        run_audit(AuditPlan(files=(groups(tmp_path, FAIR),)), out)

    assert 1 == len(str(caught.value).splitlines())
    assert [("spark.log", "all that Spark had to say\n")] == [(file.name, file.read_text()) for file in out.iterdir()]


def test_loop_writes_the_same_files_as_spark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(campaign_run, "default_names", lambda: ["range"])
    plan = AuditPlan(files=(groups(tmp_path, FAIR, b"?"),), master="loop")

    done = run_audit(plan, tmp_path / "out")

    assert ("loop", 1, None) == (done.record["master"], done.record["cores"], done.record["versions"]["java"])
    assert (2, 1) == (pq.read_table(done.out / "results.parquet").num_rows, done.tally.bad_lines)


def test_fewer_than_500_groups_run_without_spark(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, noted = audit_files(capsys, groups(tmp_path, FAIR), "--out", str(tmp_path / "out"))

    record = json.loads((tmp_path / "out" / "audit.json").read_text())
    assert (ExitCode.KEPT, "loop") == (code, record["master"])
    assert 1 == len(noted.splitlines())
    assert "without Spark" in noted
    assert noted.endswith("(fewer than 500 groups; --master 'local[*]' starts Spark)\n")


def test_from_500_groups_on_spark_is_the_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    masters: list[str | None] = []

    def planned(plan: AuditPlan, *_: object) -> FinishedAudit:
        masters.append(plan.master)
        raise AssayError("not run")

    monkeypatch.setattr(campaign_run, "run_audit", planned)
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
