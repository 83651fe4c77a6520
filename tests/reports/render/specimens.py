"""A report with a chapter for each kind of record except an audit, and the width at which a page is looked at."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from assay.verbs.replay_ import write_replays
from kafka_assay.properties.input_families import FAMILIES
from kafka_assay.reports.comparison.document import FORMAT as COMPARISON
from kafka_assay.reports.history.document import history_document
from kafka_assay.reports.report import write_report
from tests.pipeline.campaign.written_campaign import TABLES, write_campaign
from tests.reports.comparison import records as comparisons
from tests.reports.histories import history_of
from tests.reports.month_reports import report_of
from tests.reports.replays import replay_of
from tests.reports.views import test_check
from tests.reports.views.test_bench import timed_point, write_bench

if TYPE_CHECKING:
    from selenium.webdriver import Chrome


def write_all_chapters(folder: Path) -> Path:
    """Write the records into `folder`, and return the page."""
    with pytest.MonkeyPatch.context() as patch:
        # With the name of a release, its widest table is wider than a laptop.
        patch.setitem(TABLES, "targets", [row for row in TABLES["targets"] if row["target"] == "range"])
        write_campaign(folder)
    write_replays([replay_of("kip-54-cost", "sticky", "cooperative-sticky", "range")], folder)
    (folder / "months.json").write_text(json.dumps(report_of({"a": (3000, 3000), "b": (1000, None)}).document()))
    (folder / "compare.json").write_text(json.dumps(comparisons.document() | {"format": COMPARISON}))
    write_bench(folder, timed_point("a", seconds=0.001), timed_point("b", seconds=0.001))
    cells = [test_check.cell("one-owner-each", "kept", inputs=family) for family in FAMILIES]
    test_check.write_check(folder, test_check.BROKEN, *cells)
    with pytest.MonkeyPatch.context() as patch:
        (folder / "history-x.json").write_text(json.dumps(history_document(history_of("!.x.", patch))))
    return write_report(folder)


def set_width(chrome: Chrome, width: int) -> None:
    """Set the width of the page in pixels. A phone has less than 600."""
    size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600}
    chrome.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
