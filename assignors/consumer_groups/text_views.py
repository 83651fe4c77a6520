"""What the tables of kafka-consumer-groups say about each group: the members, offsets and state views, in any order."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from kafka_assay.assignors.consumer_groups.text_layouts import COLUMNS
from kafka_assay.assignors.consumer_groups.text_table import NAMED, TextPage, TextRow, ToolTable, parse_page
from kafka_assay.assignors.consumer_groups.views import MemberRow, OffsetsRow, SourceText, Views
from kafka_assay.assignors.errors import AssayError, InvalidGroup
from kafka_assay.assignors.formats.json_values import INT32, INT64
from kafka_assay.assignors.model import GROUP_STATES, LEGAL_TOPIC, MOST_PARTITIONS, Member

_IDS = r"\d+(?:,\d+)*"
_COLONS = re.compile(rf"([A-Za-z0-9._-]+):({_IDS})", re.ASCII)
_BRACKETS = re.compile(rf"([A-Za-z0-9._-]*)\(({_IDS})\)", re.ASCII)
_AFTER_BRACKET = re.compile(r"(?<=\)), ?")
_ZOOKEEPER_ID = re.compile(r"-|.+_.+-\d{13}-[0-9a-f]{8}(-\d+)?")
_WHOLE_ID = re.compile(rf"{_ZOOKEEPER_ID.pattern}|.*-[0-9a-f]{{8}}(-[0-9a-f]{{4}}){{3}}-[0-9a-f]{{12}}")
_ONLY_ZOOKEEPER = "This will only show information about consumers that use ZooKeeper"
_OWNER = re.compile(r"(.*)_(/(?:\d+(?:\.\d+){3}|[0-9a-f:.]*:[0-9a-f:.%]*\w*))")
_NO_NAME = "the text has no column GROUP (Kafka 0.10.2 to 2.2 print none)"
_OWNERS_REMARK = (
    "OWNER (Kafka 0.9 to 0.10.1) shows no members: those with the same client id on one host are one here, and those "
    "without partitions are missing"
)
_LAST_COLUMNS = {
    "offsets": {"CLIENT-ID", "OWNER", "CONSUMER-ID"},
    "members": {"#PARTITIONS", "ASSIGNMENT", "TARGET-ASSIGNMENT", "UPGRADED"},
    "state": {"#MEMBERS"},
}
"""What some release prints last in each view. After any other of the tool's columns the table was cut off."""
_NEVER_A_WORD = {"CONSUMER-ID", "HOST", "CURRENT-OFFSET", "LOG-END-OFFSET"}
_MISSING = {"—", "–", "--", "none", "<none>", "(none)", "null", "<null>", "n/a", "nil"}
"""What people and other programs write for a dash. No member has such an id: the coordinator adds a random end."""
_THOUSANDS = re.compile(r"-?[0-9]{1,3}(?:([,._'])[0-9]{3})(?:\1[0-9]{3})*")
_SHARE_COLUMNS = {"START-OFFSET", "MEMBER-EPOCH"}


def read_tool_text(source: SourceText, groups: dict[str, Views]) -> tuple[str, ...]:
    """
    Add the views in a text of kafka-consumer-groups to `groups`, and return the tool's remarks.

    A later view of a kind is added to an earlier one if it has all its members and contradicts it nowhere, and else
    replaces it. A later offsets view needs to have the idle members only: it may show other topics.
    """
    page = parse_page(source.text)
    if not page.tables and not page.notices:
        expected = "expected a header with GROUP, TOPIC, PARTITION, CONSUMER-ID ..."
        raise AssayError(f"contains no table of kafka-consumer-groups: {expected}")
    remarks = [remark for notice in page.notices if (remark := NAMED.fullmatch(notice))]
    views_of_groups = [table for table in page.tables if not _is_no_view(table)]
    for table in views_of_groups or page.tables:
        _read_table(table, _Names(source, {remark[2] for remark in remarks}, page), groups)
    for remark in remarks:
        views = groups.setdefault(remark[2], Views(name=remark[2]))
        views.group_type = remark[1] if remark[1] != "Consumer" else views.group_type
        views.warned |= remark[3] == "is rebalancing"
        if remark[3] != "is rebalancing" and views.member_count is None:
            views.member_count = 0
    return page.notices


