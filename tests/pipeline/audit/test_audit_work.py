"""Tests that one process, several and Spark write the same rows, the same bad lines and the same summary."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from kafka_assay.assignors.hosted.targets import TargetText
from kafka_assay.assignors.interface import Target
from kafka_assay.assignors.model import group_of
from kafka_assay.pipeline.audit import spark_audit
from kafka_assay.pipeline.audit.audit_run import AuditPlan, run_audit
from kafka_assay.pipeline.audit.audit_summary import STATEMENTS
from kafka_assay.pipeline.audit.audit_work import AuditedLines, AuditWork, WorstGroup
from kafka_assay.pipeline.audit.group_audit import LawChoice
from kafka_assay.pipeline.audit.group_lines import GroupLine, read_lines
from kafka_assay.pipeline.audit.page_facts import PAGES
from kafka_assay.pipeline.audit.process_audit import audit_in_processes
from kafka_assay.pipeline.spark.session import Session
from kafka_assay.properties.runner.work import IsOver, never
from tests.pipeline.audited import line_of

NAMES = ("range", "sticky", "shuffled-roundrobin", "constrained-2phase")


def group_text(number: int) -> bytes:
    """A group of `number` + 1 partitions; every fifth is rebalancing, every third is unequal, every fourth overlaps."""
    topics = {"t": number + 1, "u": 2}
    owned = {"a": {"t": list(range(number))}, "b": {"t": [number] if number % 4 else [0]}}
    group = group_of(topics, {"a": ["t"], "b": ["t"] if number % 3 else ["t", "u"]}, owned, generation=1)
    return line_of(replace(group, name=f"g{number}", state=None if number % 5 else "Assigning")).data


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Files with blank lines, bad lines, awkward names, one group in a file, and no line feed at the end."""
    here = tmp_path / "in %20 [1]{é}"
    here.mkdir()
    many = [group_text(number) for number in range(40)]
    many[3:3] = [b"", b"[]", b"  \r", b"\xff\xfe", b'{"format": "x"}\r']
    (here / "a.jsonl").write_bytes(b"\n".join(many))
    (here / "b.json").write_bytes(b"\n" + group_text(50) + b"\n")
    (here / "c.json").write_bytes(b"{")
    (here / "d.JSONL").write_bytes(b"\n\n" + group_text(51) + b"\r\n[]\n")
    return here


@pytest.fixture
def small_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many blocks in a file of a few kilobytes."""
    monkeypatch.setattr(spark_audit, "FEWEST_BYTES", 1500)


@pytest.fixture
def audit_folder(folder: Path, spark: Session, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """Audit the folder on a master, or in as many processes; with Spark on the tests' session."""
    monkeypatch.setattr(spark_audit, "session", lambda *_, **__: nullcontext(spark))
    files = tuple(str(file) for file in sorted(folder.iterdir()))

    def audit(master: str) -> Path:
        jobs = int(master) if master.isdecimal() else None
        plan = AuditPlan(
            files=files, references=NAMES, master=None if jobs else master, jobs=jobs, laws=LawChoice.ALL, seed=5
        )
        return run_audit(plan, folder.parent / master).out

    return audit


def rows_in(out: Path) -> list[dict[str, Any]]:
    """All rows of an audit in the order of the input, without times."""
    rows: list[dict[str, Any]] = pq.read_table(out / "results.parquet").drop_columns("seconds").to_pylist()
    return sorted(rows, key=lambda row: row["index"])


def errors_in(out: Path) -> list[dict[str, Any]]:
    """All bad lines of an audit in the order of the input."""
    texts = [line for part in (out / "errors").glob("part-*") for line in part.read_text("utf-8").splitlines()]
    return sorted(map(json.loads, texts), key=lambda record: record["index"])


