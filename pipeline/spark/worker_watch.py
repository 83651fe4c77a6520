"""Notice that a cluster has no worker any more: Spark itself waits for new ones for ever."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from kafka_assay.assignors.errors import AssayError

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

MOST_SECONDS = 600.0
"""The longest time without a worker."""


class WorkerWatch:
    """Counts the executors of a session whenever it is asked. On this machine only, there is nothing to watch."""

    def __init__(self, spark: SparkSession, clock: Callable[[], float] = time.monotonic) -> None:
        self._context = spark.sparkContext
        self._clock = clock
        self._seen = clock()
        self._is_local = self._context.master.startswith("local")

    def require_any(self) -> None:
        """Raise `AssayError` if no executor has been there for `MOST_SECONDS`."""
        if self._is_local:
            return
        now = self._clock()
        if self._executors() > 0:
            self._seen = now
        elif now - self._seen > MOST_SECONDS:
            raise AssayError(f"no worker has been there for {MOST_SECONDS / 60:g} minutes")

    def _executors(self) -> int:
        tracker = self._context._jsc.sc().statusTracker()  # noqa: SLF001 - Python's tracker does not list them
        # The driver is one of them.
        return len(tracker.getExecutorInfos()) - 1
