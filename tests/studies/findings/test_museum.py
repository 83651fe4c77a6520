"""The museum's entries."""

from __future__ import annotations

import pytest

from kafka_assay.properties.effect import client_of
from studies.findings.finding_pages import FINDINGS, MUSEUM, FindingRow, finding_rows
from studies.findings.findings_index import entry_targets, museum_table

PAGE = FINDINGS.parent / "museum.md"
ROWS = {one: row for one, row in finding_rows().items() if one.startswith(MUSEUM)}
LEAST_ENTRIES, LEAST_IMPLEMENTATIONS = 15, 5
MEMBERS, PARTITIONS = 4, 8
TEXT = PAGE.read_text("utf-8")
each_entry = pytest.mark.parametrize("row", [pytest.param(row, id=one) for one, row in ROWS.items()])


def test_museum_has_at_least_15_entries_of_5_implementations() -> None:
    assert len(ROWS) >= LEAST_ENTRIES
    assert len({client_of(row.client.target) for row in ROWS.values()}) >= LEAST_IMPLEMENTATIONS


@each_entry
def test_entry_has_its_small_case_and_its_section(row: FindingRow) -> None:
    """Its target is the faulty release, and its law is the entry's."""
    case, (_, _, rest) = row.read_case(), TEXT.partition(f'<a id="{row.client.id}"></a>')
    section = rest.partition('<a id="')[0]

    assert row.client.target == case.target
    assert f"`{case.law}`" in section
    assert [f"$ assay check {target} --case {row.client.cases[0]}" for target in entry_targets(row.client)] == [
        line for line in section.splitlines() if line.startswith("$ assay check")
    ]
    assert row.finding.title in section
    assert len(case.group.members) <= MEMBERS
    assert sum(topic.partitions for topic in case.group.topics) <= PARTITIONS


def test_table_has_a_row_for_each_entry() -> None:
    lines = list(museum_table(ROWS))

    row = "| [1](museum.md#museum-1) | kafkajs | `roundrobin` | `even-when-equal` | needless moves or imbalance |"
    assert len(ROWS) + 1 == len(lines)
    assert f"{row} 0.2.0 to 1.12.0; fixed in 1.13.0 |" in lines
