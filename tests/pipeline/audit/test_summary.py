"""What an audit says of groups, and which it calls the worst."""

from __future__ import annotations

import pyarrow as pa

from kafka_assay.assignors.model import Group, group_of
from kafka_assay.pipeline.audit.audit_row import batch_of_rows
from kafka_assay.pipeline.audit.group_audit import audit_group
from kafka_assay.pipeline.audit.summary import SHOWN, AuditCounts
from tests.pipeline.audited import line_of


def lopsided(name: str, left: int, right: int, owned: int | None = None) -> Group:
    """
    Two members that own the first `left` and the next `right` of the partitions of a topic (of `owned`, if given).
    """
    claims = {"a": {"t": list(range(left))}, "b": {"t": list(range(left, left + right))}}
    count = left + right if owned is None else owned
    return group_of({"t": count}, {"a": ["t"], "b": ["t"]}, claims, generation=1, name=name)


def tally_of(*groups: Group) -> AuditCounts:
    """The counts over the rows of these groups."""
    tally = AuditCounts()
    for index, group in enumerate(groups):
        tally.add(pa.Table.from_batches([batch_of_rows(audit_group(line_of(group, index), []))]))
    return tally


def test_the_worst_groups_come_first() -> None:
    """Broken laws before bad balance, the larger share of waste before the smaller; good groups are not named."""
    groups = [lopsided("fair", 2, 2), lopsided("bad", 5, 1), lopsided("left", 1, 1, 3), lopsided("slightly", 7, 5)]

    tally = tally_of(*groups)

    assert ["left", "bad", "slightly"] == [standing.group for standing in tally.worst_first()]
    assert (4, 1, 1, 2) == (tally.groups, tally.even, tally.broken, tally.behind)


def test_only_the_worst_are_kept() -> None:
    """Of many groups a few are named, and the first of those that are equally bad."""
    tally = tally_of(*(lopsided(str(number), 3, 1) for number in range(SHOWN + 5)))

    assert [str(number) for number in range(SHOWN)] == [standing.group for standing in tally.worst_first()]
    assert SHOWN + 5 == tally.behind
