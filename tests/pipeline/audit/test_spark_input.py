"""Tests of how Spark reads the input of an audit: the same lines and names as the loop."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any, TypeAlias

import pyarrow.parquet as pq
import pytest

from assay.cli import run
from kafka_assay.assignors.model import group_of
from kafka_assay.pipeline.audit import workers
from kafka_assay.pipeline.audit.audit_run import AuditPlan, FinishedAudit, run_audit
from kafka_assay.pipeline.spark.session import Session
from tests.pipeline.audited import line_of

pytestmark = [pytest.mark.spark, pytest.mark.xdist_group("spark")]

GROUP = line_of(group_of({"t": 2}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0]}, "b": {"t": [1]}}, name="g")).data

Audit: TypeAlias = "Callable[..., FinishedAudit]"


@pytest.fixture
def audit(spark: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Audit:
    """Audit files into a folder named after the master; with Spark on the tests' session."""
    monkeypatch.setattr(workers, "session", lambda *_, **__: nullcontext(spark))

    def audit(*files: Path | str, master: str = "local[2]") -> FinishedAudit:
        plan = AuditPlan(files=tuple(map(str, files)), references=("range",), master=master)
        return run_audit(plan, tmp_path / master)

    return audit


def places_in(done: FinishedAudit) -> list[tuple[int, str, int | None]]:
    """The index, file and line of each group."""
    rows = pq.read_table(done.out / "results.parquet").to_pylist()
    return sorted({(row["index"], row["file"], row["line"]) for row in rows})


def errors_in(done: FinishedAudit) -> list[dict[str, Any]]:
    """All bad lines in the order of the input."""
    texts = [line for part in (done.out / "errors").glob("part-*") for line in part.read_text().splitlines()]
    return sorted(map(json.loads, texts), key=lambda record: record["index"])


@pytest.mark.parametrize("names", [("a é.json", "b.json"), ("a é.json",)])
def test_empty_file_is_a_bad_line_as_in_the_loop(audit: Audit, tmp_path: Path, names: tuple[str, ...]) -> None:
    """It takes an index. An empty `.jsonl` holds no line."""
    for name in names:
        (tmp_path / name).write_bytes(GROUP if name == "b.json" else b"")
    (tmp_path / "c.jsonl").touch()
    files = [*(tmp_path / name for name in names), tmp_path / "c.jsonl"]

    loop, spark = (audit(*files, master=master) for master in ("loop", "local[2]"))

    assert [(0, str(files[0]))] == [(error["index"], error["file"]) for error in errors_in(spark)]
    assert errors_in(loop) == errors_in(spark)
    assert places_in(loop) == places_in(spark) == ([(1, str(files[1]), None)] if len(names) == 2 else [])


def test_bad_lines_alone_give_an_empty_table(audit: Audit, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """So `assay report` says the same as after the loop."""
    (tmp_path / "a.jsonl").write_bytes(b"{\n[]\n")
    said = []
    for master in ("loop", "local[2]"):
        done = audit(tmp_path / "a.jsonl", master=master)
        table = pq.read_table(done.out / "results.parquet")
        code = run(["report", str(done.out)])
        said.append((code, table, *(text.replace(master, "M") for text in capsys.readouterr())))

    assert said[0] == said[1]
