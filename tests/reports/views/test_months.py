from __future__ import annotations

import json
from pathlib import Path

from kafka_assay.reports.months.summary import MonthsReport
from kafka_assay.reports.render.blocks import Chapter
from kafka_assay.reports.render.html import render_html
from kafka_assay.reports.render.markdown import render_markdown
from kafka_assay.reports.views import ReportOptions
from kafka_assay.reports.views.months import chapter
from tests.reports.months.month_reports import report_of

SVG = '<svg width="1pt" viewBox="0 0 1 1"></svg>'


def written(folder: Path, report: MonthsReport) -> Chapter:
    (folder / "months.json").write_text(json.dumps(report.document()))
    found = chapter(folder, ReportOptions())
    assert found is not None
    return found


def test_folder_without_months_has_no_chapter(tmp_path: Path) -> None:
    assert chapter(tmp_path, ReportOptions()) is None


def test_page_begins_with_who_stops_and_moves_least(tmp_path: Path) -> None:
    text = render_markdown([written(tmp_path, report_of({"a": (3000, 3000), "b": (1000, 1000)}))])

    assert text.startswith("# Replay of 2 drawn months\n\n**b** stops fewest partition-seconds a month (1,000). **b**")
    assert "| `b` | 2 | 0 | -200 | -2,000 | 2, 0 |" in text


def test_page_says_who_is_left_out_and_how_to_repeat_it(tmp_path: Path) -> None:
    page = render_html([written(tmp_path, report_of({"a": (1, 2), "b": (1, None)}))], {"months": SVG})

    assert "b is left out of 1 of 2 months" in page
    assert "assay replay drawn:0..1 a b --seed 5" in page
    assert "assay replay drawn:0 a b --seed 5" in page
    assert "deploys=8" in page


def test_page_without_an_outcome_says_so(tmp_path: Path) -> None:
    text = render_markdown([written(tmp_path, report_of({"a": (None,)}))])

    assert "No target lived through all months." in text
