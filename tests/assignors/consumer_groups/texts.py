"""Small texts in the form that kafka-consumer-groups prints."""

from __future__ import annotations

from kafka_assay.assignors.consumer_groups.group_from_views import UserHints, group_from_views
from kafka_assay.assignors.consumer_groups.text_table import parse_page
from kafka_assay.assignors.consumer_groups.views import read_views
from kafka_assay.assignors.model import Group

OFFSETS_HEADER = "GROUP TOPIC PARTITION CURRENT-OFFSET LOG-END-OFFSET LAG CONSUMER-ID HOST CLIENT-ID"
MEMBERS_HEADER = "GROUP CONSUMER-ID HOST CLIENT-ID #PARTITIONS CURRENT-EPOCH CURRENT-ASSIGNMENT TARGET-EPOCH"


def offsets(*rows: str) -> str:
    """Return an offsets view of group g. Columns: topic, partition, committed, end, member."""
    return "\n".join([OFFSETS_HEADER, *(f"g {row.rpartition(' ')[0]} - {row.split()[-1]} /h cl" for row in rows), ""])


def members(*rows: str) -> str:
    """Return a members view of group g. Columns: member, number of partitions, epoch, assignment."""
    lines = [f"g {row.split()[0]} /h cl {' '.join(row.split()[1:])} -" for row in rows]
    return "\n".join([MEMBERS_HEADER, *lines, ""])


def group_of_text(*texts: str, known: UserHints | None = None) -> Group:
    """Return the only group that `texts` show."""
    (views,) = read_views([parse_page(text) for text in texts]).values()
    return group_from_views(views, known or UserHints())


def owned(group: Group) -> dict[str, dict[str, tuple[int, ...]]]:
    """Return member -> topic -> owned partitions."""
    return {member.id: dict(member.owned) for member in group.members}
