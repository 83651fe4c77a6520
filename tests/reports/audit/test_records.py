from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pyarrow as pa
import pytest
from pyarrow.parquet import write_table

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


def test_rows_of_a_group_have_its_figures_and_the_facts_of_its_broken_laws(audit: Audit) -> None:
    today, *_ = audit.groups[1]

    said = next(word for word in today.laws if word.verdict == "broken")
    assert "would change from 13 and 3 to 12 and 4" in explain_law(said)
    assert (4, 30, 7) == (today.members, today.partitions, today.optimal_moves)
    assert (3, 13, [6, 8, 8, 8]) == (today.least, today.most, today.optimal_loads)


def test_malformed_line_is_recorded_with_its_place(audit: Audit) -> None:
    (bad,) = audit.unreadable

    assert bad.place.endswith("it's many.jsonl line 2")
    assert "expected" in bad.why


def test_page_has_its_group_and_its_assignments(audit: Audit, records: Path) -> None:
    """Its answers are in the order of the report. Details are read only for pages."""
    order = ["today", "sticky", "optimal", *(audit.summary.tallies.keys() - {"today", "sticky", "optimal"})]

    (page,) = read_pages(records, [audit.groups[3]], order)

    assert order == [answer.target for answer in page.answers]
    assert list(HOSTILE_MEMBERS) == page.group.member_ids()
    assert [] == read_pages(records, [], [])
    assert {"orders": [0, 1, 2]} == page.assignments["today"][HOSTILE_MEMBERS[0]]


@pytest.mark.parametrize(
    ("file", "content", "says"),
    [
        ("audit.json", b"[]", r"audit\.json: format: expected 'assay-audit/1'"),
        ("audit.json", b"{", r"audit\.json: .*expected a record in the format 'assay-audit/1'"),
        ("errors/part-00000.txt", b'{"file": "f"}\n', r"errors: .*expected an `assay-error/1` a line"),
        ("summary/verdicts.parquet", b"PAR1", r"verdicts\.parquet: .*run the audit again"),
        ("summary/verdicts.parquet", None, r"verdicts\.parquet: no such file: .*run the audit again"),
    ],
)
def test_damaged_record_is_reported_in_one_line(
    records: Path, tmp_path: Path, file: str, content: bytes | None, says: str
) -> None:
    damaged = copytree(records, tmp_path / "copy") / file
    damaged.unlink()
    if content is not None:
        damaged.write_bytes(content)

    with pytest.raises(AssayError, match=says):
        read_audit(tmp_path / "copy")


@pytest.mark.parametrize(
    ("file", "content", "says"),
    [
        ("results.parquet/part-0.parquet", b"", r"results\.parquet: .*expected the table of `assay audit`"),
        ("results.parquet/part-0.parquet", b"PAR1 but not", r"results\.parquet: .*expected the table of `assay audit`"),
        ("results.parquet/part-0.parquet", None, r"results\.parquet: no column 'asked': expected the table"),
        ("results.parquet", b"PAR1", r"results\.parquet: a file, as older releases wrote it: run the audit again"),
    ],
)
def test_damaged_table_is_reported_in_one_line(file: str, content: bytes | None, says: str, tmp_path: Path) -> None:
    """Also one without our columns."""
    (tmp_path / file).parent.mkdir(exist_ok=True)
    if content is None:
        write_table(pa.table({"group": ["g"]}), tmp_path / file)
    else:
        (tmp_path / file).write_bytes(content)

    with pytest.raises(AssayError, match=says):
        read_audit(tmp_path)
