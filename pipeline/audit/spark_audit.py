"""
The audit on Spark. Spark reads the lines once and writes the rows, and its aggregates make the summary.

Only lines that hold no group reach the driver, one after another. It holds a record of each file. Spark reads a large
file in blocks, and a line of text has no number there. So a group's number has gaps: it counts from the first byte of
its block, before which there are at least as many bytes as groups.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial, reduce
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote, unquote

from kafka_assay.assignors.formats.atomic_file import write_atomically
from kafka_assay.assignors.formats.codec import arrow_schema
from kafka_assay.pipeline.audit.audit_row import ERRORS, HEAVY, LIGHT_COLUMNS, RESULTS, TODAY, AuditRow
from kafka_assay.pipeline.audit.audit_summary import STATEMENTS, WORST
from kafka_assay.pipeline.audit.audit_work import (
    MOST_GROUPS,
    ROW_GROUP_BYTES,
    AuditFiles,
    AuditWork,
    GroupsDone,
    JudgedGroups,
    cost_of,
    despite_one_interrupt,
)
from kafka_assay.pipeline.audit.group_lines import GROUP_FILES, GroupLine, holds_many, shown_name, text_of
from kafka_assay.pipeline.audit.page_facts import PAGED, line_of, no_facts, page_text
from kafka_assay.pipeline.spark.hadoop_files import (
    escape_glob,
    is_remote,
    list_files,
    local_file,
    require_readable,
)
from kafka_assay.pipeline.spark.running import run_job
from kafka_assay.pipeline.spark.session import session
from kafka_assay.pipeline.sums import sums_by_spark
from kafka_assay.properties.runner.run import take_batch
from kafka_assay.properties.runner.work import opened_for_good

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame, SparkSession

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

WHOLE = -1
"""The start of a block that is a whole file with one group."""


class InputFile(NamedTuple):
    """
    A file of the input: its name to show, its path as Hadoop writes it, its size in bytes, and its first group.

    `first` is a number after those of all groups that may stand before it.
    """

    name: str
    path: str
    size: int
    first: int


def audit_on_spark(
    work: AuditWork, files: Iterable[str], master: str | None, keep_log: Path, folder: Path, progress: GroupsDone
) -> JudgedGroups:
    """
    Audit the groups of `files`, which are local files or Hadoop URIs, and write rows and errors into `folder`.

    Where Spark fails, its log is kept. An interrupt before the first rows passes through. Raises `AssayError`.
    """
    begun = time.perf_counter()
    with session(master, stopped="the audit failed: ", keep_log=keep_log) as started:
        seconds = time.perf_counter() - begun
        spark, results, cores = started.spark, folder / RESULTS, started.cores
        is_whole = _write_rows(spark, work, find_files(spark, files), folder, progress)
        tables, again = despite_one_interrupt(
            lambda: run_job(spark, lambda: sums_by_spark(_read_rows(spark, results), STATEMENTS))
        )
        worst, pages = tables[WORST]["index"].to_pylist()[:PAGED], tuple[str, ...]()
        try:
            pages = run_job(spark, lambda: _find_pages(spark, results, worst, cores)) if worst else ()
        except KeyboardInterrupt:
            again = True
        except Exception:  # noqa: BLE001 - a group that ends workers must not cost the whole audit
            pages = tuple(line_of(no_facts(index)) for index in sorted(worst))
    if not worst:
        shutil.rmtree(results)
        AuditFiles(folder).close()
    return JudgedGroups(
        master=started.master,
        cores=cores,
        start_seconds=seconds,
        java=started.java,
        interrupted=again or not is_whole,
        tables=tables,
        pages=pages,
    )


def find_files(spark: SparkSession, paths: Iterable[str]) -> tuple[InputFile, ...]:
    """The files of `paths`, local files or Hadoop URIs, in order and each once. Raises `AssayError`."""
    found: dict[str, tuple[str, int]] = {}
    for path in paths:
        if is_remote(path):
            for name, size in list_files(spark, path, GROUP_FILES):
                found.setdefault(name, (name, size))
        else:
            full = local_file(path)
            require_readable(full)
            found.setdefault(full, (shown_name(path), Path(path).stat().st_size))
    files, first = list[InputFile](), 0
    for path, (name, size) in found.items():
        files.append(InputFile(name, path, size, first))
        first += size if holds_many(path) else 1
    return tuple(files)


def read_input(spark: SparkSession, files: tuple[InputFile, ...]) -> DataFrame:
    """The lines of `files` as `path`, `start` and `value`, read by Spark in tasks of a suitable size."""
    cores = int(spark.sparkContext.defaultParallelism)
    size = sum(file.size + OPENING_BYTES for file in files) // (cores * TASKS_PER_CORE)
    splits = dict(zip(_SPLITS, (min(MOST_BYTES, max(FEWEST_BYTES, size)), OPENING_BYTES, 1), strict=True))
    batches = {f"{_ARROW}.maxRecordsPerBatch": 64, f"{_ARROW}.maxBytesPerBatch": 16_777_216}
    for name, value in {**splits, **batches}.items():
        spark.conf.set(name, str(value))
    for what in ("Corrupt", "Missing"):
        spark.conf.set(f"{_FILES}.ignore{what}Files", "false")
    lines = [escape_glob(file.path) for file in files if holds_many(file.path)]
    whole = [escape_glob(file.path) for file in files if not holds_many(file.path) and file.size]
    # Spark leaves out files without a byte.
    empty = [quote(file.path) for file in files if not holds_many(file.path) and not file.size]
    tables = [_read_files(spark, paths, many=many) for paths, many in ((lines, True), (whole, False)) if paths]
    if empty:
        tables.append(_empty_files(spark, empty))
    return reduce(lambda table, more: table.union(more), tables)


def _read_files(spark: SparkSession, paths: list[str], *, many: bool) -> DataFrame:
    from pyspark.sql import functions as F  # noqa: N812 - Spark's own name for it

    # Only the line feed ends a line, as when Python reads bytes.
    reader = spark.read.format("text").option("lineSep", "\n") if many else spark.read.format("binaryFile")
    start = F.col("_metadata.file_block_start") if many else F.lit(WHOLE)
    return reader.load(paths).select(
        F.col("_metadata.file_path").alias("path"),
        start.cast("long").alias("start"),
        F.col("value" if many else "content").cast("binary").alias("value"),
    )


def _empty_files(spark: SparkSession, paths: list[str]) -> DataFrame:
    import pyarrow as pa

    starts, values = pa.repeat(pa.scalar(WHOLE, pa.int64()), len(paths)), pa.repeat(pa.scalar(b""), len(paths))
    return spark.createDataFrame(pa.table({"path": paths, "start": starts, "value": values}))


def _write_rows(
    spark: SparkSession, work: AuditWork, files: tuple[InputFile, ...], folder: Path, progress: GroupsDone
) -> bool:
    """Write all rows and errors; False if interrupted. An interrupt before the first finished task passes through."""
    from pyspark.sql.pandas.types import from_arrow_schema

    # Smaller than Spark's 128 MB, so that a report finds a few groups without reading all.
    small = {"parquet.block.size": str(ROW_GROUP_BYTES)}
    # Long texts: without a dictionary of them, less processor time, and hardly any bytes more.
    plain = {f"parquet.enable.dictionary#{name}": "false" for name in sorted(HEAVY)}
    judged = spark.sparkContext.accumulator(0)
    by_path = {file.path: file for file in files}
    audit = partial(audit_blocks, work, by_path, (folder / ERRORS).absolute(), judged.add)
    rows = read_input(spark, files).mapInArrow(audit, from_arrow_schema(arrow_schema(AuditRow)))
    writer = rows.write.options(compression="zstd", **COMMITTER, **small, **plain)
    results = folder / RESULTS
    try:
        run_job(
            spark,
            lambda: writer.parquet(local_file(results)),
            lambda share: progress(judged.value, round(judged.value / share) if share else None),
        )
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

    rows = _read_rows(spark, results, ("target", "index", "document"))
    wanted = rows.filter((F.col("target") == TODAY) & F.col("index").isin(list(indexes)))
    tasks = PAGE_TASKS * min(cores, len(indexes))
    pages = wanted.repartition(tasks).mapInArrow(find_page_texts, "index long, text string")
    return tuple(row["text"] for row in sorted(pages.collect(), key=itemgetter("index")))


def find_page_texts(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """The page facts of the groups whose `index` and `document` these batches hold, as text."""
    import pyarrow as pa

    for batch in batches:
        texts = [page_text(row["index"], row["document"].encode()) for row in batch.to_pylist()]
        yield pa.RecordBatch.from_pydict({"index": batch["index"], "text": pa.array(texts, pa.string())})


def audit_blocks(
    work: AuditWork,
    files: Mapping[str, InputFile],
    errors: Path,
    count: Callable[[int], object],
    batches: Iterable[pa.RecordBatch],
) -> Iterator[pa.RecordBatch]:
    """The rows of all lines that hold a group, which are counted. The others go into a file of this task (`errors`)."""
    from pyspark import TaskContext

    opened, task = opened_for_good(work), TaskContext.get()
    lines, bad = _lines_of(files, batches), list[str]()
    while batch := take_batch(lines, MOST_GROUPS, cost_of):
        found = work.do(opened, batch)
        bad += found.errors
        count(len(found.badness))
        if found.rows is not None:
            yield found.rows
    if bad:
        errors.mkdir(exist_ok=True)
        # The same name if the task is repeated.
        with write_atomically(errors / f"part-{0 if task is None else task.partitionId():05}.txt") as path:
            path.write_text("".join(f"{text}\n" for text in bad), "utf-8")


def _lines_of(files: Mapping[str, InputFile], batches: Iterable[pa.RecordBatch]) -> Iterator[GroupLine]:
    """The lines that hold something. Spark reads one block after the other, and each in order."""
    rows = (
        row
        for batch in batches
        for row in zip(*(batch.column(name).to_pylist() for name in ("path", "start", "value")), strict=True)
    )
    for (path, start), lines in groupby(rows, key=itemgetter(0, 1)):
        file = files[unquote(path)]
        texts = (data for _, _, data in lines)
        if start != WHOLE:
            texts = (text for data in texts if (text := text_of(data)))
        for index, data in enumerate(texts, start=file.first + max(0, start)):
            yield GroupLine(index, file.name, None, data)
