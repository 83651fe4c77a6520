"""What Spark's Python workers keep in memory."""

from __future__ import annotations

import gc


def exempt_loaded_objects() -> None:
    """
    Take what this process has loaded out of all later garbage collections. A second call does nothing.

    Spark's workers collect all garbage after each task (`pyspark/daemon.py` of 4.3.0).
    """
    if not gc.get_freeze_count():
        gc.collect()
        gc.freeze()
