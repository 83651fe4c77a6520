"""Tests that Spark gives the same rows as a loop, in the order of the lines."""

from __future__ import annotations

from dataclasses import replace

import pyarrow as pa
import pytest

from kafka_assay.assignors.hosted.targets.opening import TargetText
from kafka_assay.assignors.model import group_of
from kafka_assay.pipeline.audit import workers
from kafka_assay.pipeline.audit.audit_row import schema
from kafka_assay.pipeline.audit.group_lines import split_into_pieces
from kafka_assay.pipeline.audit.workers import judge_in_loop, judge_on_spark
from kafka_assay.pipeline.spark.session import Session
from tests.pipeline.audited import line_of

TARGETS = (TargetText(text="range"), TargetText(text="roundrobin"), TargetText(text="shuffled-roundrobin", seed=5))


def pieces(count: int) -> list[pa.RecordBatch]:
    """Groups with 1 to `count` partitions, and one bad line."""
    lines = [line_of(group_of({"t": number + 1}, {"a": ["t"], "b": ["t"]}), number) for number in range(count)]
    lines[3] = replace(lines[3], data=b"[]")
    return list(split_into_pieces(lines))


@pytest.mark.spark
@pytest.mark.xdist_group("spark")
def test_spark_gives_the_same_rows_as_a_loop(spark: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """Over several waves; random assignors draw the same values in every process."""
    monkeypatch.setattr(workers, "PIECES_PER_CORE", 1)
    work = pieces(16 * 5 + 2)

    on_spark = pa.concat_tables(judge_on_spark(spark.spark, work, TARGETS))
    in_a_loop = pa.concat_tables(judge_in_loop(work, TARGETS))

    assert schema() == on_spark.schema
    assert 4 * 81 + 1 == on_spark.num_rows
    assert in_a_loop.drop_columns("seconds").to_pylist() == on_spark.drop_columns("seconds").to_pylist()