@pytest.mark.usefixtures("small_tasks")
def test_processes_and_spark_write_the_same(audit_folder: Callable[[str], Path], folder: Path) -> None:
    """Row by row, error by error, summary by summary."""
    loop, processes, spark = audit_folder("loop"), audit_folder("2"), audit_folder("local[2]")

    assert 42 * 5 == len(rows_in(loop))
    assert [3, 4, 5, 44, 46] == [record["index"] for record in errors_in(loop)]
    for other in (processes, spark):
        assert rows_in(loop) == rows_in(other)
        assert errors_in(loop) == errors_in(other)
    for name in STATEMENTS:
        tables = [pq.read_table(out / "summary" / f"{name}.parquet") for out in (loop, processes, spark)]
        mine, *others = (
            [{key: value for key, value in row.items() if not key.startswith("seconds")} for row in table.to_pylist()]
            for table in tables
        )
        assert mine, name
        assert [mine, mine] == others, name
    pages = [(out / "summary" / PAGES).read_bytes() for out in (loop, processes, spark)]
    assert 42 == len(pages[0].splitlines())
    assert [pages[0], pages[0]] == pages[1:]
    assert len(list((spark / "results.parquet").glob("part-*"))) > 4, "the file was read in several blocks"
    assert {"_SUCCESS"} == {file.name for file in (loop / "results.parquet").glob("_*")}


@pytest.mark.usefixtures("small_tasks")
def test_rows_name_the_place_where_spark_read_them(audit_folder: Callable[[str], Path], folder: Path) -> None:
    """File and line are the same as when this process reads the files."""
    rows = rows_in(audit_folder("local[2]"))

    places = {row["index"]: (row["file"], row["line"]) for row in rows}
    read = {line.index: (line.file, line.line) for line in read_lines(str(file) for file in sorted(folder.iterdir()))}
    assert places.items() < read.items()
    assert ["g0", "g1", "g2", "g3"] == [row["name"] for row in rows if row["target"] == "today"][:4]


class DeadlyWork(AuditWork):
    """Ends its process on the second group."""

    def do(
        self, state: Sequence[Target], job: Sequence[GroupLine | WorstGroup], is_over: IsOver = never
    ) -> AuditedLines:
        """See `AuditWork`."""
        if any(line.index == 1 for line in job):
            os.kill(os.getpid(), signal.SIGKILL)
        return AuditWork.do(self, state, job, is_over)


class DeadlyPages(AuditWork):
    """Ends its process on the page facts of the second group."""

    def do(
        self, state: Sequence[Target], job: Sequence[GroupLine | WorstGroup], is_over: IsOver = never
    ) -> AuditedLines:
        """See `AuditWork`."""
        if any(isinstance(item, WorstGroup) and item.index == 1 for item in job):
            os.kill(os.getpid(), signal.SIGKILL)
        return AuditWork.do(self, state, job, is_over)


def test_group_whose_page_facts_end_processes_has_none(tmp_path: Path) -> None:
    """The report does not ask for them again, in its own process."""
    file = tmp_path / "a.jsonl"
    file.write_bytes(b"\n".join(group_text(number) for number in range(3)))
    work = DeadlyPages(targets=(TargetText(text="range"),), laws=LawChoice.DEFAULT)

    judged = audit_in_processes(work, [str(file)], 2, tmp_path, lambda *_: None)

    facts = [json.loads(line) for line in judged.pages]
    assert [(0, True), (1, False), (2, True)] == [(one["index"], bool(one["what_ifs"])) for one in facts]


def test_group_that_ends_processes_is_a_line_that_was_not_judged(tmp_path: Path) -> None:
    """All other groups are judged."""
    file = tmp_path / "a.jsonl"
    file.write_bytes(b"\n".join(group_text(number) for number in range(6)))
    work = DeadlyWork(targets=(TargetText(text="range"),), laws=LawChoice.DEFAULT)

    judged = audit_in_processes(work, [str(file)], 2, tmp_path, lambda *_: None)

    assert (5, 1, False) == (judged.groups, judged.bad_lines, judged.interrupted)
    assert [0, 2, 3, 4, 5] == pq.read_table(tmp_path / "results.parquet")["index"].unique().to_pylist()
    (error,) = errors_in(tmp_path)
    assert (2, "two processes ended (signal 9) while they judged it") == (error["line"], error["message"])
