"""How many members a group should have: the table of counts and targets, and the sentences above it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from kafka_assay.assignors.model import Group
from kafka_assay.pipeline.whatif.change import Change
from kafka_assay.pipeline.whatif.member_counts import CountRow, CountTable
from kafka_assay.pipeline.whatif.what_if import present_assignor
from kafka_assay.properties.measures.subscriptions import count_assignable
from kafka_assay.properties.records.typed_record import write_record
from kafka_assay.reports.audit.tables import IDLE
from kafka_assay.reports.audit.what_if_blocks import UNKNOWN_START
from kafka_assay.reports.group_tables import text_of_ranges
from kafka_assay.reports.render.blocks import Block, Column, Lines, Table, TextLine, Value, table_of
from kafka_assay.reports.views.judgement import assumption_lines
from kafka_assay.reports.wording.safe_names import shorten
from kafka_assay.reports.wording.words import WEIGHT_UNITS, WEIGHT_WORDS, load_list, quantity, series, weight_text


@dataclass(frozen=True, slots=True, kw_only=True)
class CountReport:
    """The table of counts of one group. `by` are the weights, if some were asked for."""

    group: Group
    counts: range
    threads: int
    change: Change
    by: str | None
    table: CountTable

    def document(self) -> dict[str, Any]:
        """The counts as `assay-whatif/1`: without targets, with `counts`."""
        group, limit = self.group, self.table.limit
        return {
            "format": "assay-whatif/1",
            "group": group.name or "the group",
            "change": {"leave": [], "join": [], "grow": dict(self.change.grow), "restart": [], "rolling": 0},
            "strategy": group.strategy,
            "state": group.state,
            "present": present_assignor(group),
            "targets": [],
            "left_out": [write_record(one) for one in self.table.left_out],
            "threads": self.threads,
            "counts": [write_record(row, "loads") for row in self.table.rows],
            "comparable": self.table.comparable,
            "limit": None if limit is None else {**write_record(limit, "partition"), "partition": str(limit.partition)},
            "assumptions": list(group.assumptions),
        }

    def blocks(self) -> list[Block]:
        """At which counts the loads are equal or as even as possible, when members are idle; then the table."""
        lines = Lines((*map(TextLine, _sentences(self)), *assumption_lines(self.group.assumptions)))
        return [lines, _count_table(self)]


def _sentences(report: CountReport) -> list[str]:
    group, table, threads = report.group, report.table, report.threads
    noun = "members" if threads == 1 else f"replicas of {threads} members"
    size = f"{quantity(len(group.members), 'member')} today, {quantity(count_assignable(group), 'partition')}"
    first, last = report.counts[0], report.counts[-1]
    found = [f"{shorten(group.name or 'the group', 60)} ({size}) with {first:,} to {last:,} {noun}."]
    if report.by is not None:
        found.append(_limit_sentence(report, noun))
    equal = _by_target("All members have the same load", table.rows, lambda row: row.largest == row.smallest)
    even = _by_target("The loads are as even as possible", table.rows, lambda row: row.even)
    found += [
        equal or "At no count all members have the same load.",
        even or "At no count the loads are the best possible.",
    ]
    found.append(
        _by_target("Members are idle that could work", table.rows, lambda row: row.idle > table.fewest_idle[row.count])
    )
    idle = [count for count, number in table.fewest_idle.items() if number]
    if idle:
        found.append(f"From {idle[0]:,} {noun} on, some members have nothing to do, with every assignor.")
    found += [f"{one.target} is left out: {one.why}." for one in table.left_out]
    own = quantity(len(group.members), "member")
    way = f"Moves count on the way from {own}: new ones join, or the last ones leave."
    if not table.is_placed:
        way += " The ids of new ones can sort at several places: rows of range and roundrobin are those of one place."
    return [*filter(None, found), *([] if table.comparable else [UNKNOWN_START]), way]


def _limit_sentence(report: CountReport, noun: str) -> str:
    assert report.by is not None
    limit, (word, _) = report.table.limit, WEIGHT_WORDS[report.by]
    if limit is None:
        return f"By {word}: no partition has any, so every count is as good."
    unit = WEIGHT_UNITS["lag"] if report.by == "lag" else ""
    holds = f"{limit.partition} alone holds {weight_text(limit.weight)} of {weight_text(limit.total)}{unit}"
    if limit.enough is None:
        return f"By {word}, the heaviest member cannot have less than {weight_text(limit.weight)}: {holds}."
    enough = limit.enough
    own = len(report.group.members) / report.threads
    more = f"more {noun}" if enough <= own or limit.weight == limit.total else f"more than {enough:,} {noun}"
    # A target that goes by partitions alone may still profit from more members.
    if all((row.heaviest or 0) <= limit.weight for row in report.table.rows if row.count >= enough):
        return f"By {word}, {more} do not help: {holds}."
    as_light = _by_target("No member has more", report.table.rows, lambda row: (row.heaviest or 0) <= limit.weight)
    return f"By {word}, {more} do not help the best plan: {holds}. {as_light}".rstrip()


def _by_target(clause: str, rows: Sequence[CountRow], is_so: Callable[[CountRow], bool]) -> str:
    """At which counts something is so, with the targets that agree named together; "" if it never is."""
    counts: dict[str, list[int]] = {}
    for row in rows:
        counts.setdefault(row.target, []).extend([row.count] if is_so(row) else [])
    alike: dict[tuple[int, ...], list[str]] = {}
    for target, some in counts.items():
        alike.setdefault(tuple(some), []).append(target)
    parts = [
        f"at {', '.join(text_of_ranges(some))} with {'each target' if len(names) == len(counts) > 1 else series(names)}"
        for some, names in alike.items()
        if some
    ]
    return f"{clause} {'; '.join(parts)}." if parts else ""


def _count_table(report: CountReport) -> Table:
    """A row for each count and target. Targets with the same figures share a row."""
    weight = (
        [] if report.by is None else [Column("heaviest", f"the {WEIGHT_WORDS[report.by][0]} of the heaviest member")]
    )
    counts = [Column("replicas", numeric=True)] if report.threads > 1 else []
    columns = (
        *counts,
        Column("members", numeric=True),
        Column("target"),
        Column("loads", "partitions of each member", numeric=True),
        IDLE,
        Column("even", "=: all the same; yes: as even as possible"),
        *weight,
        Column("moved", "partitions that go from a member that stays to another one", numeric=True),
        Column("stops", "how often partitions lose their reader", numeric=True),
    )
    rows = (
        _values(report, row, names)
        for _, some in groupby(report.table.rows, key=lambda row: row.count)
        for row, names in _merged(some)
    )
    return table_of("", columns, rows)


def _merged(rows: Iterable[CountRow]) -> list[tuple[CountRow, list[str]]]:
    found: dict[tuple[object, ...], tuple[CountRow, list[str]]] = {}
    for row in rows:
        key = row.loads, row.moved, row.stops, row.heaviest
        found.setdefault(key, (row, []))[1].append(row.target)
    return list(found.values())


def _values(report: CountReport, row: CountRow, names: Sequence[str]) -> Iterable[Value]:
    if report.threads > 1:
        yield row.count
    yield from (row.members, ", ".join(names), load_list(row.loads), row.idle)
    yield "=" if row.largest == row.smallest else "yes" if row.even else "no"
    if report.by is not None:
        yield "" if row.heaviest is None else weight_text(row.heaviest)
    yield from (row.moved, row.stops)