class _Names(NamedTuple):
    """What can name a group whose tables do not."""

    source: SourceText
    remarked: set[str]
    page: TextPage


def _read_table(table: ToolTable, names: _Names, groups: dict[str, Views]) -> None:
    kind = _kind_of(table, names.page)
    other = _other_type(table)
    rows_of: dict[str, list[TextRow]] = {}
    for row in table.rows:
        rows_of.setdefault(row.cells.get("GROUP", ""), []).append(row)
    for name, rows in rows_of.items():
        views = groups.setdefault(name, Views(name=name)) if name else _unnamed_views(kind, table, names, groups)
        views.group_type = other or views.group_type
        if kind == "offsets":
            _read_offsets(views, rows)
        elif kind == "members":
            _read_members(views, rows)
        elif kind == "state":
            _read_state(views, rows)
        for line in table.left_out:
            views.remark(f"rows were left out of the text (line {line}): what they showed is missing")


def _is_no_view(table: ToolTable) -> bool:
    """Whether it is the list of all groups, or what a reset of offsets prints: neither says who owns what."""
    return "NEW-OFFSET" in table.columns or {"GROUP", "TYPE", "PROTOCOL", "STATE"}.issuperset(table.columns)


def _kind_of(table: ToolTable, page: TextPage) -> str:
    columns = set(table.columns)
    if {"TOPIC", "PARTITION"} <= columns and columns & {"CONSUMER-ID", "OWNER"}:
        kind = "offsets"
    elif {"CONSUMER-ID", "#PARTITIONS"} <= columns:
        kind = "members"
    elif {"STATE", "#MEMBERS"} <= columns:
        kind = "state"
    elif _other_type(table):
        return ""
    else:
        expected = "the offsets, members or state view of kafka-consumer-groups --describe"
        raise InvalidGroup(f"line {table.line}", " ".join(table.columns), expected)
    last = table.columns[-1]
    # Only consumers in ZooKeeper have no HOST and CLIENT-ID. Other ids may be cut off, and would seem to be whole.
    is_cut = last == "CONSUMER-ID" and not all(_WHOLE_ID.fullmatch(row.cells[last]) for row in table.rows)
    is_cut &= not any(_ONLY_ZOOKEEPER in notice for notice in page.notices)
    if not table.is_separated and last in COLUMNS and (last not in _LAST_COLUMNS[kind] or is_cut):
        raise InvalidGroup(f"line {table.line}", last, f"the columns after {last} (the table was cut off)")
    return kind


def _other_type(table: ToolTable) -> str | None:
    """
    The type of the groups in a table that `kafka-share-groups` printed, or the state view of `kafka-streams-groups`.

    Source: `ShareGroupCommand` and `StreamsGroupCommand` of Kafka 4.0 to 4.3. Only share groups have ASSIGNMENT with
    colons: consumer groups had brackets up to 3.9, and have CURRENT-ASSIGNMENT since.
    """
    columns = set(table.columns)
    if columns & _SHARE_COLUMNS or any(":" in row.cells.get("ASSIGNMENT", "") for row in table.rows):
        return "Share"
    if {"CONSUMER-ID", "ASSIGNMENT"} <= columns and not columns & {"#PARTITIONS", "TOPIC"}:
        return "Share"
    if {"COORDINATOR (ID)", "#MEMBERS"} <= columns and "ASSIGNMENT-STRATEGY" not in columns:
        return "Share or streams"
    return None


