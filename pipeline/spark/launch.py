"""
The Java process of a Spark session: started with its output in a file, ended and waited for at the end.

If it fails, the reason is one line for the user.
"""

from __future__ import annotations

import logging
import re
import signal
import subprocess
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kafka_assay.assignors.errors import AssayError

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_ENDING_SECONDS = 10
_LONGEST = 300

SHIP = "ship the package to the workers, see docs/understand/campaigns.md"

_KNOWN = (
    (re.compile(r"No space left on device"), "no space left on device"),
    (re.compile(r"Disk quota exceeded"), "disk quota exceeded"),
    (re.compile(r"Read-only file system"), "the file system is read-only"),
    (
        re.compile(r"No module named '(kafka_assay|assay|pyspark|pyarrow)'"),
        f"the Python of the workers has no {{0}}: {SHIP}",
    ),
    (
        re.compile(r'Cannot run program "([^"]+)".*No such file or directory'),
        "the workers have no Python at {0}: set PYSPARK_PYTHON to one that they have",
    ),
    (
        re.compile(r"Python in worker has different version:? (\S+).*?(\d+\.\d+)[,. ]"),
        "the workers have another Python version than the driver: set PYSPARK_PYTHON",
    ),
    (re.compile(r"All masters are unresponsive"), "the master does not answer"),
)
_OF_OURS = re.compile(r"kafka_assay\.[\w.]+\.(?:AssayError|TargetGone): (.*)")


class SparkFailed(AssayError):
    """Spark, or the work on it, failed for this reason."""


@contextmanager
def launch_spark(configuration: Mapping[str, str], log: Path) -> Iterator[SparkSession]:
    """
    Spark with this configuration, in a Java virtual machine that writes to `log`. Both end at the end.

    A failure becomes a `SparkFailed` while Java still runs: afterwards py4j's exceptions have no text.
    """
    from pyspark import SparkConf, SparkContext
    from pyspark.java_gateway import launch_gateway
    from pyspark.sql import SparkSession

    conf = SparkConf().setAll(list(configuration.items()))
    gateway = None
    silent = logging.NullHandler()
    logging.getLogger().addHandler(silent)  # without a handler, py4j's messages to the root logger go to stderr
    try:
        with log.open("wb") as sink:
            gateway = launch_gateway(conf, popen_kwargs={"stdout": sink, "stderr": sink})
        handler = signal.getsignal(signal.SIGINT)
        context = SparkContext(conf=conf, gateway=gateway)
        if handler is not None and threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGINT, handler)  # the context has replaced it with one that cancels its jobs
        # The virtual machine may be killed while it reports. Then we report it, in one line.
        context._accumulatorServer.handle_error = lambda *_: None  # noqa: SLF001
        spark = SparkSession(context)
        try:
            yield spark
        finally:
            with suppress(Exception):
                spark.stop()
    except AssayError:
        raise
    except Exception as failed:
        code = None if gateway is None or gateway.proc is None else gateway.proc.poll()
        ended = None if code is None else f"Spark's Java process has ended with code {code}"
        raise SparkFailed(ended or reason_of(failed, log)) from failed
    finally:
        logging.getLogger().removeHandler(silent)
        if gateway is not None:
            _end(gateway)


def _end(gateway: Any) -> None:
    """End the process, unless spark-submit started it, and let the next session start a new one."""
    from pyspark import SparkContext

    with suppress(Exception):
        gateway.shutdown()
    if gateway.proc is not None:
        # It ends when its input is closed.
        gateway.proc.stdin.close()
        try:
            gateway.proc.wait(_ENDING_SECONDS)
        except subprocess.TimeoutExpired:
            gateway.proc.kill()
            gateway.proc.wait()
    SparkContext._gateway = SparkContext._jvm = SparkContext._active_spark_context = None  # noqa: SLF001


def _most_telling_line(wrong: BaseException, log: Path | None) -> str:
    """
    The most useful line about a failure of Spark.

    It is the error inside the worker, else the deepest cause in the exception or under the last error of the log, else
    that error, else the first line of the exception.
    """
    message = str(wrong)
    inside = re.findall(r"^Traceback \(most recent call last\):\n(?:[ \t].*\n)+(\S.*)", message, re.MULTILINE)
    crashed = re.findall(r"Python worker exited unexpectedly.*", message)
    logged = log.read_text("utf-8", "replace") if log is not None and log.exists() else ""
    errors = re.findall(r"^\S+ \S+ ERROR (.*)", logged, re.MULTILINE)
    causes = _causes(message) or _causes(re.split(r"^\S+ \S+ ERROR ", logged, flags=re.MULTILINE)[-1])
    early = re.findall(r"^(?:Error|Exception in|Unrecognized).*", logged, re.MULTILINE)
    lines = [line.strip() for line in message.splitlines() if line.strip()]
    first = [found[-1] for found in (inside, crashed) if found]
    telling: str = [*first, *causes[-1:], *errors[-1:], *early[:1], *lines, type(wrong).__name__][0]
    return re.sub(r"^kafka_assay\.[\w.]+: ", "", telling)[:_LONGEST]


def _causes(text: str) -> list[str]:
    """The causes in Java's text, the deepest last, without their packages."""
    return re.findall(r"^\s*Caused by: (?:\w+\.)*(\w+(?:Exception|Error): \S.*)", text, re.MULTILINE)


def reason_of(failed: BaseException, log: Path | None = None) -> str:
    """The reason why Spark or the file system failed, as one line for the user."""
    if isinstance(failed, OSError) and failed.strerror:
        return f"{failed.filename}: {failed.strerror}" if failed.filename else failed.strerror
    text = str(failed)
    ours = _OF_OURS.search(text)
    if ours is not None:
        return ours[1].strip()
    for pattern, says in _KNOWN:
        found = pattern.search(text)
        if found is not None:
            return says.format(*found.groups())
    return _most_telling_line(failed, log)
