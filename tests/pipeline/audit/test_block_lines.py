"""Tests of the places of lines in their blocks."""

from __future__ import annotations

import pyarrow as pa
import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.pipeline.audit.audit_work import AuditWork
from kafka_assay.pipeline.audit.block_lines import audit_blocks
from kafka_assay.pipeline.audit.group_audit import LawChoice


def test_block_that_was_not_counted_is_one_line() -> None:
    """The file grew between the two passes, or Spark splits it in another way."""
    batch = pa.RecordBatch.from_pydict({"path": ["file:/a%20b.jsonl"], "start": [65_536], "value": [b"{}"]})

    with pytest.raises(AssayError, match=r"^file:/a b\.jsonl: changed during the audit; run it again$"):
        list(audit_blocks(AuditWork(targets=(), laws=LawChoice.DEFAULT), {}, [batch]))
