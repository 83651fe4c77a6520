"""A Spark standalone cluster on loopback, started from the pyspark package: a master and two workers."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pyspark

from kafka_assay.pipeline.spark.session import java_for_spark

SPARK_HOME = Path(pyspark.__file__).parent
ROOT = Path(__file__).parents[3]
CAMPAIGN_SCRIPT = "import sys\n\nfrom assay.cli import run\n\nsys.exit(run(sys.argv[1:]))\n"
"""The program that spark-submit starts, as in docs/understand/campaigns.md."""
PACKED_PYTHON = "./environment/bin/python"
"""The Python of a worker that was sent the archive of an environment, as in docs/understand/campaigns.md."""
PATIENCE = 600.0
"""Seconds until something that should happen counts as not happening."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cluster:
    """A running cluster: its URL, its workers, and the environment of its processes."""

    url: str
    workers: tuple[subprocess.Popen[bytes], ...]
    environment: dict[str, str]
    scratch: Path
    submitted: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def submit(self, *words: str, archive: Path | None, python: str = PACKED_PYTHON) -> subprocess.Popen[bytes]:
        """
        Start `assay campaign WORDS` with spark-submit, in a process group of its own.

        The workers get the environment in `archive`, if there is one, and run `python`.
        """
        file = self.scratch / "submit.py"
        file.write_text(CAMPAIGN_SCRIPT)
        command = [
            str(SPARK_HOME / "bin" / "spark-submit"),
            *("--master", self.url),
            *("--conf", "spark.executor.memory=512m"),
            *("--conf", "spark.driver.host=127.0.0.1"),
            *([] if archive is None else ["--archives", f"{archive}#environment"]),
            str(file),
            "campaign",
            *words,
        ]
        ours = {"PYTHONPATH": str(ROOT), "PYSPARK_DRIVER_PYTHON": sys.executable, "PYSPARK_PYTHON": python}
        process = subprocess.Popen(
            command,
            cwd=self.scratch,
            env={**self.environment, **ours},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        self.submitted.append(process)
        return process

    def end_jobs(self) -> None:
        """Kill what was submitted and still runs."""
        for process in self.submitted:
            if process.poll() is None:
                end_group(process)


@contextmanager
def standalone_cluster(scratch: Path) -> Iterator[Cluster]:
    """A master and two workers with one core each. All processes that it started end with it."""
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith(("PYSPARK", "PYTHON", "SPARK"))},
        "JAVA_HOME": str(java_for_spark(scratch).home),
        "SPARK_HOME": str(SPARK_HOME),
        "SPARK_LOCAL_IP": "127.0.0.1",
        "SPARK_NO_DAEMONIZE": "1",
    }
    with ExitStack() as stack:
        place, deploy = ["--host", "127.0.0.1", "--webui-port", "0"], "org.apache.spark.deploy"
        log = scratch / "master.log"
        stack.enter_context(_process([f"{deploy}.master.Master", *place, "--port", "0"], environment, log))
        url = _wait_for_line(log, r"(?<=Starting Spark master at )spark://\S+(?=\s)")
        workers, folders = [], [scratch / f"worker-{number}" for number in range(2)]
        for folder in folders:
            words = [f"{deploy}.worker.Worker", *place, "--cores", "1", "--memory", "1g", "-d", str(folder), url]
            workers.append(stack.enter_context(_process(words, environment, folder.with_suffix(".log"))))
        for folder in folders:
            _wait_for_line(folder.with_suffix(".log"), "Successfully registered with master")
        cluster = Cluster(url=url, workers=tuple(workers), environment=environment, scratch=scratch)
        stack.callback(cluster.end_jobs)
        yield cluster


def wait_until(is_so: Callable[[], bool], what: str) -> None:
    """Wait until `is_so` returns true."""
    deadline = time.monotonic() + PATIENCE
    pause = threading.Event()
    while not is_so():
        if time.monotonic() > deadline:
            raise TimeoutError(f"{what}: not within {PATIENCE:g} s")
        pause.wait(0.05)


def end_group(process: subprocess.Popen[bytes]) -> None:
    """Kill a process that we started as the leader of its group, with the group."""
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()


@contextmanager
def _process(words: Sequence[str], environment: dict[str, str], log: Path) -> Iterator[subprocess.Popen[bytes]]:
    with log.open("wb") as sink:
        process = subprocess.Popen(
            [str(SPARK_HOME / "bin" / "spark-class"), *words], env=environment, stdout=sink, stderr=sink
        )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def _wait_for_line(log: Path, pattern: str) -> str:
    """Wait until the log of a process has this text. Returns what matches."""
    wait_until(lambda: re.search(pattern, log.read_text("utf-8")) is not None, f"{pattern} in {log.name}")
    return str(re.findall(pattern, log.read_text("utf-8"))[0])
