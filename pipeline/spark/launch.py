"""The Java process of a Spark session: started with its output in a file, ended and waited for at the end."""

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

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_ENDING_SECONDS = 10
_LONGEST = 300


class JavaProcessEnded(Exception):
    """Spark's Java process ended during the work: killed, or out of memory."""


class JavaCallFailed(Exception):
    """A call into Java failed. This holds Java's text, which py4j's own exception asks of a process that has ended."""


@contextmanager
def launch_spark(configuration: Mapping[str, str], log: Path) -> Iterator[SparkSession]:
    """Spark with this configuration, in a Java virtual machine that writes to `log`. Both end at the end."""
    from py4j.protocol import Py4JJavaError  # type: ignore[import-untyped]
    from pyspark import SparkConf, SparkContext
    from pyspark.java_gateway import launch_gateway
    from pyspark.sql import SparkSession

    conf = SparkConf().setAll(list(configuration.items()))
    with log.open("wb") as sink:
        gateway = launch_gateway(conf, popen_kwargs={"stdout": sink, "stderr": sink})
    with _run_quietly():
        try:
            with _keep_interrupt_handler():
                context = SparkContext(conf=conf, gateway=gateway)
            # The virtual machine may be killed while it reports. Then we report it, in one line.
            context._accumulatorServer.handle_error = lambda *_: None  # noqa: SLF001
            spark = SparkSession(context)
            try:
                yield spark
            finally:
                with suppress(Exception):
                    spark.stop()
        except Exception as failed:
            code = None if gateway.proc is None else gateway.proc.poll()
            if code is None and isinstance(failed, Py4JJavaError):
                raise JavaCallFailed(str(failed)) from failed
            if code is None:
                raise
            raise JavaProcessEnded(f"Spark's Java process has ended with code {code}") from failed
        finally:
            _end(gateway)


@contextmanager
def _run_quietly() -> Iterator[None]:
    """Silence py4j's messages to the root logger if no handler is set: logging would print them to stderr."""
    silent = logging.NullHandler()
    logging.getLogger().addHandler(silent)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(silent)


@contextmanager
def _keep_interrupt_handler() -> Iterator[None]:
    """Restore our handler for Ctrl-C: a Spark context replaces it with one that cancels its jobs."""
    before = signal.getsignal(signal.SIGINT)
    try:
        yield
    finally:
        if before is not None and threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGINT, before)


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


def most_telling_line(wrong: BaseException, log: Path) -> str:
    """
    The most useful line about a failure of Spark.

    It is the error inside the worker, else the deepest cause in the exception or under the last error of the log, else
    that error, else the first line of the exception.
    """
    message = str(wrong)
    inside = re.findall(r"^Traceback \(most recent call last\):\n(?:[ \t].*\n)+(\S.*)", message, re.MULTILINE)
    crashed = re.findall(r"Python worker exited unexpectedly.*", message)
    try:
        logged = log.read_text("utf-8", "replace")
    except OSError:
        logged = ""
    errors = re.findall(r"^\S+ \S+ ERROR (.*)", logged, re.MULTILINE)
    causes = _causes(message) or _causes(re.split(r"^\S+ \S+ ERROR ", logged, flags=re.MULTILINE)[-1])
    early = re.findall(r"^(?:Error|Exception in|Unrecognized).*", logged, re.MULTILINE)
    lines = [line.strip() for line in message.splitlines() if line.strip()]
    first = [found[-1] for found in (inside, crashed) if found]
    if isinstance(wrong, JavaProcessEnded):
        first.append(message)
    telling: str = [*first, *causes[-1:], *errors[-1:], *early[:1], *lines, type(wrong).__name__][0]
    return re.sub(r"^kafka_assay\.[\w.]+: ", "", telling)[:_LONGEST]


def _causes(text: str) -> list[str]:
    """The causes in Java's text, the deepest last, without their packages."""
    return re.findall(r"^\s*Caused by: (?:\w+\.)*(\w+(?:Exception|Error): \S.*)", text, re.MULTILINE)
