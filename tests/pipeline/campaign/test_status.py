"""Tests of the status of a campaign that is not summarised."""

from __future__ import annotations

from pathlib import Path

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.pipeline.campaign.judging import judge_in_processes
from kafka_assay.pipeline.campaign.status import campaign_status
from kafka_assay.pipeline.campaign.stretches import stretch_folder
from tests.pipeline.campaign.campaigns import small_plan


def test_unreadable_rows_are_one_line_with_the_file(tmp_path: Path) -> None:
    plan = small_plan(tmp_path, groups=4, stretch=2)
    judge_in_processes(plan, [0, 1], tmp_path, 1, lambda *_: None)
    part = next(stretch_folder(tmp_path, 1).glob("*/*.parquet"))
    part.write_bytes(part.read_bytes()[:40])

    with pytest.raises(AssayError, match=rf"damaged: [^\n]*{part.name}[^\n]*: assay campaign resume {tmp_path}$"):
        campaign_status(tmp_path, plan)
