from __future__ import annotations

import pytest

from kafka_assay.assignors.formats.group_format import group_from_json
from kafka_assay.assignors.ownership import valid_owners
from studies.oracle.optimum_process import group_document


@pytest.mark.parametrize(("kind", "subscriptions"), [("RANDOM_HALF", 1_000), ("HETEROGENEOUS", 5)])
def test_group_has_the_size_in_the_table(kind: str, subscriptions: int) -> None:
    group = group_from_json(group_document(kind))

    assert (1_000, 100, 100_000) == (len(group.members), len(group.topics), len(valid_owners(group)))
    assert subscriptions == len({member.subscription for member in group.members})
