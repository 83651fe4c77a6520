"""A Spark standalone cluster on loopback, started from the pyspark package: a master and two workers."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tarfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import pyspark

import kafka_assay
from kafka_assay.pipeline.spark.java import java_for_spark

SPARK_HOME = Path(pyspark.__file__).parent
ROOT = Path(__file__).parents[3]
SCRIPT = "import sys\n\nfrom assay.cli import run\n\nsys.exit(run(sys.argv[1:]))\n"
"""The program that spark-submit starts, as in docs/campaigns.md."""
FOLDERS = ("assignors", "benchmarks", "oracle", "pipeline", "properties", "reports")
PATIENCE = 600.0
"""Seconds until something that should happen counts as not happening."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cluster:
    """A running cluster: its URL, its workers, and the Python without our sources that they run."""

    url: str
    workers: tuple[subprocess.Popen[bytes], ...]
    environment: dict[str, str]
    python: Path
    archive: Path
    scratch: Path
    submitted: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def submit(self, *words: str, ships_sources: bool = True) -> subprocess.Popen[bytes]:
        """Start `assay WORDS` with spark-submit, in a process group of its own."""
        shipped = ["--archives", f"{self.archive}#sources"] if ships_sources else []
        path = "./sources" if ships_sources else ""
        command = [
            str(SPARK_HOME / "bin" / "spark-submit"),
            *("--master", self.url),
            *("--conf", "spark.executor.memory=512m"),
            *("--conf", "spark.driver.host=127.0.0.1"),
            *("--conf", f"spark.pyspark.python={self.python}"),
            *("--conf", f"spark.pyspark.driver.python={sys.executable}"),
            *("--conf", f"spark.executorEnv.PYTHONPATH={path}"),
            *shipped,
            str(self._script()),
            *words,
        ]
        process = subprocess.Popen(
            command,
            cwd=self.scratch,
            env={**self.environment, "PYTHONPATH": str(ROOT)},
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

    def _script(self) -> Path:
        path = self.scratch / "submit.py"
        path.write_text(SCRIPT)
        return path


@contextmanager
def standalone_cluster(scratch: Path) -> Iterator[Cluster]:
    """A master and two workers with one core each. All processes that it started end with it."""
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith(("PYSPARK", "SPARK"))},
        "JAVA_HOME": str(java_for_spark(scratch).home),
        "SPARK_HOME": str(SPARK_HOME),
        "SPARK_LOCAL_IP": "127.0.0.1",
        "SPARK_NO_DAEMONIZE": "1",
    }
    port = _free_port()
    url = f"spark://127.0.0.1:{port}"
    with ExitStack() as stack:
        place = ["--host", "127.0.0.1", "--webui-port", "0"]
        master = "org.apache.spark.deploy.master.Master"
        stack.enter_context(_process([master, *place, "--port", str(port)], environment, scratch / "master.log"))
        wait_until(lambda: _is_open(port), "the master's port")
        workers = []
        for number in range(2):
            log = scratch / f"worker-{number}.log"
            words = ["org.apache.spark.deploy.worker.Worker", *place, "--cores", "1", "--memory", "1g"]
            folder = ["-d", str(scratch / f"worker-{number}"), url]
            workers.append(stack.enter_context(_process([*words, *folder], environment, log)))
        for number in range(2):
            wait_until(partial(_is_registered, scratch / f"worker-{number}.log"), f"worker {number}")
        cluster = Cluster(
            url=url,
            workers=tuple(workers),
            environment=environment,
            python=_python_without_sources(scratch),
            archive=_pack_sources(scratch),
            scratch=scratch,
        )
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


def _is_registered(log: Path) -> bool:
    return b"Successfully registered with master" in log.read_bytes()


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def _is_open(port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=1):
            return True
    except OSError:
        return False


def _python_without_sources(scratch: Path) -> Path:
    """A Python with all libraries that we need and none of our modules: what a prepared cluster has."""
    folder = scratch / "python"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    libraries = [path for path in sys.path if path.endswith("site-packages")]
    site = next(folder.glob("lib/python*/site-packages"))
    # A path file inside these folders is not read, so an editable install of ours is not found.
    (site / "libraries.pth").write_text("\n".join(libraries) + "\n")
    question = [str(folder / "bin" / "python"), "-c", "import kafka_assay"]
    found = subprocess.run(question, cwd=scratch, capture_output=True, check=False)
    assert b"No module named 'kafka_assay'" in found.stderr
    return folder / "bin" / "python"


def _pack_sources(scratch: Path) -> Path:
    """Our sources as an archive, with the folders where the package has links."""
    archive = scratch / "sources.tar.gz"
    package = Path(kafka_assay.__file__).parent
    with tarfile.open(archive, "w:gz", dereference=True) as packed:
        packed.add(package / "__init__.py", "kafka_assay/__init__.py")
        for folder in FOLDERS:
            packed.add((package / folder).resolve(), f"kafka_assay/{folder}", filter=_is_wanted)
    return archive


def _is_wanted(entry: tarfile.TarInfo) -> tarfile.TarInfo | None:
    return None if "__pycache__" in entry.name else entry
