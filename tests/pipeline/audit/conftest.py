"""Audits on the Spark session of the tests."""

from __future__ import annotations

import pytest

from kafka_assay.pipeline.audit import audit_run
from kafka_assay.pipeline.spark.session import Session


@pytest.fixture
def share_spark(share_spark: Session, monkeypatch: pytest.MonkeyPatch) -> Session:
    """Run audits on the tests' Spark session, with only two references to save time."""
    monkeypatch.setattr(audit_run, "default_names", lambda: ["range", "roundrobin"])
    return share_spark
