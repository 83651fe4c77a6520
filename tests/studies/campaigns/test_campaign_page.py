from __future__ import annotations

from pathlib import Path

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.properties.known.known_findings import KnownAlarm, known_findings
from studies.__main__ import main
from studies.campaigns import campaign_page
from studies.campaigns.campaign_page import PAGE, RECORD, generated_parts
from studies.campaigns.campaign_record import PublishedCampaign, read_campaign_record, write_campaign_record
from studies.campaigns.campaign_tables import PARTS
from studies.campaigns.finished_campaign import published_campaign
from studies.output import replace_parts
from tests.reports.known import finding_of_client
from tests.studies.campaigns.written_campaign import RELEASE, write_campaign

ALARMS = (
    ("one-owner-each", None),
    ("returns-an-answer", "exception:KeyError"),
    ("returns-an-answer", "hang"),
)
KNOWN = [
    finding_of_client(
        "x-1",
        RELEASE,
        first="2.0.2",
        last="3.0.12",
        alarms=tuple(
            KnownAlarm(assignors=("roundrobin",), law=law, inputs=("clean", "racks"), failure=failure)
            for law, failure in ALARMS
        ),
    )
]
"""They describe every kind of the written campaign."""
MARKED = "".join(f"<!-- {name} -->\n<!-- end of {name} -->\nWritten by hand.\n" for name in PARTS)


def test_page_matches_the_record() -> None:
    """`python -m studies campaign_page --write` writes it."""
    text = PAGE.read_text("utf-8")

    assert text == replace_parts(text, generated_parts(read_campaign_record(RECORD), known_findings()))


def test_record_is_small() -> None:
    assert RECORD.stat().st_size < 200_000


def test_page_has_what_was_run(tmp_path: Path) -> None:
    parts = generated_parts(
        published_campaign([write_campaign(tmp_path / "one"), write_campaign(tmp_path / "two")]), KNOWN
    )

    run = "\n".join(parts["run"])
    assert "160 pairs: 1 reference, and 1 assignor of 1 implementation." in run
    assert "groups 0 to 39 are the same in all parts" in run
    assert "assay campaign run one\nassay campaign run two" in run


def test_reference_has_an_upper_bound_and_its_declared_breaks(tmp_path: Path) -> None:
    lines = generated_parts(published_campaign([write_campaign(tmp_path / "one")]), KNOWN)["references"]

    assert "| `range` | 40 | 0 | 0 (up to 7.22) | 0 | one-owner-each 2 |" in lines


def test_release_has_its_laws_with_rates_and_findings(tmp_path: Path) -> None:
    lines = generated_parts(published_campaign([write_campaign(tmp_path / "one")]), KNOWN)["implementations"]

    place = "findings/README.md#x-1"
    row = (
        f"| `{RELEASE}` | 30 | 20 (9.51 to 37.3) | 10 (3.46 to 25.6) | 1 | "
        f"returns-an-answer 15 (5.24 to 36) ([x-1]({place})); one-owner-each 7.5 (2.58 to 19.9) ([x-1]({place})) |"
    )
    assert [row] == lines[1:]


def test_page_counts_the_combinations_that_findings_name(tmp_path: Path) -> None:
    lines = generated_parts(published_campaign([write_campaign(tmp_path / "one")]), KNOWN)["new"]

    assert "Findings name all 3 combinations of a target and a broken law." == lines[0]
    assert "Findings and policies of which no kind occurred: none." == lines[-1]


def test_alarm_that_no_file_names_ends_the_study(tmp_path: Path) -> None:
    published = published_campaign([write_campaign(tmp_path / "one")])

    with pytest.raises(AssayError, match=f"{RELEASE}: one-owner-each on clean: no file of properties/known names"):
        generated_parts(published, [finding_of_client("x-1", RELEASE, last="3.0.12")])


def test_figures_have_percentiles_and_the_worst_case(tmp_path: Path) -> None:
    lines = generated_parts(published_campaign([write_campaign(tmp_path / "one")]), KNOWN)["figures"]

    spread = "10.3 | 0 / 1 / 6 / 8 / 8"
    assert f"| `range` | 39 | {spread} | – | {spread} | – | 0 / 6 / 8 | – |" in lines
    assert f"| `{RELEASE}` | 39 | {spread} | 17 | – | – | – | 0 / 6 / 8 | – |" in lines


def test_study_writes_record_and_page_and_keeps_what_is_written_by_hand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second run makes the same page from the record alone."""
    record, written = tmp_path / "record.jsonl", tmp_path / "page.md"
    monkeypatch.setattr(campaign_page, "RECORD", record)
    monkeypatch.setattr(campaign_page, "known_findings", lambda: tuple(KNOWN))
    monkeypatch.setattr(campaign_page, "PAGE", written)
    write_campaign_record(PublishedCampaign(campaigns=(), targets=()), record)
    written.write_text(MARKED, encoding="utf-8")

    assert 0 == main(["campaign_page", str(write_campaign(tmp_path / "one")), "--write"])

    text = written.read_text("utf-8")
    assert len(PARTS) == text.count("\nWritten by hand.\n")
    assert 0 == main(["campaign_page", "--write"])
    assert text == written.read_text("utf-8")


def test_study_prints_the_parts_without_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "record.jsonl"
    monkeypatch.setattr(campaign_page, "RECORD", record)
    monkeypatch.setattr(campaign_page, "known_findings", lambda: tuple(KNOWN))
    write_campaign_record(PublishedCampaign(campaigns=(), targets=()), record)

    assert 0 == main(["campaign_page", str(write_campaign(tmp_path / "one"))])

    assert "| `range` | 40 | 0 |" in capsys.readouterr().out


def test_target_of_several_parts_has_a_row_for_each(tmp_path: Path) -> None:
    published = published_campaign([write_campaign(tmp_path / "one"), write_campaign(tmp_path / "two")])

    lines = generated_parts(published, KNOWN)["references"]

    assert ["| `range` (one) | 40 |", "| `range` (two) | 40 |", "| **all** | 80 |"] == [
        " | ".join(line.split(" | ")[:2]) + " |" for line in lines[1:]
    ]
