"""A group as columns in a file that any language can read: see `README.md` here."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from kafka_assay.oracle.columns import Columns


def write_columns(columns: Columns, path: Path) -> None:
    """Write `columns` to `path`."""
    lists = (columns.partitions, columns.start, columns.topics, columns.owner)
    with path.open("wb") as sink:
        for numbers in (np.array([len(one) for one in lists]), *lists):
            numbers.astype("<i4").tofile(sink)
