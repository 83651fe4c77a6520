"""
The one place that starts Spark: quiet, in scratch folders, on the Java that there is.

Almost all of a start is the virtual machine loading 18,000 classes out of 280 jars, one after another, and verifying
them. What can be saved is saved around that: no launcher that looks for Spark with another Python, no optimising
compiler competing for the cores with the start, no look-up of the machine's name, and pandas and pyarrow imported while
the virtual machine loads.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import kafka_assay
from kafka_assay.assignors.errors import AssayError, short_repr
from kafka_assay.pipeline.spark.java import JavaRuntime, java_for_spark
from kafka_assay.pipeline.spark.launch import launch_spark

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

LOCAL = "local[*]"
"""Spark inside this process' own children, one task for each core."""

_MASTER = re.compile(r"local(\[(\*|\d+)(,\s*\d+)?\])?|(spark|k8s|local-cluster)(://|\[).+|yarn")
_INSTALLED_IN = Path(kafka_assay.__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """A started Spark: the session, the Java that it runs on, and where its tasks run."""

    spark: SparkSession
    java: JavaRuntime
    master: str

    @property
    def cores(self) -> int:
        """How many tasks run at once."""
        return int(self.spark.sparkContext.defaultParallelism)


@contextmanager
def session(
    master: str | None = None, *, log: Path | None = None, settings: Mapping[str, str] | None = None
) -> Iterator[Session]:
    """
    Spark on `master` (None: `local[*]`, or what spark-submit says), stopped at the end. Raises `AssayError` where no
    Java or no such master is known.

    `settings` are Spark's own (`spark.executor.memory`). Whatever the virtual machine prints goes into the file `log`
    (None: one in the scratch folder, which goes with it).
    """
    submitted = "PYSPARK_GATEWAY_PORT" in os.environ
    chosen = LOCAL if master is None and not submitted else master
    if chosen is not None and not _MASTER.fullmatch(chosen):
        raise AssayError(
            f"master: {short_repr(chosen)}: expected local[N], local[*], spark://HOST:PORT, yarn or k8s://..."
        )
    with ExitStack() as stack:
        scratch = Path(
            stack.enter_context(tempfile.TemporaryDirectory(prefix="assay-spark-", ignore_cleanup_errors=True))
        )
        java = java_for_spark(scratch)
        local = chosen is not None and chosen.startswith("local")
        stack.enter_context(_environment(java, local=local))
        configuration = _configuration(chosen, scratch, settings or {}, local=local)
        with _import_meanwhile():
            spark = stack.enter_context(launch_spark(configuration, log or scratch / "spark.log"))
        yield Session(spark=spark, java=java, master=str(spark.sparkContext.master))


def _configuration(master: str | None, scratch: Path, settings: Mapping[str, str], *, local: bool) -> dict[str, str]:
    """What we ask of Spark; a reason for whatever is not plain."""
    found = {
        "spark.app.name": "kafka-assay",
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        # There is nothing to shuffle: one map over the groups.
        "spark.sql.shuffle.partitions": "1",
        "spark.sql.warehouse.dir": str(scratch / "warehouse"),
        # A table sent to Spark stays in the pieces that it comes in: a piece is a task.
        "spark.sql.execution.arrow.localRelationThreshold": "0",
        # A native crash in a worker (a solver's) leaves a trace in the log.
        "spark.python.worker.faulthandler.enabled": "true",
        "spark.driver.memory": "2g",
        "spark.driver.maxResultSize": "0",
        "spark.log.level": "WARN",
    }
    if master is not None:
        found["spark.master"] = master
    if local:
        found |= {
            "spark.local.dir": str(scratch),
            "spark.driver.host": "127.0.0.1",
            "spark.driver.bindAddress": "127.0.0.1",
            # The virtual machine only carries tables to Python and back: the quick compiler and the collector without
            # threads of its own leave the cores to the work, and shorten the start by a second.
            "spark.driver.extraJavaOptions": f"-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Djava.io.tmpdir={scratch}",
        }
    return found | dict(settings)


@contextmanager
def _environment(java: JavaRuntime, *, local: bool) -> Iterator[None]:
    """The environment that Spark's scripts and workers start in; ours is given back afterwards."""
    import pyspark

    changes: dict[str, str | None] = {
        "JAVA_HOME": str(java.home),
        # The package's own Spark, whatever other one the machine has; and no second Python to look for it.
        "SPARK_HOME": str(Path(pyspark.__file__).parent),
        "SPARK_LAUNCHER_OPTS": "-XX:TieredStopAtLevel=1",
    }
    if local:
        changes |= {
            "PYSPARK_PYTHON": sys.executable,
            "PYSPARK_DRIVER_PYTHON": sys.executable,
            "SPARK_LOCAL_IP": "127.0.0.1",
            "SPARK_LOCAL_DIRS": None,
            "SPARK_CONF_DIR": None,
            # Workers import this package even where it is not installed; the user's own folders come first.
            "PYTHONPATH": os.pathsep.join(filter(None, [os.environ.get("PYTHONPATH"), str(_INSTALLED_IN)])),
        }
    elif "PYSPARK_PYTHON" not in os.environ:
        changes["PYSPARK_PYTHON"] = sys.executable
    before = {name: os.environ.get(name) for name in changes}
    _set(changes)
    try:
        yield
    finally:
        _set(before)


def _set(changes: Mapping[str, str | None]) -> None:
    for name, value in changes.items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value


@contextmanager
def _import_meanwhile() -> Iterator[None]:
    """
    Spark wants pandas and pyarrow at its first table; importing them takes a core that a starting Spark leaves idle.
    """
    early = [threading.Thread(target=import_module, args=(name,), daemon=True) for name in ("pyarrow", "pandas")]
    for thread in early:
        thread.start()
    try:
        yield
    finally:
        for thread in early:
            thread.join()
