from __future__ import annotations

import pytest

from kafka_assay.assignors.formats.codec import arrow_schema
from kafka_assay.pipeline.audit.audit_summary import STATEMENTS
from kafka_assay.pipeline.campaign.campaign_row import CampaignRow
from studies.reference.parquet_page import ParquetTable, parquet_page

PAGE = parquet_page()


def test_every_summary_of_an_audit_is_on_the_page() -> None:
    assert [] == [name for name in STATEMENTS if f"summary/{name}.parquet" not in PAGE]


def test_column_without_a_meaning_is_refused() -> None:
    table = ParquetTable(place="x.parquet", row="A row.", columns={"a": "A."}, schema=arrow_schema(CampaignRow))

    with pytest.raises(ValueError, match=r"x\.parquet: columns \['case', "):
        list(table.lines())
