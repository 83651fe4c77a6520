"""Tests of what Spark's Python workers keep in memory."""

from __future__ import annotations

import subprocess
import sys

SCRIPT = """
import gc
from kafka_assay.pipeline.spark.worker_memory import exempt_loaded_objects
exempt_loaded_objects()
first = gc.get_freeze_count()
more = [[] for _ in range(1000)]
exempt_loaded_objects()
print(first > 0, gc.get_freeze_count() == first)
"""


def test_loaded_objects_are_exempt_once() -> None:
    """In a process of its own: the objects of this one must stay collectable."""
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True)

    assert ["True", "True"] == done.stdout.split()
