from __future__ import annotations

import pytest

from kafka_assay.assignors.model import Group, group_of
from kafka_assay.reports.wording.group_standing import load_list, standing_sentence
from tests.pipeline.audit.test_audit_summary import tally_of, uneven_group


@pytest.mark.parametrize(
    ("group", "sentence"),
    [
        (uneven_group("g", 3, 1), "2 members, 4 partitions. Loads 3/1; best 2/2 (1 move)."),
        (uneven_group("g", 2, 2), "2 members, 4 partitions. Loads 2/2: the best possible."),
        (
            uneven_group("g", 1, 0, 4),
            (
                "2 members, 4 partitions. Loads 1/0 (3 partitions without an owner); best 2/2 (0 moves). "
                "Broken: nothing-left-out."
            ),
        ),
        (group_of({"t": 3}, {}, name="g"), "0 members, 0 partitions. The group has no members."),
    ],
)
def test_group_is_described_in_one_sentence(group: Group, sentence: str) -> None:
    """Sizes, present and best loads, moves, and broken laws."""
    (standing,) = tally_of(group).worst

    assert sentence == standing_sentence(standing)


def test_long_lists_of_loads_are_shortened() -> None:
    """Runs are counted; many different loads show their ends."""
    assert "9/1x1000" == load_list([*[1] * 1000, 9])
    assert "20/19/18/17/16/15/.../6/5/4/3/2/1" == load_list(range(1, 21))
