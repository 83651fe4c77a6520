"""Tests of `kafka_assay.reports.audit.records`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.reports.audit.records import Audit, explain_law, read_audit, read_details
from tests.reports.audits import HOSTILE_GROUP, HOSTILE_MEMBERS


@pytest.fixture
def audit(records: Path) -> Audit:
    """The audit, read back."""
    found = read_audit(records)
    assert found is not None
    return found


def test_a_folder_without_records_holds_no_audit(tmp_path: Path) -> None:
    """No Parquet file, no audit: other records may be there."""
    assert read_audit(tmp_path) is None


def test_groups_come_in_the_order_in_which_they_were_read(audit: Audit) -> None:
    """Every group is there once, with today's answer first."""
    names = [group.name for group in audit.groups]

    assert ["g-java-default", "g-java-rr-hetero", "g-empty-classic", HOSTILE_GROUP] == names
    assert {"today"} == {group.today.target for group in audit.groups}


def test_the_figures_of_a_group_are_those_of_the_table(audit: Audit) -> None:
    """Loads, moves and the optimum of a captured group."""
    group = audit.groups[1]

    assert (4, 30, 7) == (group.members, group.partitions, group.optimal_moves)
    assert (3, 13, (6, 8, 8, 8)) == (group.today.least, group.today.most, group.standing.optimal_loads)


def test_a_line_that_held_no_group_is_remembered(audit: Audit) -> None:
    """Its place and what was wrong with it."""
    (bad,) = audit.unreadable

    assert 2 == bad.line
    assert "expected" in bad.error


def test_a_broken_law_explains_itself(audit: Audit) -> None:
    """The facts in the table become sentences."""
    said = next(word for word in audit.groups[1].today.laws if word.verdict == "broken")

    assert "would change from 13 and 3 to 12 and 4" in explain_law(said)


def test_details_hold_the_group_and_the_assignments(records: Path) -> None:
    """The whole of one group, and of no other."""
    details = read_details(records, [3])

    assert [3] == list(details)
    assert list(HOSTILE_MEMBERS) == details[3].group.member_ids()
    assert {"orders": [0, 1, 2]} == details[3].assignments["today"][HOSTILE_MEMBERS[0]]


def test_no_details_are_read_where_none_are_asked_for(records: Path) -> None:
    """Without pages there is nothing to read."""
    assert {} == read_details(records, [])


@pytest.mark.parametrize("content", [b"", b"PAR1 but not really", b"{}"])
def test_a_damaged_table_is_one_line(tmp_path: Path, content: bytes) -> None:
    """A file that is no Parquet names itself and what was expected."""
    (tmp_path / "results.parquet").write_bytes(content)

    with pytest.raises(AssayError, match=r"results\.parquet: .*expected the table of `assay audit`"):
        read_audit(tmp_path)


def test_another_table_is_one_line(tmp_path: Path) -> None:
    """A Parquet file of somebody else's lacks columns; the first one is named."""
    import pyarrow as pa
    from pyarrow.parquet import write_table

    write_table(pa.table({"group": ["g"]}), tmp_path / "results.parquet")

    with pytest.raises(AssayError, match="no column 'error'"):
        read_audit(tmp_path)


@pytest.mark.parametrize("text", ["[]", "{", json.dumps("x")])
def test_a_damaged_run_record_is_one_line(records: Path, tmp_path: Path, text: str) -> None:
    """`audit.json` is an object or nothing."""
    (tmp_path / "results.parquet").write_bytes((records / "results.parquet").read_bytes())
    (tmp_path / "audit.json").write_text(text)

    with pytest.raises(AssayError, match=r"audit\.json: .*expected the record of `assay audit`"):
        read_audit(tmp_path)


def test_damaged_error_records_are_one_line(records: Path, tmp_path: Path) -> None:
    """They are named, too."""
    (tmp_path / "results.parquet").write_bytes((records / "results.parquet").read_bytes())
    (tmp_path / "errors.jsonl").write_text('{"file": "f"}\n')

    with pytest.raises(AssayError, match=r"errors\.jsonl: .*expected an `assay-error/1` a line"):
        read_audit(tmp_path)
