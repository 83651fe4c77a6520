"""Tests of how Spark reads the input of an audit: the same lines and names as the loop."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import TypeAlias

import pyarrow.parquet as pq
import pytest

from assay.cli import run
from kafka_assay.assignors.errors import AssayError
from kafka_assay.pipeline.audit import spark_audit
from kafka_assay.pipeline.audit.audit_run import AuditPlan, FinishedAudit, run_audit
from kafka_assay.pipeline.spark.session import Session
from tests.pipeline.audit.audited import FAIR, errors_in

Audit: TypeAlias = "Callable[..., FinishedAudit]"


@pytest.fixture
def audit(spark: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Audit:
    """Audit files into a folder named after the master; with Spark on the tests' session."""
    monkeypatch.setattr(spark_audit, "session", lambda *_, **__: nullcontext(spark))

    def audit(*files: Path | str, master: str = "local[2]") -> FinishedAudit:
        plan = AuditPlan(files=tuple(map(str, files)), references=("range",), master=master)
        return run_audit(plan, tmp_path / master)

    return audit


def places_in(done: FinishedAudit) -> list[tuple[int, str, int | None]]:
    """The index, file and line of each group."""
    rows = pq.read_table(done.out / "results.parquet").to_pylist()
    return sorted({(row["index"], row["file"], row["line"]) for row in rows})


def test_empty_file_is_a_bad_line_as_in_the_loop(audit: Audit, tmp_path: Path) -> None:
    """It takes an index. An empty `.jsonl` holds no line."""
    files = [tmp_path / name for name in ("a é.json", "b.json", "c.jsonl")]
    for file in files:
        file.write_bytes(FAIR if file.name == "b.json" else b"")

    loop, spark = (audit(*files, master=master) for master in ("loop", "local[2]"))

    assert [(0, str(files[0]))] == [(error["index"], error["file"]) for error in errors_in(spark.out)]
    assert errors_in(loop.out) == errors_in(spark.out)
    assert places_in(loop) == places_in(spark) == [(1, str(files[1]), None)]


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


def test_small_files_share_a_task(spark: Session, tmp_path: Path) -> None:
    """The least input of one task holds many of them."""
    files = [tmp_path / f"{number}.json" for number in range(20)]
    for file in files:
        file.write_bytes(FAIR)

    lines = spark_audit.read_input(spark.spark, spark_audit.find_files(spark.spark, map(str, files)))

    assert 1 == lines.rdd.getNumPartitions()


def test_blocks_do_not_depend_on_the_cores_at_hand(
    spark: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The numbers of the groups follow the blocks."""
    monkeypatch.setattr(spark_audit, "FEWEST_BYTES", 200_000)
    file = tmp_path / "groups.jsonl"
    file.write_bytes(b"\n" * 150_000)
    lines = spark_audit.read_input(spark.spark, spark_audit.find_files(spark.spark, [str(file)]))

    spark.spark.conf.set("spark.sql.leafNodeDefaultParallelism", "64")
    blocks = lines.rdd.getNumPartitions()
    spark.spark.conf.unset("spark.sql.leafNodeDefaultParallelism")

    assert 1 == blocks


def test_link_is_judged_by_its_own_name(audit: Audit, spark: Session, tmp_path: Path) -> None:
    """Afterwards the summary is read in tasks of the usual size."""
    (tmp_path / "data").write_bytes(FAIR + b"\n" + FAIR)
    link = tmp_path / "groups.jsonl"
    link.symlink_to("data")

    done = audit(link)

    assert [(0, str(link), None), (1, str(link), None)] == places_in(done)
    names = ("maxPartitionBytes", "openCostInBytes", "minPartitionNum")
    assert [None] * 3 == [spark.spark.conf.get(f"spark.sql.files.{name}", None) for name in names]


@pytest.mark.integration
def test_folder_or_pattern_of_a_store_has_only_files_of_groups(audit: Audit, spark: Session, tmp_path: Path) -> None:
    """
    Hadoop's own `viewfs` stands for a store. A file that is named exactly is taken whatever its suffix, and refused if
    Spark would ignore it.
    """
    store = tmp_path / "store"
    (store / "_temporary").mkdir(parents=True)
    (store / "more").mkdir()
    names = ("a %20 é.jsonl", "more/b.json", "more/.hidden.jsonl", "_c.json", "_SUCCESS", "d.json.gz", "plain")
    for name in (*names, "_temporary/e.json"):
        (store / name).write_bytes(FAIR)
    spark.spark._jsc.hadoopConfiguration().set("fs.viewfs.mounttable.stores.link./s", store.as_uri())
    root = "viewfs://stores/s"

    read = [[file for _, file, _ in places_in(audit(root + path))] for path in ("", "/[am]*", "/plain")]

    both = [f"{root}/a %20 é.jsonl", f"{root}/more/b.json"]
    assert [both, both, [f"{root}/plain"]] == read
    with pytest.raises(AssayError, match=r"^viewfs://stores/s/_c\.json: Spark ignores files .*: rename it$"):
        audit(f"{root}/_c.json")
