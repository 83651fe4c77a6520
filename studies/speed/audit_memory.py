"""
Measure the memory of the Spark driver in audits of different sizes: it should be flat.

    python -m studies audit_memory --groups 1000,100000
"""

from __future__ import annotations

import json
import resource
import tempfile
import time
from argparse import ArgumentParser, Namespace
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from kafka_assay.assignors.formats.group_format import group_to_json
from kafka_assay.assignors.hosted.targets import TargetText
from kafka_assay.assignors.model import group_of
from kafka_assay.pipeline.audit.audit_laws import LawChoice
from kafka_assay.pipeline.audit.audit_work import AuditWork
from kafka_assay.pipeline.audit.spark_audit import audit_with
from kafka_assay.pipeline.spark.session import session
from studies.output import table_head, table_row


class DriverMemory(NamedTuple):
    """The memory of one audit in MiB: the driver's Python at its peak, its Java heap in use after the last job."""

    groups: int
    rows: int
    seconds: float
    python: float
    heap: float


def write_groups(path: Path, count: int) -> None:
    """Write `count` small groups with different names, one a line."""
    group = group_of({"t": 4}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0, 1, 2]}, "b": {"t": [3]}}, generation=1)
    text = json.dumps({**group_to_json(group), "name": "NAME"}, separators=(",", ":"))
    with path.open("w", encoding="utf-8") as sink:
        sink.writelines(text.replace("NAME", f"group-{number}") + "\n" for number in range(count))


def measure_driver(groups: int, master: str, targets: tuple[str, ...]) -> DriverMemory:
    """Audit so many groups in this process, and measure it."""
    with tempfile.TemporaryDirectory(prefix="assay-memory-") as folder:
        lines = Path(folder) / "groups.jsonl"
        write_groups(lines, groups)
        work = AuditWork(targets=tuple(TargetText(text=target) for target in targets), laws=LawChoice.DEFAULT)
        with session(master) as started:
            begun = time.perf_counter()
            judged = audit_with(started, work, [str(lines)], Path(folder), lambda *_: None)
            seconds = time.perf_counter() - begun
            java = started.spark._jvm.java.lang  # noqa: SLF001 - the way to Java's own figures
            java.System.gc()
            heap = java.management.ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed()
    rows = sum(judged.tables["grades"]["rows"].to_pylist())
    python = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return DriverMemory(groups, rows, seconds, python, heap / 2**20)


def table(runs: list[DriverMemory]) -> str:
    """The runs as a Markdown table."""
    titles = ("groups", "rows", "seconds", "Python, peak MiB", "Java heap in use, MiB")
    rows = [(f"{one.groups:,}", f"{one.rows:,}", *(f"{figure:.0f}" for figure in one[2:])) for one in runs]
    return "\n".join([table_head(*titles), *(table_row(*row) for row in rows)])


def options(parser: ArgumentParser) -> None:
    """Add the options of this study."""
    parser.add_argument("--groups", default="1000,100000", help="the sizes of the audits (default 1000,100000)")
    parser.add_argument("--master", default="local[2]", help="Spark's master (default local[2])")
    parser.add_argument("--targets", default="range", help="the assignors to ask (default range)")


def run(args: Namespace) -> None:
    """Measure each size in a process of its own and print the table."""
    targets = tuple(args.targets.split(","))
    with ProcessPoolExecutor(1, get_context("spawn"), max_tasks_per_child=1) as pool:
        print(
            table(
                [
                    pool.submit(measure_driver, int(size), args.master, targets).result()
                    for size in args.groups.split(",")
                ]
            )
        )
