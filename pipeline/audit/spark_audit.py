"""
The audit on Spark. Spark reads the lines and writes the rows, and its aggregates make the summary.

No line and no row reaches the driver. It holds a record of each file and of each block of a file.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial, reduce
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from kafka_assay.assignors.formats.codec import arrow_schema
from kafka_assay.pipeline.audit.audit_row import ERRORS, HEAVY, LIGHT_COLUMNS, RESULTS, TODAY, AuditRow
from kafka_assay.pipeline.audit.audit_summary import STATEMENTS, WORST
from kafka_assay.pipeline.audit.audit_work import AuditWork, GroupsDone, JudgedGroups, despite_one_interrupt
from kafka_assay.pipeline.audit.block_lines import (
    COUNTS,
    WHOLE,
    Block,
    BlockStart,
    audit_blocks,
    count_blocks,
    place_errors,
)
from kafka_assay.pipeline.audit.group_lines import holds_many, shown_name
from kafka_assay.pipeline.audit.page_facts import PAGED, PageText, find_page_texts
from kafka_assay.pipeline.audit.process_audit import ROW_GROUP_BYTES, AuditFiles
from kafka_assay.pipeline.spark.hadoop_files import (
    escape_glob,
    is_remote,
    list_files,
    local_file,
    path_in_metadata,
    require_readable,
)
from kafka_assay.pipeline.spark.running import run_job
from kafka_assay.pipeline.spark.session import Session, session
from kafka_assay.pipeline.sums import sums_by_spark

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

_SUFFIXES = frozenset({".json", ".jsonl"})

TASKS_PER_CORE = 32
"""The tasks for each core, if there are enough lines: enough to share out evenly, and little is lost with one."""

PAGE_TASKS = 4
"""The tasks for each core that find the facts for pages."""

FEWEST_BYTES, MOST_BYTES = 65_536, 32_000_000
"""The least and the most input of one task."""

OPENING_BYTES = 1024
"""The cost of opening a file, as bytes of input, so that small files share a task."""

_FILES, _ARROW = "spark.sql.files", "spark.sql.execution.arrow"
# With one task at least, the blocks do not depend on the executors that are there at the moment.
_SPLITS = tuple(f"{_FILES}.{name}" for name in ("maxPartitionBytes", "openCostInBytes", "minPartitionNum"))

COMMITTER = {"mapreduce.fileoutputcommitter.algorithm.version": "2"}
"""Each finished task puts its file in place at once, so an interrupted audit keeps what was finished."""


@dataclass(frozen=True, slots=True)
class InputFile:
    """A file of the input: its name to show, its path as Spark writes it, and its size in bytes."""

    name: str
    path: str
    size: int


@dataclass(frozen=True, slots=True, kw_only=True)
class InputLines:
    """The lines of all files: a table of `path`, `start` and `value`, and the files in their order."""

    table: DataFrame
    files: tuple[InputFile, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstPass:
    """The numbers of groups and bad lines, the place where each block starts, and the first bad line."""

    starts: Mapping[Block, BlockStart]
    groups: int
    bad_lines: int
    first_bad: str | None


def audit_on_spark(
    work: AuditWork, files: Iterable[str], master: str | None, log: Path, folder: Path, progress: GroupsDone
) -> JudgedGroups:
    """
    Audit the groups of `files`, which are local files or Hadoop URIs, and write rows and errors into `folder`.

    The output of Spark's virtual machine goes into `log`. An interrupt before the first rows passes through. Raises
    `AssayError`.
    """
    begun = time.perf_counter()
    with session(master, log=log) as started:
        seconds = time.perf_counter() - begun
        return replace(audit_with(started, work, files, folder, progress), start_seconds=seconds)


def audit_with(
    started: Session, work: AuditWork, files: Iterable[str], folder: Path, progress: GroupsDone
) -> JudgedGroups:
    """The same on a Spark that has started."""
    spark, results = started.spark, folder / RESULTS
    lines = read_input(spark, find_files(spark, files))
    found = _first_pass(spark, lines, folder / ERRORS, lambda _: progress(0, None))
    judged = JudgedGroups(
        master=started.master,
        cores=started.cores,
        java=started.java,
        groups=found.groups,
        bad_lines=found.bad_lines,
        first_bad=found.first_bad,
    )
    if not found.groups:
        AuditFiles(folder).close()
        return judged
    done = _write_rows(
        spark,
        work,
        lines,
        found.starts,
        results,
        lambda share: progress(int(share * found.groups), found.groups),
    )
    tables, again = despite_one_interrupt(
        lambda: run_job(spark, lambda: sums_by_spark(_read_rows(spark, results), STATEMENTS))
    )
    worst = tables[WORST]["index"].to_pylist()[:PAGED]
    try:
        pages = run_job(spark, lambda: _find_pages(spark, results, worst, started.cores))
    except KeyboardInterrupt:
        pages, again = (), True
    return replace(judged, interrupted=again or not done, tables=tables, pages=pages)


def find_files(spark: SparkSession, paths: Iterable[str]) -> tuple[InputFile, ...]:
    """
    The files of `paths`, which are local files or Hadoop URIs, in order and each once. Raises `AssayError`.
    """
    found: dict[str, InputFile] = {}
    for path in paths:
        if is_remote(path):
            for file in list_files(spark, path, _SUFFIXES):
                found.setdefault(file.path, InputFile(file.path, file.path, file.size))
        else:
            full = local_file(path)
            require_readable(full)
            found.setdefault(full, InputFile(shown_name(path), full, Path(path).stat().st_size))
    return tuple(found.values())


def read_input(spark: SparkSession, files: tuple[InputFile, ...]) -> InputLines:
    """The lines of `files`, read by Spark in tasks of a suitable size."""
    cores = int(spark.sparkContext.defaultParallelism)
    size = sum(file.size + OPENING_BYTES for file in files) // (cores * TASKS_PER_CORE)
    splits = dict(zip(_SPLITS, (min(MOST_BYTES, max(FEWEST_BYTES, size)), OPENING_BYTES, 1), strict=True))
    batches = {f"{_ARROW}.maxRecordsPerBatch": 64, f"{_ARROW}.maxBytesPerBatch": 16_777_216}
    for name, value in {**splits, **batches}.items():
        spark.conf.set(name, str(value))
    for what in ("Corrupt", "Missing"):
        spark.conf.set(f"{_FILES}.ignore{what}Files", "false")
    many = [escape_glob(file.path) for file in files if holds_many(file.path)]
    whole = [escape_glob(file.path) for file in files if not holds_many(file.path) and file.size]
    empty = [file.path for file in files if not holds_many(file.path) and not file.size]
    readers = ((_text_lines, many), (_whole_files, whole), (_empty_files, empty))
    parts = [reader(spark, paths) for reader, paths in readers if paths]
    return InputLines(table=reduce(lambda table, more: table.union(more), parts), files=files)


def _text_lines(spark: SparkSession, paths: list[str]) -> DataFrame:
    from pyspark.sql import functions as F  # noqa: N812 - Spark's own name for it

    # Only the line feed ends a line, as when Python reads bytes.
    text = spark.read.option("lineSep", "\n").format("text").load(paths)
    start = F.col("_metadata.file_block_start").cast("long").alias("start")
    return text.select(F.col("_metadata.file_path").alias("path"), start, F.col("value").cast("binary").alias("value"))


def _whole_files(spark: SparkSession, paths: list[str]) -> DataFrame:
    from pyspark.sql import functions as F  # noqa: N812

    files = spark.read.format("binaryFile").load(paths)
    start = F.lit(WHOLE).cast("long").alias("start")
    return files.select(F.col("_metadata.file_path").alias("path"), start, F.col("content").alias("value"))


def _empty_files(spark: SparkSession, paths: list[str]) -> DataFrame:
    """What `_whole_files` would give if Spark did not leave out files without a byte."""
    import pyarrow as pa

    table = pa.table({"path": [quote(path) for path in paths]})
    table = table.append_column("start", pa.repeat(pa.scalar(WHOLE, pa.int64()), len(paths)))
    return spark.createDataFrame(table.append_column("value", pa.repeat(pa.scalar(b""), len(paths))))


def _first_pass(
    spark: SparkSession, lines: InputLines, errors: Path, report_share: Callable[[float], None]
) -> FirstPass:
    """Count the lines of each block, and write those without a group into the folder `errors` if there are any."""
    counts = lines.table.mapInArrow(count_blocks, _columns_of(COUNTS))
    blocks = run_job(spark, lambda: counts.filter("error is null").drop("error").toArrow().to_pylist(), report_share)
    starts = _block_starts(lines.files, blocks)
    bad_lines = sum(block["bad"] for block in blocks)
    first_bad = None
    if bad_lines:
        # This parses the lines once more. To keep the first parse would slow down audits without bad lines.
        bad = counts.filter("error is not null").mapInArrow(partial(place_errors, starts), "value string")
        run_job(spark, lambda: bad.write.text(local_file(errors)))
        first_bad = run_job(spark, lambda: _first_error(spark, errors))
    groups = sum(block["groups"] for block in blocks) - bad_lines
    return FirstPass(starts=starts, groups=groups, bad_lines=bad_lines, first_bad=first_bad)


def _columns_of(types: Mapping[str, str]) -> str:
    return ", ".join(f"{name} {kind}" for name, kind in types.items())


def _block_starts(files: Iterable[InputFile], blocks: Iterable[Mapping[str, object]]) -> dict[Block, BlockStart]:
    """Where each block starts, counted over the files in their order."""
    of_file: dict[str, list[Mapping[str, object]]] = {}
    for block in blocks:
        of_file.setdefault(path_in_metadata(str(block["path"])), []).append(block)
    starts: dict[Block, BlockStart] = {}
    groups = 0
    for file in files:
        lines = 0
        for block in sorted(of_file.get(file.path, ()), key=lambda one: int(str(one["start"]))):
            starts[str(block["path"]), int(str(block["start"]))] = BlockStart(file.name, groups, lines)
            groups, lines = groups + int(str(block["groups"])), lines + int(str(block["lines"]))
    return starts


def _first_error(spark: SparkSession, errors: Path) -> str | None:
    from pyspark.sql import functions as F  # noqa: N812

    texts = spark.read.text(escape_glob(local_file(errors)))
    order = F.get_json_object("value", "$.index").cast("long")
    row = texts.orderBy(order).first()
    return None if row is None else str(row["value"])


def _write_rows(
    spark: SparkSession,
    work: AuditWork,
    lines: InputLines,
    starts: Mapping[Block, BlockStart],
    results: Path,
    report_share: Callable[[float], None],
) -> bool:
    """
    Judge all groups and write their rows into the folder `results`; False if it was interrupted.

    An interrupt before the first finished task passes through.
    """
    from pyspark.sql.pandas.types import from_arrow_schema

    # Smaller than Spark's 128 MB, so that a report finds a few groups without reading all.
    small = {"parquet.block.size": str(ROW_GROUP_BYTES)}
    # Long texts: without a dictionary of them, less processor time, and hardly any bytes more.
    plain = {f"parquet.enable.dictionary#{name}": "false" for name in sorted(HEAVY)}
    rows = lines.table.mapInArrow(partial(audit_blocks, work, starts), from_arrow_schema(arrow_schema(AuditRow)))
    writer = rows.write.options(compression="zstd", **COMMITTER, **small, **plain)
    try:
        run_job(spark, lambda: writer.parquet(local_file(results)), report_share)
    except KeyboardInterrupt:
        if not any(results.glob("part-*")):
            raise
        return False
    return True


def _read_rows(spark: SparkSession, results: Path, columns: Sequence[str] = LIGHT_COLUMNS) -> DataFrame:
    """These columns of all rows, read in tasks of Spark's usual size."""
    for name in _SPLITS:
        spark.conf.unset(name)
    return spark.read.parquet(escape_glob(local_file(results))).select(*columns)


def _find_pages(spark: SparkSession, results: Path, indexes: Sequence[int], cores: int) -> tuple[str, ...]:
    """The page facts of these groups as text, in the order of the input; each core works on some of them."""
    from pyspark.sql import functions as F  # noqa: N812
    from pyspark.sql.pandas.types import from_arrow_schema

    rows = _read_rows(spark, results, ("target", "index", "document"))
    wanted = rows.filter((F.col("target") == TODAY) & F.col("index").isin(list(indexes)))
    tasks = PAGE_TASKS * min(cores, max(1, len(indexes)))
    pages = wanted.repartition(tasks).mapInArrow(find_page_texts, from_arrow_schema(arrow_schema(PageText)))
    return tuple(row["text"] for row in sorted(pages.collect(), key=lambda row: row["index"]))
