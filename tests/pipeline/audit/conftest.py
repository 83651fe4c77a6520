"""Audits on the Spark session of the tests."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from kafka_assay.pipeline.audit import audit_run, spark_audit
from kafka_assay.pipeline.spark.session import Session


@pytest.fixture
def share_spark(spark: Session, monkeypatch: pytest.MonkeyPatch) -> Session:
    """Run audits on the tests' Spark session, with only two references to save time."""

    @contextmanager
    def logged(_: str | None, *, log: Path) -> Iterator[Session]:
        log.write_text("all that Spark had to say\n")
        yield spark

    monkeypatch.setattr(spark_audit, "session", logged)
    monkeypatch.setattr(audit_run, "default_names", lambda: ["range", "roundrobin"])
    return spark
