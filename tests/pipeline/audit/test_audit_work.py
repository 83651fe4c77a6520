"""Tests that one process, several and Spark write the same rows, the same bad lines and the same summary."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeAlias

import pyarrow.parquet as pq
import pytest

from kafka_assay.assignors.hosted.targets import TargetText
from kafka_assay.assignors.interface import Target
from kafka_assay.assignors.model import group_of
from kafka_assay.pipeline.audit import audit_run, spark_audit
from kafka_assay.pipeline.audit.audit_run import AuditPlan, run_audit
from kafka_assay.pipeline.audit.audit_summary import STATEMENTS, summary_of
from kafka_assay.pipeline.audit.audit_work import AuditedLines, AuditWork, JudgedGroups, WorstGroup, audit_in_processes
from kafka_assay.pipeline.audit.group_audit import LawChoice
from kafka_assay.pipeline.audit.group_lines import GroupLine
from kafka_assay.pipeline.audit.page_facts import PAGES
from kafka_assay.pipeline.spark.session import Session
from kafka_assay.properties.runner.work import IsOver, never
from tests.pipeline.audit.audited import errors_in, line_of

NAMES = ("range", "sticky", "shuffled-roundrobin", "constrained-2phase")


def group_text(number: int) -> bytes:
    """A group of `number` + 3 partitions. Some are rebalancing, unequal, overlapping, or have offsets."""
    topics = {"t": number + 1, "u": 2}
    owned = {"a": {"t": list(range(number))}, "b": {"t": [number] if number % 4 else [0]}}
    group = group_of(topics, {"a": ["t"], "b": ["t"] if number % 3 else ["t", "u"]}, owned, generation=1)
    if number % 6 == 1:
        topic, *others = group.topics
        ends = tuple(range(topic.partitions))
        lagging = replace(topic, end_offsets=ends, committed_offsets=(0,) * topic.partitions)
        group = replace(group, topics=(lagging, *others))
    return line_of(replace(group, name=f"g{number}", state=None if number % 5 else "Assigning")).data


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Files with blank lines, bad lines, awkward names, one group in a file, and no line feed at the end."""
    here = tmp_path_factory.mktemp("files") / "in %20 [1]{é}"
    here.mkdir()
    many = [group_text(number) for number in range(40)]
    many[3:3] = [b"", b"[]", b"  \r", b"\xff\xfe", b'{"format": "x"}\r']
    (here / "a.jsonl").write_bytes(b"\n".join(many))
    (here / "b.json").write_bytes(b"\n" + group_text(50) + b"\n")
    (here / "c.json").write_bytes(b"{")
    (here / "d.JSONL").write_bytes(b"\n\n" + group_text(51) + b"\r\n[]\n")
    return here


def audit(folder: Path, master: str | None) -> Path:
    """Audit the folder with all laws."""
    files = tuple(str(file) for file in sorted(folder.iterdir()))
    plan = AuditPlan(files=files, references=NAMES, master=master, laws=LawChoice.ALL, seed=5)
    return run_audit(plan, folder.parent / str(master)).out


@pytest.fixture(scope="module")
def loop(folder: Path) -> Path:
    """The audit of the folder in this process."""
    return audit(folder, "loop")


@pytest.fixture(scope="module")
def on_spark(folder: Path, spark: Session) -> Path:
    """The same on the tests' Spark, with many blocks in a file of a few kilobytes."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(spark_audit, "session", lambda *_, **__: nullcontext(spark))
        patched.setattr(spark_audit, "FEWEST_BYTES", 1500)
        return audit(folder, "local[2]")


def rows_in(out: Path) -> list[dict[str, Any]]:
    """All rows of an audit in the order of the input, without times."""
    rows: list[dict[str, Any]] = pq.read_table(out / "results.parquet").drop_columns("seconds").to_pylist()
    return sorted(rows, key=lambda row: row["index"])


def without_places(records: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same without what Spark does not know: the numbers of groups and lines."""
    unknown = {"index", "line", "text"}
    return [{key: value for key, value in record.items() if key not in unknown} for record in records]


