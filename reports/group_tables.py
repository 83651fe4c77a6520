"""Tables of one group: what each member has, what it gives up and receives, and the places of its partitions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from kafka_assay.assignors.model import Assignment, Group, Member
from kafka_assay.assignors.ownership import valid_owners_by_topic
from kafka_assay.properties.measures.lags import member_lags
from kafka_assay.properties.measures.places import placement
from kafka_assay.properties.measures.topology import topology
from kafka_assay.reports.render.blocks import Block, Cell, Code, Column, Line, Table, Value, table_of, text_cell
from kafka_assay.reports.wording.safe_names import shorten

MOST_MEMBERS = 200
"""The most rows of the table. Members with the most changes come first."""
MOST_SHOWN = 60
"""The most rows on a terminal."""
MOST_RANGES = 40
"""The most ranges of ids named in a cell. The rest is counted."""


def text_of_ranges(ids: Iterable[int]) -> list[str]:
    """
    Partition ids, with neighbours joined into ranges.

    >>> text_of_ranges([7, 0, 1, 2])
    ['0–2', '7']
    """
    found: list[str] = []
    ordered = sorted(set(ids))
    place = 0
    while place < len(ordered):
        end = place
        while end + 1 < len(ordered) and ordered[end + 1] == ordered[end] + 1:
            end += 1
        found.append(f"{ordered[place]}" if end == place else f"{ordered[place]}–{ordered[end]}")
        place = end + 1
    return found


def partitions_of(answer: Assignment, member: str) -> set[tuple[str, int]]:
    """The partitions of a member, by topic and id."""
    return {(topic, partition) for topic, ids in answer.get(member, {}).items() for partition in ids}


def partition_list(partitions: Iterable[tuple[str, int]], sign: str = "") -> str:
    """
    Partitions by topic, each topic with `sign` before it. A long list ends with the number of the rest.

    >>> partition_list(partitions_of({"C0": {"orders": [0, 1, 2, 7], "audit": [0]}}, "C0"), sign="+")
    '+audit 0; +orders 0–2 7'
    """
    parts: list[str] = []
    room, left_out = MOST_RANGES, 0
    for topic, some in groupby(sorted(partitions), key=itemgetter(0)):
        ids = [partition for _, partition in some]
        named = text_of_ranges(ids)
        if room <= 0:
            left_out += len(ids)
            continue
        more = f" … ({len(ids):,} in all)" if len(named) > room else ""
        parts.append(f"{sign}{shorten(topic, 40)} {' '.join(named[:room])}{more}")
        room -= len(named)
    if left_out:
        parts.append(f"{sign}{left_out:,} more")
    return "; ".join(parts)


def hand_over_table(group: Group, today: Assignment, then: Assignment, target: str, labels: Mapping[str, str]) -> Table:
    """
    A row for each member: what it keeps, gives up (−) and receives (+) under `target`, and its lag if that is known.

    A member has its full id. Its label, which figures show, follows if the id does not begin with it.
    """
    rows = []
    lags = [member_lags(group, answer) for answer in (today, then)]
    for member in group.members:
        before, after = partitions_of(today, member.id), partitions_of(then, member.id)
        rows.append((-len(before ^ after), member.id, member.host, before, after))
    rows.sort(key=lambda row: row[:2])
    changing = sum(1 for row in rows if row[0])
    left_out = len(rows) - MOST_MEMBERS
    more = f" Only the {MOST_MEMBERS} members with the most changes are shown." if left_out > 0 else ""
    columns = (
        Column("member", "its id; in brackets its name in the figures"),
        Column("host", "where the member runs"),
        Column("today", "its partitions now", numeric=True),
        Column("after", f"its partitions with {target}", numeric=True),
        *(_LAGS if lags[0] is not None else ()),
        Column("gives up", "partitions that leave this member, by topic"),
        Column("receives", "partitions that come to this member"),
        Column("keeps", "partitions that stay"),
    )
    cells: Iterable[tuple[Value, ...]] = (
        (
            Cell(line=_member(member, labels[member])),
            host or "",
            len(before),
            len(after),
            *(one[member] for one in lags if one is not None),
            _partitions_cell(before - after, "−"),
            _partitions_cell(after - before, "+"),
            _partitions_cell(before & after),
        )
        for _, member, host, before, after in rows[:MOST_MEMBERS]
    )
    caption = f"Ownership with {target}: {changing:,} of {len(rows):,} members change. − given up, + received.{more}"
    return table_of(caption, columns, cells, sortable=True, rows_in_brief=20)


_LAGS = (
    Column("lag today", "records that it still has to read, over its partitions now", numeric=True),
    Column("lag after", "the same records, over its partitions afterwards", numeric=True),
)


def _member(member: str, label: str) -> Line:
    return (Code(member),) if member.startswith(label) else (Code(member), f" ({label})")


def _partitions_cell(partitions: Collection[tuple[str, int]], sign: str = "") -> Cell:
    return text_cell(partition_list(partitions, sign), len(partitions))


def member_blocks(
    group: Group, answer: Assignment, title: str, more: Mapping[str, Mapping[str, str]] | None = None
) -> list[Block]:
    """A row for each of the first members: how much it has, what it kept, gained and lost. `more` are more columns."""
    shown, figures = group.members[:MOST_SHOWN], more or {}
    owners = _owners_beside(group, shown)
    rows = []
    for member in shown:
        topics, has = answer.get(member.id, {}), partitions_of(answer, member.id)
        had = {claim for claim in member.claims() if owners.get(claim.topic, {}).get(claim.partition) == member.id}
        counts = sum(map(len, topics.values())), len(has & had), len(has - had), len(had - has)
        owned = "; ".join(f"{topic} {' '.join(text_of_ranges(ids))}" for topic, ids in sorted(topics.items()) if ids)
        rows.append((member.id, *(one[member.id] for one in figures.values()), *map(str, counts), owned))
    numbers = (Column(name, numeric=True) for name in (*figures, "load", "kept", "gained", "lost"))
    table = table_of(title, (Column("member"), *numbers, Column("partitions")), rows)
    hidden = len(group.members) - len(shown)
    return [table, *([f"{hidden:,} more members are not shown. --json lists them all."] if hidden else [])]


def _owners_beside(group: Group, shown: Sequence[Member]) -> dict[str, dict[int, str]]:
    """The valid owners of what the members in `shown` claim, by topic. Most claims in a large group do not matter."""
    claimed: dict[str, set[int]] = defaultdict(set)
    for member in shown:
        for topic, ids in member.owned:
            claimed[topic].update(ids)
    rivals = [
        member.with_claims(
            tuple((topic, ids) for topic, ids in member.owned if not claimed[topic].isdisjoint(ids)), member.generation
        )
        for member in group.members
    ]
    return valid_owners_by_topic(group.with_members(tuple(rivals)))


class TopologyMeasure(NamedTuple):
    """One column: its key in a topology, its title, its meaning, and its number format."""

    key: str
    title: str
    meaning: str
    form: str = ".2f"


PLACES = (
    TopologyMeasure("idle_members", "idle", "members without a partition", ",.0f"),
    TopologyMeasure("host_peak", "host peak/mean", "load of the most loaded host divided by the mean; 1 is even"),
    TopologyMeasure("idle_hosts", "idle hosts", "hosts without a partition", ",.0f"),
    TopologyMeasure(
        "first_quarter",
        "first quarter",
        "share of partitions on the first quarter of the hosts, by name; 25 % is even",
        ".0%",
    ),
    TopologyMeasure("rank_bias", "rank bias", "Kendall's tau-b of sort position and load; 0 is none"),
    TopologyMeasure("reach", "topic reach", "hosts that read a topic divided by those that could; mean over topics"),
    TopologyMeasure(
        "over_bound",
        "share/bound",
        "largest share of a topic on one host divided by the least possible; mean over topics",
    ),
    TopologyMeasure("one_host", "one host", "topics with several partitions that are read on a single host", ".0%"),
    TopologyMeasure("blast_radius", "blast", "largest share of topics of which one host reads more than half", ".0%"),
)
"""The measures of any answer to a group with known hosts."""


def places_cell(measure: TopologyMeasure, figures: Mapping[str, float | None]) -> Cell:
    """The figure of an answer; an empty cell if it is undefined."""
    value = figures[measure.key]
    if value is None:
        return text_cell("", "")
    # Adding 0 turns -0 into 0. A rounded bias may be -0.
    text = format(round(value, 6) + 0.0, measure.form)
    return text_cell("0.00" if text == "-0.00" else text, float(value))


def hosts_table(group: Group, answers: Iterable[tuple[str, Assignment]]) -> Table | None:
    """A row for each answer to `group`, in partitions; None if hosts are unknown or all the same."""
    placed = [(name, placement(group, answer)) for name, answer in answers]
    rows = [(name, asdict(topology(one))) for name, one in placed if one is not None and len(one.hosts) > 1]
    if not rows:
        return None
    columns = (
        Column("answer", "the present assignment, or the assignor that answered"),
        *(Column(measure.title, measure.meaning, numeric=True) for measure in PLACES),
    )
    cells: list[list[Value]] = [[Code(name), *(places_cell(one, figures) for one in PLACES)] for name, figures in rows]
    return table_of("Placement by host and topic", columns, cells, sortable=True, rows_in_brief=20)