def _unnamed_views(kind: str, table: ToolTable, names: _Names, groups: dict[str, Views]) -> Views:
    """
    The views of a group that its table does not name.

    It is named by `--group`, by a remark or a command above the table, by the only remark, or by the file.
    """
    tables = [one for one in names.page.tables if "GROUP" not in one.columns]
    own = table.named
    if own is None and len(names.source.group_names) == 1:
        (own,) = names.source.group_names
    elif own is None and len(names.remarked) == 1 and len(tables) == 1:
        (own,) = names.remarked
    if own is not None:
        return groups.setdefault(own, Views(name=own))
    views = next((one for one in groups.values() if one.is_unnamed), None)
    if views is None and names.source.file and not names.remarked:
        name = names.source.file
        views = groups.setdefault(name, Views(name=name, is_unnamed=True))
        views.remark(f"the group is called {name!r}, as the file is: {_NO_NAME}; --group NAME names it")
    if views is None or (kind and getattr(views, "state" if kind == "state" else kind) is not None):
        raise InvalidGroup(f"line {table.line}", table.columns[0], f"the option --group NAME, because {_NO_NAME}")
    return views


def _read_offsets(views: Views, rows: list[TextRow]) -> None:
    found = [_offsets_row(row) for row in rows]
    if clash := _clash(found, may_share=True):
        raise InvalidGroup(f"line {rows[clash[1]].line}", _shown(found[clash[1]]), _no_clash(rows[clash[0]]))
    if any("OWNER" in row.cells for row in rows):
        views.remark(_OWNERS_REMARK)
    idle = {row.member for row in views.offsets or [] if row.topic is None}
    has_left = not idle <= {row.member for row in found}
    if views.offsets and (has_left or _clash([*views.offsets, *found], may_share=False)):
        views.remark("the offsets view was given more than once; the last one is used")
        views.offsets = None
    views.offsets = list(dict.fromkeys([*(views.offsets or []), *found]))


def _clash(rows: Sequence[OffsetsRow], *, may_share: bool) -> tuple[int, int] | None:
    """The places of two rows that contradict each other. Several owners of a partition do so unless `may_share`."""
    seen: dict[object, tuple[int, object]] = {}
    for place, row in enumerate(rows):
        facts: list[tuple[object, object]] = [(("member", row.member), (row.host, row.client_id))] if row.member else []
        if row.topic is not None:
            owner = row.member is not None if may_share else row.member
            facts.append(((row.topic, row.partition), (row.committed, row.end, owner)))
        for key, fact in facts:
            first = seen.setdefault(key, (place, fact))
            if first[1] != fact:
                return first[0], place
    return None


def _shown(row: OffsetsRow) -> str:
    return f"{row.topic}-{row.partition}"


def _no_clash(first: TextRow) -> str:
    return f"what line {first.line} says of the same partition or member"


def _read_members(views: Views, rows: list[TextRow]) -> None:
    found: dict[str, tuple[int, MemberRow]] = {}
    for row in rows:
        new = _member_row(row)
        line, first = found.setdefault(new.member.id, (row.line, new))
        if first != new:
            raise InvalidGroup(f"line {row.line}", new.member.id, f"what line {line} says of the same member")
    shown = {name: row for name, (_, row) in found.items()}
    earlier = {row.member.id: row for row in views.members or []}
    both = {name: _fuller_row(row, shown[name]) for name, row in earlier.items() if name in shown}
    fuller = {name: row for name, row in both.items() if row is not None}
    if len(fuller) < len(earlier):
        views.remark("the members view was given more than once; the last one is used")
        fuller = {}
    views.members = list({**shown, **fuller}.values())


def _fuller_row(first: MemberRow, second: MemberRow) -> MemberRow | None:
    """The row that says more of one member; None where they disagree. A view without --verbose says less."""
    for row, other in ((second, first), (first, second)):
        member = row.member.with_claims((), None)
        if other in {row, replace(row, member=member, names_topics=not row.partitions, target_epoch=None)}:
            return row
    return None


def _read_state(views: Views, rows: list[TextRow]) -> None:
    texts = [
        (_text(row, "STATE"), _text(row, "ASSIGNMENT-STRATEGY"), _number(row, "#MEMBERS", most=INT32)) for row in rows
    ]
    differs = next((place for place, text in enumerate(texts) if text != texts[0]), None)
    if differs is not None:
        raise InvalidGroup(f"line {rows[differs].line}", texts[differs][0], f"the state in line {rows[0].line}")
    state, strategy, count = texts[0]
    if state is not None and state not in GROUP_STATES:
        views.remark(f"the state {state!r} is ignored, because it is not one of {', '.join(GROUP_STATES)}")
        state = None
    if views.state is not None and (views.state, views.strategy, views.member_count) != (state, strategy, count):
        views.remark("the state view was given more than once; the last one is used")
    views.state, views.strategy, views.member_count = state, strategy, count