Known: TypeAlias = "Callable[[list[dict[str, Any]]], list[dict[str, Any]]]"


def require_equal(loop: Path, other: Path, known: Known = list) -> None:
    """The two audits are the same row by row, error by error, summary by summary, in what is `known`."""
    assert 42 * 5 == len(rows_in(loop))
    assert [3, 4, 5, 44, 46] == [record["index"] for record in errors_in(loop)]
    assert known(rows_in(loop)) == known(rows_in(other))
    assert known(errors_in(loop)) == known(errors_in(other))
    for name in STATEMENTS:
        mine, others = (
            [
                {key: value for key, value in row.items() if not key.startswith("seconds")}
                for row in known(pq.read_table(out / "summary" / f"{name}.parquet").to_pylist())
            ]
            for out in (loop, other)
        )
        assert mine, name
        assert mine == others, name
    pages, others = (
        known([json.loads(line) for line in (out / "summary" / PAGES).read_text("utf-8").splitlines()])
        for out in (loop, other)
    )
    assert 42 == len(pages)
    assert pages == others


def test_processes_write_the_same_as_one(folder: Path, loop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit_run, "FEW_BYTES", 0)
    monkeypatch.setattr(os, "cpu_count", lambda: 2)

    out = audit(folder, None)

    record = json.loads((out / "audit.json").read_text())
    require_equal(loop, out)
    assert ("processes", 2, None) == (record["master"], record["cores"], record["java_from"])
    assert {"_SUCCESS"} == {file.name for file in (loop / "results.parquet").glob("_*")}


@pytest.mark.integration
def test_spark_writes_the_same_as_one_process_but_for_the_lines(loop: Path, on_spark: Path) -> None:
    require_equal(loop, on_spark, without_places)

    indexes = pq.read_table(on_spark / "results.parquet")["index"].unique()
    assert 42 == len(indexes)
    assert len(list((on_spark / "results.parquet").glob("part-*"))) > 4, "the file was read in several blocks"


@dataclass(frozen=True, slots=True, kw_only=True)
class DeadlyWork(AuditWork):
    """Ends its process on this line, or on the page facts of this group."""

    deadly: type[GroupLine | WorstGroup]

    def do(
        self, state: Sequence[Target], job: Sequence[GroupLine | WorstGroup], is_over: IsOver = never
    ) -> AuditedLines:
        """See `AuditWork`."""
        if any(isinstance(item, self.deadly) and item.index == 1 for item in job):
            os.kill(os.getpid(), signal.SIGKILL)
        return AuditWork.do(self, state, job, is_over)


def judged_despite(deadly: type[GroupLine | WorstGroup], folder: Path) -> JudgedGroups:
    """What two processes write into the folder about six groups, the second of which ends processes."""
    file = folder / "a.jsonl"
    file.write_bytes(b"\n".join(group_text(number) for number in range(6)))
    work = DeadlyWork(targets=(TargetText(text="range"),), laws=LawChoice.DEFAULT, deadly=deadly)
    return audit_in_processes(work, [str(file)], 2, folder, lambda *_: None)


@pytest.mark.integration
def test_group_whose_page_facts_end_processes_has_none(tmp_path: Path) -> None:
    """The report does not ask for them again, in its own process."""
    facts = [json.loads(line) for line in judged_despite(WorstGroup, tmp_path).pages]

    assert [(index, index != 1) for index in range(6)] == [(one["index"], bool(one["what_ifs"])) for one in facts]


def test_group_that_ends_processes_is_a_line_that_was_not_judged(tmp_path: Path) -> None:
    """All other groups are judged."""
    judged = judged_despite(GroupLine, tmp_path)

    assert (5, False) == (summary_of(judged.tables).groups, judged.interrupted)
    assert [0, 2, 3, 4, 5] == pq.read_table(tmp_path / "results.parquet")["index"].unique().to_pylist()
    (error,) = errors_in(tmp_path)
    assert (2, "two processes ended (signal 9) while they judged it") == (error["line"], error["message"])
