from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.model import TopicPartition
from kafka_assay.pipeline.replay.reader_log import Band, ReaderLog, read_readers

T0, T1 = TopicPartition("t", 0), TopicPartition("t", 1)


def test_partition_that_nobody_has_read_counts_as_stopped() -> None:
    log = ReaderLog(0, {T0: None})

    log.record(5, {T0: "a"})

    assert (5.0, 0) == (log.stopped, log.taken)


def test_deleted_partition_is_forgotten() -> None:
    log = ReaderLog(0, {T0: "a", T1: "a"})

    log.record(5, {T0: "a"})
    log.record(9, {T0: "a", T1: "b"})

    assert (0.0, 0) == (log.stopped, log.taken)


def test_moments_at_one_time_are_one() -> None:
    log = ReaderLog(0, {T0: "a"})

    log.record(5, {T0: None})
    log.record(5, {T0: "b"})
    log.record(6, {T0: "b"})

    assert [(0, {"a": Band(first=1)}), (5, {"b": Band(taken=1)})] == [tuple(moment) for moment in log.moments]


def test_readers_without_a_column_are_refused_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "readers.parquet"
    pq.write_table(pa.table({"target": ["sticky"], "at": [0.0]}), file)

    with pytest.raises(AssayError, match=r"readers\.parquet: .*member.*: expected the readers of a replay") as refused:
        read_readers(file)
    assert "\n" not in str(refused.value)
