from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.model import TopicPartition
from kafka_assay.pipeline.replay.replay import ReaderLog
from kafka_assay.pipeline.replay.replayed_life import read_readers

T0, T1 = TopicPartition("t", 0), TopicPartition("t", 1)


def test_partition_that_nobody_has_read_counts_as_stopped() -> None:
    log = ReaderLog({T0: None})

    log.record(5, {T0: "a"})

    assert (5.0, 0) == (log.stopped, log.taken)


def test_deleted_partition_is_forgotten() -> None:
    log = ReaderLog({T0: "a", T1: "a"})

    log.record(5, {T0: "a"})
    log.record(9, {T0: "a", T1: "b"})

    assert (0.0, 0) == (log.stopped, log.taken)


def test_changes_at_one_time_are_one() -> None:
    log = ReaderLog({T0: "a"})

    log.record(5, {T0: None})
    log.record(5, {T0: "b"})
    log.record(6, {T0: "b"})

    assert [("x", 0, "a", 1, 0, 0), ("x", 5, "a", 0, 0, 0), ("x", 5, "b", 0, 1, 0)] == list(log.rows("x"))


def test_readers_without_a_column_are_refused_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "readers.parquet"
    pq.write_table(pa.table({"target": ["sticky"], "at": [0.0]}), file)

    with pytest.raises(AssayError, match=r"readers\.parquet: .*member.*: expected the readers of a replay") as refused:
        read_readers(file)
    assert "\n" not in str(refused.value)
