from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.pipeline.campaign.statements import KINDS, STATEMENTS
from kafka_assay.pipeline.campaign.summary import write_summaries
from kafka_assay.pipeline.campaign.unexercised import Unexercised
from kafka_assay.reports.report import write_report
from kafka_assay.reports.views.campaign import unexercised_line
from kafka_assay.reports.views.campaign_tables import read_campaign
from tests.pipeline.campaign.campaigns import small_plan
from tests.reports.blocks import markdown_in

RATE = {"target": "range", "law": "one-owner-each", "family": "clean", "of": 40, "undecided": 1}
FIGURES = {"pairs": 40, "above_zero": 4, "mean": 0.5, "p50": 0.0, "p90": 1.0, "p99": 6.0, "p999": 8.0, "max": 8.0}
KIND = {
    "rank": 1, "target": "range", "law": "one-owner-each", "family": "clean", "cause": "crash: #", "declared": False,
    "count": 2, "of": 40, "low": 0.01, "high": 0.16, "case": 17, "members": 3, "partitions": 5, "features": [1, 2],
    "file": "cases/a.json",
}  # fmt: skip
DISTRIBUTION: list[dict[str, Any]] = [
    {"target": "range", "family": None, **FIGURES},
    {"target": "range", "family": "clean", **FIGURES},
]
RELEASE = {
    "base": "p==1:x", "candidate": "p==2:x", "measure": "law:one-owner-each", "pairs": 40, "worse": 3, "better": 0,
    "worse_case": 9, "better_case": None,
}  # fmt: skip
ROWS: dict[str, list[dict[str, Any]]] = {
    "targets": [{"target": "range", "pairs": 40, "refused": 0, "unanswered": 0, "alarmed": 2}],
    "rates": [{**RATE, "broken": 2, "declared": 0}, {**RATE, "law": "range", "broken": 0, "declared": 0}],
    "gaps": DISTRIBUTION,
    "moves": DISTRIBUTION,
    "rounds": DISTRIBUTION,
    "seconds": DISTRIBUTION,
    "worst": [
        {"target": "range", "measure": "balance gap", "rank": 1, "value": 8.0, "case": 17, "family": "clean",
         "members": 3, "partitions": 5}
    ],
    "pairs": [RELEASE],
    "digests": [{"target": "range", "answers": False, "pairs": 40, "digest": "00"}],
    KINDS: [KIND],
}  # fmt: skip


def write_campaign(folder: Path) -> Path:
    """A summarised campaign with one target, without its rows."""
    small_plan(folder, targets=("range",))
    write_summaries(folder, {name: pa.Table.from_pylist(rows) for name, rows in ROWS.items()}, 40)
    (folder / "cases").mkdir()
    (folder / "cases" / "a.json").write_text(json.dumps({"explanation": "t0-0 has two owners."}))
    return folder


@pytest.fixture
def text(tmp_path: Path) -> str:
    """The chapter in Markdown."""
    return markdown_in(write_campaign(tmp_path))


def test_specimen_has_every_summary() -> None:
    assert set(STATEMENTS) == set(ROWS)


def test_campaign_without_summaries_says_what_to_do(tmp_path: Path) -> None:
    small_plan(tmp_path)

    with pytest.raises(AssayError, match=r"not summarised yet, 0 of 80 pairs are judged: assay campaign resume"):
        read_campaign(tmp_path)


@pytest.mark.parametrize("name", ["worst", "kinds"])
@pytest.mark.parametrize("kept", [None, 40])
def test_damaged_summary_is_one_line_with_what_to_do(name: str, kept: int | None, tmp_path: Path) -> None:
    path = write_campaign(tmp_path) / "summary" / f"{name}.parquet"
    if kept is None:
        path.unlink()
    else:
        path.write_bytes(path.read_bytes()[:kept])

    with pytest.raises(AssayError, match=rf"[^\n]*: assay campaign resume {tmp_path}$"):
        read_campaign(tmp_path)


def test_first_sentences_say_what_was_found(text: str) -> None:
    assert "40 pairs: 40 groups, each put to 1 target." in text
    assert "**1 kind of alarm**, without declared failures. 0 of 1 targets raised none." in text


def test_tables_have_rates_with_bounds_and_releases(text: str) -> None:
    (row,) = [line for line in text.splitlines() if line.startswith("| `range` | 40 |")]

    assert "5 (1.38 to 16.5)" in row
    assert "10 (3.96 to 23.1)" in row
    assert "0 (up to 7.22)" in text
    assert "| `p==1:x` | `p==2:x` | one-owner-each | 40 | 3 | 0 | 9 |" in text


def test_kind_is_explained_with_the_command_that_repeats_it(text: str, tmp_path: Path) -> None:
    assert "t0-0 has two owners." in text
    assert f"assay check range --case {tmp_path}/cases/a.json" in text


def test_page_names_targets_that_do_not_repeat_their_answers_and_the_figure_its_finding(tmp_path: Path) -> None:
    page = write_report(write_campaign(tmp_path)).read_text()

    assert "Do not repeat their answers, so that another run may count differently: range." in page
    assert "0 of 1 target broke no law, apart from declared failures" in page


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