def _offsets_row(row: TextRow) -> OffsetsRow:
    topic = _text(row, "TOPIC")
    partition = _number(row, "PARTITION", most=MOST_PARTITIONS - 1)
    if topic is not None and not LEGAL_TOPIC.fullmatch(topic):
        raise InvalidGroup(f"line {row.line} TOPIC", topic, "a topic name, or -")
    if (topic is None) != (partition is None):
        raise InvalidGroup(
            f"line {row.line} PARTITION", row.cells["PARTITION"], "a partition id if there is a topic, otherwise -"
        )
    committed = _number(row, "CURRENT-OFFSET", most=INT64)
    end = _number(row, "LOG-END-OFFSET", most=INT64)
    lag = _plain_number(row.cells.get("LAG", ""))
    if committed is not None and end is not None and lag.lstrip("-").isdecimal() and int(lag) != end - committed:
        raise InvalidGroup(f"line {row.line} LAG", lag, f"{end - committed}, LOG-END-OFFSET less CURRENT-OFFSET")
    member, host, client = _text(row, "CONSUMER-ID"), _text(row, "HOST"), _text(row, "CLIENT-ID")
    if row.cells.get("OWNER", "none") != "none":
        member = row.cells["OWNER"]
        client, host = found.groups() if (found := _OWNER.fullmatch(member)) else (None, None)
        if host is None and not _ZOOKEEPER_ID.fullmatch(member):
            expected = (
                "CLIENT_/ADDRESS, or a thread such as GROUP_HOST-1448924411021-ab12cd34-0 (the row may be cut off)"
            )
            raise InvalidGroup(f"line {row.line} OWNER", member, expected)
    return OffsetsRow(topic, -1 if partition is None else partition, committed, end, member, host, client)


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
    notation, parts = (_COLONS, cell.split(";")) if ":" in cell else (_BRACKETS, _AFTER_BRACKET.split(cell))
    owned: dict[str, tuple[int, ...]] = {}
    for part in parts:
        found = notation.fullmatch(part)
        if found is None or found[1] in owned:
            expected = "an assignment such as t0:0,1;t1:2 or t0(0,1), t1(2), each topic once"
            raise InvalidGroup(f"line {row.line} {column}", part, expected)
        if not found[1]:
            return None
        ids = found[2].split(",")
        if len(set(ids)) < len(ids):
            raise InvalidGroup(f"line {row.line} {column}", part, "each partition once")
        if max(map(len, ids)) > 10 or max(map(int, ids)) >= MOST_PARTITIONS:
            raise InvalidGroup(f"line {row.line} {column}", part, f"partition ids below {MOST_PARTITIONS}")
        owned[found[1]] = tuple(sorted(map(int, ids)))
    return owned


def _plain_number(cell: str) -> str:
    """The number without separators of thousands."""
    return re.sub(r"[,._']", "", cell) if _THOUSANDS.fullmatch(cell) else cell


def _text(row: TextRow, column: str) -> str | None:
    cell = row.cells.get(column, "")
    is_missing = cell in {"", "-"} or (column in _NEVER_A_WORD and cell.lower() in _MISSING)
    return None if is_missing else cell


def _number(row: TextRow, column: str, *, most: int) -> int | None:
    cell = _text(row, column)
    # Releases up to 2.0 print -1 or "unknown" for an offset that nobody committed.
    if cell is None or cell == "unknown" or (cell == "-1" and column == "CURRENT-OFFSET"):
        return None
    cell = _plain_number(cell)
    if not (cell.isascii() and cell.isdecimal() and len(cell) <= 19 and int(cell) <= most):
        raise InvalidGroup(f"line {row.line} {column}", cell, f"a number from 0 to {most}, or -")
    return int(cell)
