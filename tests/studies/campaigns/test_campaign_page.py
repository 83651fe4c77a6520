from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from studies.__main__ import main
from studies.alarms.alarm_page import read_documented_alarms
from studies.campaigns import campaign_page
from studies.campaigns.campaign_page import PAGE, RECORD, generated_parts, page
from studies.campaigns.campaign_record import PublishedCampaign, read_campaign_record, write_campaign_record
from studies.campaigns.campaign_tables import PARTS
from studies.campaigns.finished_campaign import published_campaign
from tests.studies.campaigns.written_campaign import RELEASE, write_campaign

if TYPE_CHECKING:
    import pytest

MARKED = "".join(f"<!-- {name} -->\n<!-- end of {name} -->\nWritten by hand.\n" for name in PARTS)


def test_page_matches_the_record() -> None:
    """`python -m studies campaign_page --write` writes it."""
    text = PAGE.read_text("utf-8")

    assert text == page(text, read_campaign_record(RECORD))


def test_record_is_small() -> None:
    assert RECORD.stat().st_size < 200_000


def test_page_has_what_was_run(tmp_path: Path) -> None:
    parts = generated_parts(published_campaign([write_campaign(tmp_path / "one"), write_campaign(tmp_path / "two")]))

    run = "\n".join(parts["run"])
    assert "160 pairs: 1 reference, and 1 assignor of 1 implementation." in run
    assert "groups 0 to 39 are the same in all parts" in run
    assert "assay campaign run one\nassay campaign run two" in run


def test_reference_has_an_upper_bound_and_its_declared_breaks(tmp_path: Path) -> None:
    lines = generated_parts(published_campaign([write_campaign(tmp_path / "one")]))["references"]

    assert "| `range` | 40 | 0 | 0 (up to 7.22) | 0 | one-owner-each 2 |" in lines


def test_release_has_its_laws_with_rates_and_findings(tmp_path: Path) -> None:
    """`returns-an-answer` is known for KeyError, and new for a hang."""
    lines = generated_parts(published_campaign([write_campaign(tmp_path / "one")]))["implementations"]

    row = (
        f"| `{RELEASE}` | 30 | 20 (9.51 to 37.3) | 10 (3.46 to 25.6) | 1 | "
        "returns-an-answer 15 (5.24 to 36) ([kafka-python-1](results/findings/kafka-python.md)) **new**; "
        "one-owner-each 7.5 (2.58 to 19.9) **new** |"
    )
    assert [row] == lines[1:]


def test_new_kinds_are_listed_by_target_and_law(tmp_path: Path) -> None:
    lines = generated_parts(published_campaign([write_campaign(tmp_path / "one")]))["new"]

    assert "No finding names 2 of 3 combinations of a target and a broken law." == lines[0]
    assert f"| `{RELEASE}` | one-owner-each | clean 2, racks 1 | 6 |  |" in lines
    assert f"| `{RELEASE}` | returns-an-answer (hang) | clean 1 | 9 |  |" in lines


def test_figures_have_percentiles_and_the_worst_case(tmp_path: Path) -> None:
    lines = generated_parts(published_campaign([write_campaign(tmp_path / "one")]))["figures"]

    spread = "10.3 | 0 / 1 / 6 / 8 / 8"
    assert f"| `range` | 39 | {spread} | – | {spread} | – | 0 / 6 / 8 | – |" in lines
    assert f"| `{RELEASE}` | 39 | {spread} | 17 | – | – | – | 0 / 6 / 8 | – |" in lines


def test_study_writes_record_and_page_and_keeps_what_is_written_by_hand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The second run makes the same page from the record alone."""
    record, written = tmp_path / "record.jsonl", tmp_path / "page.md"
    monkeypatch.setattr(campaign_page, "RECORD", record)
    monkeypatch.setattr(campaign_page, "PAGE", written)
    write_campaign_record(PublishedCampaign(campaigns=(), targets=()), record)
    written.write_text(MARKED, encoding="utf-8")

    assert 0 == main(["campaign_page", str(write_campaign(tmp_path / "one")), "--write"])

    text = written.read_text("utf-8")
    assert len(PARTS) == text.count("\nWritten by hand.\n")
    assert f"new: {RELEASE} one-owner-each clean 2\n" in capsys.readouterr().err
    assert 0 == main(["campaign_page", "--write"])
    assert text == written.read_text("utf-8")


def test_study_prints_the_parts_without_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "record.jsonl"
    monkeypatch.setattr(campaign_page, "RECORD", record)
    write_campaign_record(PublishedCampaign(campaigns=(), targets=()), record)

    assert 0 == main(["campaign_page", str(write_campaign(tmp_path / "one"))])

    assert "| `range` | 40 | 0 |" in capsys.readouterr().out


def test_target_of_several_parts_has_a_row_for_each(tmp_path: Path) -> None:
    published = published_campaign([write_campaign(tmp_path / "one"), write_campaign(tmp_path / "two")])

    lines = generated_parts(published)["references"]

    assert ["| `range` (one) | 40 |", "| `range` (two) | 40 |", "| **all** | 80 |"] == [
        " | ".join(line.split(" | ")[:2]) + " |" for line in lines[1:]
    ]


def test_known_law_in_another_family_has_a_table_of_its_own(tmp_path: Path) -> None:
    """A law that only a withdrawn finding named is new."""
    published = published_campaign([write_campaign(tmp_path / "one")])
    listed = f"{RELEASE} one-owner-each racks kafka-python-1\n{RELEASE} returns-an-answer(hang) * kafka-go-1\n"

    lines = list(PARTS["new"](published, read_documented_alarms(listed)))

    assert "No finding names 2 of 3 combinations of a target and a broken law." == lines[0]
    assert f"| `{RELEASE}` | returns-an-answer (hang) | clean 1 | 9 | was kafka-go-1 |" in lines
    assert f"| `{RELEASE}` | one-owner-each | clean 2 | 6 | [kafka-python-1](results/findings/kafka-python.md) |" in lines
