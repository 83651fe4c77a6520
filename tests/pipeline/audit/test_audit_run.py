"""Whole audits, on the tests' shared Spark session and in a loop."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from assay.command import ExitCode
from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.targets import TargetText
from kafka_assay.pipeline.audit.audit_run import AuditPlan, run_audit
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
