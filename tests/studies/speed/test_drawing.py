from __future__ import annotations

import pytest

from kafka_assay.assignors.model import group_of
from studies.__main__ import main
from studies.speed.drawing import is_small


def test_table_has_a_row_for_each_named_family(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["drawing", "clean", "mixed", "--count", "40"])

    rows = capsys.readouterr().out.splitlines()[2:]
    assert 0 == code
    assert ["`clean`", "`mixed`"] == [row.split(" | ")[0].strip("| ") for row in rows]
    assert all(float(row.split(" | ")[3]) > 0 for row in rows)


@pytest.mark.parametrize(("members", "partitions", "expected"), [(5, 20, True), (6, 20, False), (5, 21, False)])
def test_small_group_has_few_members_and_partitions(members: int, partitions: int, *, expected: bool) -> None:
    group = group_of({"t": partitions}, {f"C{number}": ["t"] for number in range(members)})

    assert expected == is_small(group)
