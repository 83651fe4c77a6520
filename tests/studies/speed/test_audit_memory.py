from __future__ import annotations

from pathlib import Path

from kafka_assay.pipeline.audit.group_lines import read_lines
from studies.speed.audit_memory import DriverMemory, table, write_groups


def test_groups_differ_in_their_names(tmp_path: Path) -> None:
    write_groups(tmp_path / "groups.jsonl", 3)

    lines = [line.data for line in read_lines([str(tmp_path / "groups.jsonl")])]

    assert 3 == len(set(lines))
    assert b'"name":"group-2"' in lines[2]


def test_table_has_a_row_for_each_size() -> None:
    lines = table([DriverMemory(1000, 2000, 1.6, 150.4, 70.5)]).splitlines()

    assert "| 1,000 | 2,000 | 2 | 150 | 70 |" == lines[2]
