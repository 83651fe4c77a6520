"""What the tables say about each group: the members view, the offsets view and the state view, in any order."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from kafka_assay.assignors.consumer_groups.text_table import TextPage, TextRow, parse_page
from kafka_assay.assignors.errors import AssayError, InvalidGroup
from kafka_assay.assignors.formats.json_values import INT32, INT64
from kafka_assay.assignors.model import GROUP_STATES, LEGAL_TOPIC, MOST_PARTITIONS, Member

_IDS = r"\d+(?:,\d+)*"
_COLONS = re.compile(rf"([A-Za-z0-9._-]+):({_IDS})", re.ASCII)
_BRACKETS = re.compile(rf"([A-Za-z0-9._-]*)\(({_IDS})\)", re.ASCII)
_REMARK = re.compile(r"(?:Warning: )?Consumer group '(.+)' (has no active members|is rebalancing)\.")


class OffsetsRow(NamedTuple):
    """A row of the offsets view. `topic` is None where an older release shows a member that owns nothing."""

    topic: str | None
    partition: int
    committed: int | None
    end: int | None
    member: str | None
    host: str | None
    client_id: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberRow:
    """
    A row of the members view: the member with what it owns; its epoch is its generation.

    `names_topics` is false where the format does not name the topics. `partitions` is the number shown, `target_epoch`
    the epoch of KIP-848's target assignment. `shows_subscription` says whether the member's subscription was shown.
    """

    member: Member
    partitions: int
    names_topics: bool = True
    target_epoch: int | None = None
    shows_subscription: bool = False


@dataclass(slots=True, kw_only=True)
class Views:
    """
    What is known of the group called `name`; None where a view is missing. `remarks` lists contradictions.

    `warned` says whether the tool remarked that the group is rebalancing, `group_type` the type that the source names
    (`Classic`, `Consumer`, `Share`, ...), `partition_counts` the sizes of the topics that the source knows. `source`
    is what sentences about the group call its source.
    """

    name: str
    members: list[MemberRow] | None = None
    offsets: list[OffsetsRow] | None = None
    strategy: str | None = None
    state: str | None = None
    member_count: int | None = None
    warned: bool = False
    group_type: str | None = None
    partition_counts: dict[str, int] = field(default_factory=dict)
    source: str = "the text"
    remarks: list[str] = field(default_factory=list)

    def names(self) -> set[str]:
        """The ids of all members and of their clients."""
        by_members = [name for row in self.members or [] for name in (row.member.id, row.member.client_id)]
        by_offsets = [name for row in self.offsets or [] for name in (row.member, row.client_id)]
        return {name for name in by_members + by_offsets if name is not None}

    def topics(self) -> set[str]:
        """The topics that the source names."""
        owned = {topic for row in self.members or [] for topic, _ in row.member.owned}
        subscribed = {topic for row in self.members or [] for topic in row.member.subscription}
        committed = {row.topic for row in self.offsets or [] if row.topic is not None}
        return owned | subscribed | committed | set(self.partition_counts)


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceText:
    """The content of a file, and what `--group` names (it may be the name of a group that the text does not name)."""

    text: str
    group_names: tuple[str, ...] = ()


def read_tool_text(source: SourceText, groups: dict[str, Views]) -> tuple[str, ...]:
    """
    Add the views in a text of kafka-consumer-groups to `groups`, and return the tool's remarks.

    A later view of a kind replaces an earlier one.
    """
    page = parse_page(source.text)
    if not page.tables and not page.notices:
        expected = "expected a header with GROUP, TOPIC, PARTITION, CONSUMER-ID ..."
        raise AssayError(f"contains no table of kafka-consumer-groups: {expected}")
    _read_page(page, groups)
    return page.notices


def _read_page(page: TextPage, groups: dict[str, Views]) -> None:
    for table in page.tables:
        read = _reader_of(table.columns)
        rows_of: dict[str, list[TextRow]] = {}
        for row in table.rows:
            if not row.cells["GROUP"]:
                raise InvalidGroup(f"line {row.line}", "", "a name in the column GROUP")
            rows_of.setdefault(row.cells["GROUP"], []).append(row)
        for name, rows in rows_of.items():
            if read is not None:
                read(groups.setdefault(name, Views(name=name)), rows)
    for notice in page.notices:
        remark = _REMARK.fullmatch(notice)
        if remark:
            views = groups.setdefault(remark[1], Views(name=remark[1]))
            views.warned |= remark[2] == "is rebalancing"
            if remark[2] != "is rebalancing" and views.member_count is None:
                views.member_count = 0


def _reader_of(columns: tuple[str, ...]) -> Callable[[Views, list[TextRow]], None] | None:
    if {"TOPIC", "PARTITION", "CONSUMER-ID"} <= set(columns):
        return _read_offsets
    if {"CONSUMER-ID", "#PARTITIONS"} <= set(columns):
        return _read_members
    if {"STATE", "#MEMBERS"} <= set(columns):
        return _read_state
    return None


def _read_offsets(views: Views, rows: list[TextRow]) -> None:
    if views.offsets is not None:
        views.remarks.append("the offsets view was given more than once; the last one is used")
    views.offsets = [_offsets_row(row) for row in rows]


def _read_members(views: Views, rows: list[TextRow]) -> None:
    if views.members is not None:
        views.remarks.append("the members view was given more than once; the last one is used")
    views.members = [_member_row(row) for row in rows]


def _read_state(views: Views, rows: list[TextRow]) -> None:
    state = _text(rows[-1], "STATE")
    if state is not None and state not in GROUP_STATES:
        views.remarks.append(f"the state {state!r} is ignored, because it is not one of {', '.join(GROUP_STATES)}")
        state = None
    views.state = state
    views.strategy = _text(rows[-1], "ASSIGNMENT-STRATEGY")
    views.member_count = _number(rows[-1], "#MEMBERS", most=INT32)


def _offsets_row(row: TextRow) -> OffsetsRow:
    topic = _text(row, "TOPIC")
    partition = _number(row, "PARTITION", most=MOST_PARTITIONS - 1)
    if topic is not None and not LEGAL_TOPIC.fullmatch(topic):
        raise InvalidGroup(f"line {row.line} TOPIC", topic, "a topic name, or -")
    if (topic is None) != (partition is None):
        raise InvalidGroup(
            f"line {row.line} PARTITION", row.cells["PARTITION"], "a partition id if there is a topic, otherwise -"
        )
    for column in ("CONSUMER-ID", "HOST"):
        # The tool prints - where no member owns the partition. A truncated row would look the same.
        if not row.cells.get(column, "-"):
            raise InvalidGroup(f"line {row.line} {column}", "", "text, or - (the row may be cut off)")
    return OffsetsRow(
        topic=topic,
        partition=-1 if partition is None else partition,
        committed=_number(row, "CURRENT-OFFSET", most=INT64),
        end=_number(row, "LOG-END-OFFSET", most=INT64),
        member=_text(row, "CONSUMER-ID"),
        host=_text(row, "HOST"),
        client_id=_text(row, "CLIENT-ID"),
    )


def _member_row(row: TextRow) -> MemberRow:
    member = _text(row, "CONSUMER-ID")
    partitions = _number(row, "#PARTITIONS", most=INT32)
    if member is None:
        raise InvalidGroup(f"line {row.line} CONSUMER-ID", row.cells["CONSUMER-ID"], "the id of a member")
    if partitions is None:
        raise InvalidGroup(f"line {row.line} #PARTITIONS", row.cells["#PARTITIONS"], "a number")
    owned = _owned(row, partitions)
    if owned is not None and sum(map(len, owned.values())) != partitions:
        found = sum(map(len, owned.values()))
        raise InvalidGroup(
            f"line {row.line}", f"{found} partitions", f"{partitions}, as in #PARTITIONS (the row may be cut off)"
        )
    return MemberRow(
        member=Member(
            id=member,
            subscription=(),
            owned=tuple(sorted((owned or {}).items())),
            generation=_number(row, "CURRENT-EPOCH", most=INT32),
            instance_id=_text(row, "GROUP-INSTANCE-ID"),
            host=_text(row, "HOST"),
            client_id=_text(row, "CLIENT-ID"),
        ),
        partitions=partitions,
        names_topics=owned is not None,
        target_epoch=_number(row, "TARGET-EPOCH", most=INT32),
    )


def _owned(row: TextRow, partitions: int) -> dict[str, tuple[int, ...]] | None:
    """
    The content of the assignment column, in the three formats of Kafka's releases.

    `t0:0,1;t1:2` since 4.0, `t0(0,1), t1(2)` up to 3.7, `(0,1), (2)` between.
    """
    column = "CURRENT-ASSIGNMENT" if "CURRENT-ASSIGNMENT" in row.cells else "ASSIGNMENT"
    cell = _text(row, column)
    if cell is None:
        return {} if not partitions or column in row.cells else None
    notation, parts = (_COLONS, cell.split(";")) if ":" in cell else (_BRACKETS, cell.split(", "))
    owned: dict[str, tuple[int, ...]] = {}
    for part in parts:
        found = notation.fullmatch(part)
        if found is None or found[1] in owned:
            expected = "an assignment such as t0:0,1;t1:2 or t0(0,1), t1(2), each topic once"
            raise InvalidGroup(f"line {row.line} {column}", part, expected)
        if not found[1]:
            return None
        ids = found[2].split(",")
        if max(map(len, ids)) > 10 or max(map(int, ids)) >= MOST_PARTITIONS:
            raise InvalidGroup(f"line {row.line} {column}", part, f"partition ids below {MOST_PARTITIONS}")
        owned[found[1]] = tuple(sorted(map(int, ids)))
    return owned


def _text(row: TextRow, column: str) -> str | None:
    cell = row.cells.get(column, "")
    return None if cell in {"", "-"} else cell


def _number(row: TextRow, column: str, *, most: int) -> int | None:
    cell = _text(row, column)
    if cell is None:
        return None
    if not (cell.isascii() and cell.isdecimal() and len(cell) <= 19 and int(cell) <= most):
        raise InvalidGroup(f"line {row.line} {column}", cell, f"a number from 0 to {most}, or -")
    return int(cell)
