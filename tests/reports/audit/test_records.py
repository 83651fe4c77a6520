from __future__ import annotations

import json
from pathlib import Path
from shutil import copytree

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.reports.audit.records import Audit, explain_law, read_audit, read_pages
from tests.reports.audits import HOSTILE_GROUP, HOSTILE_MEMBERS


@pytest.fixture
def audit(records: Path) -> Audit:
    found = read_audit(records)
    assert found is not None
    return found


def test_folder_without_parquet_files_has_no_audit(tmp_path: Path) -> None:
    assert read_audit(tmp_path) is None


def test_groups_keep_their_input_order(audit: Audit) -> None:
    """The present assignment is the first answer."""
    names = [today.group for today, *_ in audit.groups]

    assert ["g-java-default", "g-java-rr-hetero", "g-empty-classic", HOSTILE_GROUP] == names
    assert {"today"} == {today.target for today, *_ in audit.groups}


def test_figures_of_a_group_match_the_table(audit: Audit) -> None:
    today, *_ = audit.groups[1]

    assert (4, 30, 7) == (today.members, today.partitions, today.optimal_moves)
    assert (3, 13, [6, 8, 8, 8]) == (today.least, today.most, today.optimal_loads)


def test_malformed_line_is_recorded_with_its_place(audit: Audit) -> None:
    (bad,) = audit.unreadable

    assert 2 == bad.line
    assert "expected" in bad.error


def test_broken_law_has_its_sentences(audit: Audit) -> None:
    said = next(word for word in audit.groups[1][0].laws if word.verdict == "broken")

    assert "would change from 13 and 3 to 12 and 4" in explain_law(said)


def test_page_has_its_group_and_its_assignments(audit: Audit, records: Path) -> None:
    """Its answers are in the order of the report."""
    (page,) = read_pages(records, [audit.groups[3]], ["today", "sticky", "optimal"])

    assert ["today", "sticky", "optimal"] == [answer.target for answer in page.answers[:3]]
    assert list(HOSTILE_MEMBERS) == page.group.member_ids()
    assert {"orders": [0, 1, 2]} == page.assignments["today"][HOSTILE_MEMBERS[0]]


def test_details_are_read_only_for_pages(records: Path) -> None:
    assert [] == read_pages(records, [], [])


@pytest.mark.parametrize("content", [b"", b"PAR1 but not really", b"{}"])
def test_damaged_table_is_reported_in_one_line(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "results.parquet").mkdir()
    (tmp_path / "results.parquet" / "part-0.parquet").write_bytes(content)

    with pytest.raises(AssayError, match=r"results\.parquet: .*expected the table of `assay audit`"):
        read_audit(tmp_path)


def test_table_without_our_columns_is_reported_in_one_line(tmp_path: Path) -> None:
    import pyarrow as pa
    from pyarrow.parquet import write_table

    (tmp_path / "results.parquet").mkdir()
    write_table(pa.table({"group": ["g"]}), tmp_path / "results.parquet" / "part-0.parquet")

    with pytest.raises(AssayError, match="no column 'asked'"):
        read_audit(tmp_path)


@pytest.mark.parametrize("text", ["[]", "{", json.dumps("x")])
def test_damaged_run_record_is_reported_in_one_line(records: Path, tmp_path: Path, text: str) -> None:
    """`audit.json` is an object or missing."""
    copy = copytree(records, tmp_path / "copy")
    (copy / "audit.json").write_text(text)

    with pytest.raises(AssayError, match=r"audit\.json: .*expected the record of `assay audit`"):
        read_audit(copy)


def test_damaged_error_records_are_reported_in_one_line(records: Path, tmp_path: Path) -> None:
    copy = copytree(records, tmp_path / "copy")
    (copy / "errors" / "part-00000.txt").write_text('{"file": "f"}\n')

    with pytest.raises(AssayError, match=r"errors: .*expected an `assay-error/1` a line"):
        read_audit(copy)


def test_missing_or_damaged_summary_is_reported_in_one_line(records: Path, tmp_path: Path) -> None:
    copy = copytree(records, tmp_path / "copy")
    damaged = copy / "summary" / "verdicts.parquet"
    damaged.write_bytes(b"PAR1")

    with pytest.raises(AssayError, match=r"verdicts\.parquet: .*run the audit again"):
        read_audit(copy)

    damaged.unlink()
    with pytest.raises(AssayError, match=r"verdicts\.parquet: no such file: .*run the audit again"):
        read_audit(copy)


def test_table_of_an_older_release_is_named(tmp_path: Path) -> None:
    """It was a single file."""
    (tmp_path / "results.parquet").write_bytes(b"PAR1")

    with pytest.raises(AssayError, match=r"results\.parquet: a file, as older releases wrote it: run the audit again"):
        read_audit(tmp_path)
