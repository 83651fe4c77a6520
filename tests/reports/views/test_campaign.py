from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.pipeline.campaign.statements import STATEMENTS
from kafka_assay.pipeline.campaign.unexercised import Unexercised
from kafka_assay.reports.report import write_report
from kafka_assay.reports.views.campaign import unexercised_line
from kafka_assay.reports.views.campaign_tables import read_campaign
from tests.pipeline.campaign.campaigns import small_plan
from tests.pipeline.campaign.written_campaign import RELEASE, TABLES, write_campaign
from tests.reports.blocks import markdown_in


@pytest.fixture
def text(tmp_path: Path) -> str:
    """The chapter in Markdown."""
    return markdown_in(write_campaign(tmp_path / "c"))


def test_specimen_has_every_summary() -> None:
    assert set(STATEMENTS) == set(TABLES)


def test_campaign_without_summaries_says_what_to_do(tmp_path: Path) -> None:
    small_plan(tmp_path)

    with pytest.raises(AssayError, match=r"not summarised yet, 0 of 80 pairs are judged: assay campaign resume"):
        read_campaign(tmp_path)


@pytest.mark.parametrize("name", ["worst", "kinds"])
@pytest.mark.parametrize("kept", [None, 40])
def test_damaged_summary_is_one_line_with_what_to_do(name: str, kept: int | None, tmp_path: Path) -> None:
    folder = write_campaign(tmp_path / "c")
    path = folder / "summary" / f"{name}.parquet"
    if kept is None:
        path.unlink()
    else:
        path.write_bytes(path.read_bytes()[:kept])

    with pytest.raises(AssayError, match=rf"[^\n]*: assay campaign resume {folder}$"):
        read_campaign(folder)


def test_first_sentences_say_what_was_found(text: str) -> None:
    assert "80 pairs: 40 groups, each put to 2 targets." in text
    assert "**5 kinds of alarm**, without declared failures. 1 of 2 targets raised none." in text
    # Four kinds were seen once.
    assert "The next 1,000 pairs show about 50 kinds not seen before (Good-Turing)." in text


def test_tables_have_rates_with_bounds_and_releases(text: str) -> None:
    (row,) = [line for line in text.splitlines() if line.startswith(f"| `{RELEASE}` | 30 |")]

    assert "20 (9.51 to 37.3)" in row
    assert "10.3 (4.06 to 23.6)" in row
    assert "0 (up to 7.22)" in text
    assert "| `p==1:x` | `p==2:x` | one-owner-each | 40 | 3 | 0 | 9 |" in text


def test_kind_is_explained_with_the_command_that_repeats_it(text: str, tmp_path: Path) -> None:
    assert "t0-0 has two owners." in text
    assert f"assay check {RELEASE} --case {tmp_path}/c/cases/a.json" in text


def test_page_names_targets_that_do_not_repeat_their_answers_and_the_figure_its_finding(tmp_path: Path) -> None:
    page = write_report(write_campaign(tmp_path / "c")).read_text()

    assert f"Do not repeat their answers, so that another run may count differently: {RELEASE}." in page
    assert "1 of 2 targets broke no law, apart from declared failures" in page


@pytest.mark.parametrize(
    ("entry", "says"),
    [
        ({"law": "settles", "reason": "no verdict"}, "law settles (no verdict)"),
        (
            {"law": "settles", "family": "racks", "reason": "no verdict", "groups": 1200, "silent": True},
            "✗ law settles in family racks (no verdict in 1,200 groups)",
        ),
        ({"target": "range", "family": "racks", "reason": "refused"}, "target range in family racks (refused)"),
        ({"target": "range", "reason": "no answer", "groups": 1}, "target range (no answer in 1 group)"),
    ],
)
def test_line_says_what_was_never_exercised_and_why(entry: dict[str, Any], says: str) -> None:
    assert f"Never exercised: {says}." == unexercised_line([Unexercised(**{"groups": 0, "silent": False, **entry})])
