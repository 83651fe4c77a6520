"""Tests of the summary tables on Spark."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import pytest

from kafka_assay.pipeline.audit.audit_row import schema
from kafka_assay.pipeline.audit.summary.on_spark import summarise_on_spark
from kafka_assay.pipeline.spark.running import RunningJob
from kafka_assay.pipeline.spark.session import Session

if TYPE_CHECKING:
    import pyarrow as pa


def never_ending(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Take for ever over the first batch."""
    for batch in batches:
        while True:
            time.sleep(0.05)
        yield batch


@pytest.mark.spark
@pytest.mark.xdist_group("spark")
def test_cancel_ends_the_tables_that_are_computed_side_by_side(spark: Session) -> None:
    from pyspark.sql.pandas.types import from_arrow_schema

    rows = spark.spark.range(2).mapInArrow(never_ending, from_arrow_schema(schema()))
    job = RunningJob(spark.spark, lambda: summarise_on_spark(rows))
    tracker = spark.spark.sparkContext.statusTracker()
    while not tracker.getActiveJobsIds():
        assert not job.future.done(), job.future.exception()
        time.sleep(0.05)

    job.cancel()

    assert job.future.done()
    assert "cancelled" in str(job.future.exception())
