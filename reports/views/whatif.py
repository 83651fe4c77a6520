"""What a change of one group costs with each target: as data, and as blocks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from kafka_assay.assignors.hosted.targets import ReferenceTarget
from kafka_assay.assignors.interface import Promise
from kafka_assay.assignors.model import CONNECT, REBALANCING_STATES, Group
from kafka_assay.assignors.ownership import unassigned_partitions, valid_owners
from kafka_assay.assignors.reference.racks import do_racks_decide, rack_of
from kafka_assay.assignors.registry import OPTIMAL, SHIPPED
from kafka_assay.membership.rollout import JAVA
from kafka_assay.pipeline.audit.answer_figures import captured_assignment
from kafka_assay.pipeline.whatif.change import PlannedChange
from kafka_assay.pipeline.whatif.member_counts import heaviest_partition
from kafka_assay.pipeline.whatif.switching import client_of_members
from kafka_assay.pipeline.whatif.what_if import LeftOut, WhatIfOutcome, group_after_change, present_assignor
from kafka_assay.properties.measures.facts import holders
from kafka_assay.properties.measures.subscriptions import count_assignable
from kafka_assay.properties.records.typed_record import write_record
from kafka_assay.reports.audit.tables import HOST_SPREAD, IDLE, TOPIC_SPREAD
from kafka_assay.reports.audit.what_if_blocks import COSTS, SWITCH, UNKNOWN_START
from kafka_assay.reports.render.blocks import (
    Block,
    Bullets,
    Cell,
    Code,
    Column,
    Lines,
    Table,
    TextLine,
    Value,
    table_of,
)
from kafka_assay.reports.views.judgement import assumption_lines
from kafka_assay.reports.wording.safe_names import shorten
from kafka_assay.reports.wording.whatif_words import (
    change_clause,
    change_sentences,
    rank_by_loads,
    rank_by_stops,
    rank_by_weight,
    rollout_sentences,
)
from kafka_assay.reports.wording.words import OF_CONNECT, load_list, quantity, series, span_text, weight_text

ROUNDS = Column("rounds", "of each rebalance, or of all: 9 in 6 rebalances", numeric=True)
HEAVIEST = Column("heaviest", "the weight (records, with lag) of the heaviest member", numeric=True)
LOADS = Column("loads after", "partitions of each member", numeric=True)
MORE = "More: docs/understand/lives.md."
SWITCHES = "How each is done: docs/start/switch.md."


@dataclass(frozen=True, slots=True, kw_only=True)
class WhatIfReport:
    """A change in a group, and its outcome with each target, the present one first."""

    group: Group
    planned: PlannedChange
    targets: tuple[WhatIfOutcome, ...]
    left_out: tuple[LeftOut, ...] = ()
    best_loads: tuple[int, ...] = ()
    """The loads of the optimum afterwards, ascending."""
    by: str | None = None
    """The weights that were asked for."""

    def document(self) -> dict[str, Any]:
        """The what-if as `assay-whatif/1`."""
        group, planned = self.group, self.planned
        return {
            "format": "assay-whatif/1",
            "group": _name_of(group),
            "change": {
                "leave": list(planned.leaving),
                "join": [member.id for member in planned.joining],
                "grow": {topic: count for topic, _, count in planned.grown},
                "restart": list(planned.restarting),
                "rolling": planned.rolling,
            },
            "strategy": group.strategy,
            "state": group.state,
            "present": present_assignor(group),
            **write_record(self, "group", "planned", "by"),
            "assumptions": list(group.assumptions),
        }

    def blocks(self) -> list[Block]:
        """The ranking, what changes, and the figures of each target."""
        lines = Lines((*map(TextLine, _sentences(self)), *assumption_lines(self.group.assumptions)))
        if not self.group.members:
            return [lines]
        switches = tuple(rollout_sentences(self.group, self.targets))
        how: list[Block] = [Bullets(switches), SWITCHES] if switches else []
        return [lines, whatif_table(self), *how, MORE]


def _name_of(group: Group) -> str:
    return group.name or "the group"


def _sentences(report: WhatIfReport) -> list[str]:
    group, name = report.group, shorten(_name_of(report.group), 60)
    if not group.members and not report.planned.joining:
        return [f"{name} has no members, so nobody stops reading."]
    size = f"{quantity(len(group.members), 'member')}, {quantity(count_assignable(group), 'partition')}"
    by_weight = [] if report.by is None else _by_weight(report, report.by)
    ranked = (
        rank_by_stops(report.targets, report.best_loads, whole=_starts_whole(group))
        if report.planned.changes
        else rank_by_loads(report.targets, report.best_loads)
    )
    start = [f"{name} ({size}): {change_clause(report.planned)}.", *_today_sentence(report)]
    found = [" ".join([*start, *by_weight, *ranked])]
    today = next((outcome for outcome in report.targets if outcome.present), None)
    if today is not None and (report.planned.changes or today.moved):
        found.append(f"With {today.target}, its assignor today, {_cost(today)}.")
    elif report.planned.changes and len(ownerless := {one.ownerless for one in report.targets}) == 1 and any(ownerless):
        found.append(
            f"{quantity(ownerless.pop(), 'partition has', 'partitions have')} no owner when a rebalance begins."
        )
    family, present = client_of_members(group), present_assignor(group)
    if today is None and report.targets and present is not None:
        its = present if family in {None, JAVA} else f"{present} of {family}"
        found.append(f"{its}, its assignor today, was not asked.")
    if family not in {None, JAVA} and any(one.target in SHIPPED for one in report.targets):
        found.append(f"The rows are rules of Kafka's own classes; `assay list targets` names those of {family}.")
    found += change_sentences(report.planned)
    ranged = [one for one in report.targets if one.has_ranges]
    if ranged:
        over = "all places" if all(one.all_orders for one in ranged) else "many of the places"
        found.append(
            f"Where a range stands, the figure depends on how new ids sort: it covers {over} that they can have."
        )
    found += [*_racks_sentence(report), *(f"{one.target} is left out: {one.why}." for one in report.left_out)]
    if group.state in REBALANCING_STATES:
        found.append(f"The group was rebalancing when it was captured ({group.state}): it finishes that first.")
    if not all(one.comparable for one in report.targets):
        found.append(UNKNOWN_START)
    elif group.strategy == CONNECT:
        is_asked = any(one.target != OPTIMAL for one in report.targets)
        found.append(f"{OF_CONNECT}{' The rows show what their rules would do.' if is_asked else ''}")
    elif present is None:
        said = "does not say which assignor it runs" if group.strategy is None else f"runs {group.strategy!r}"
        found.append(f"The group {said}: each target counts from its own settled assignment.")
    return found


def _starts_whole(group: Group) -> bool:
    """Whether every partition has an owner when the change begins. A rebalance of today ends before."""
    return group.state in REBALANCING_STATES or len(valid_owners(group)) == count_assignable(group)


def _racks_sentence(report: WhatIfReport) -> list[str]:
    """Which of the shipped targets go by racks, where these decide: they may move partitions for them."""
    racks = [replicas for topic in report.group.topics for replicas in topic.replica_racks or ()]
    shipped = [one.target for one in report.targets if one.target in SHIPPED]
    aware = [name for name in shipped if Promise.RACKS in ReferenceTarget(name).promises]
    if not aware or not do_racks_decide(filter(None, map(rack_of, report.group.members)), racks):
        return []
    others = [name for name in shipped if name not in aware]
    ignored = f", {series(others, most=len(SHIPPED))} not" if others else ""
    verb = "moves" if len(aware) == 1 else "move"
    return [f"{series(aware, most=len(SHIPPED))} {verb} partitions to members in a rack of a replica{ignored}."]


def _today_sentence(report: WhatIfReport) -> list[str]:
    """Today's loads if nothing but the assignor changes; partitions that nobody owns, or several members."""
    group, today = report.group, captured_assignment(report.group)
    readers = holders(today)
    if not readers or group.state in REBALANCING_STATES:
        return []
    loads = load_list(sum(map(len, topics.values())) for topics in today.values())
    nobody, several = len(unassigned_partitions(group, today)), sum(len(some) > 1 for some in readers.values())
    said = [] if report.planned.changes else [f"the loads are {loads}"]
    said += [quantity(nobody, "partition has no owner", "partitions have no owner")] if nobody else []
    said += [quantity(several, "partition has several owners", "partitions have several owners")] if several else []
    return [f"Today {series(said)}."] if said else []


def _by_weight(report: WhatIfReport, by: str) -> list[str]:
    """The ranking, and the partition that limits every plan."""
    said = rank_by_weight(report.targets, report.best_loads, by)
    found = heaviest_partition(group_after_change(report.group, report.planned), by)
    if found is None or not said:
        return said
    partition, weight, total = found[0], *(weight_text(float(one)) for one in found[1:])
    limit = f"No plan leaves it less than {weight}: {partition} alone holds that, of {total} in all."
    return [*said, limit, f"`assay optimum --weights {by}` finds the best plan."]


def _cost(outcome: WhatIfOutcome) -> str:
    moved = span_text(outcome.moved, outcome.moves_range)
    interrupted = span_text(outcome.interrupted, outcome.interrupted_range)
    moves = f"{moved} {'partition moves' if outcome.moved == 1 else 'partitions move'}"
    unread = f"{interrupted} of {outcome.partitions:,} have no reader for some time"
    if outcome.unassigned:
        unread += f"; {outcome.unassigned:,} {'stays' if outcome.unassigned == 1 else 'stay'} without one"
    if not outcome.ownerless:
        return f"{moves}, and {unread}"
    verb = "has" if outcome.ownerless == 1 else "have"
    return f"{moves}, {outcome.ownerless:,} {verb} no owner when a rebalance begins, and {unread}"


def whatif_table(report: WhatIfReport) -> Table:
    """A row for each target: what was asked comes first. Columns that say nothing are left out."""
    moved, ownerless, _, stops = COSTS
    loads = (HEAVIEST, LOADS, IDLE, TOPIC_SPREAD, SWITCH, HOST_SPREAD)
    columns: tuple[Column, ...] = (*COSTS, ROUNDS, *loads) if report.planned.changes else (*loads, moved, stops)
    rows = [(one, _cells(one)) for one in report.targets]
    said = {column: {cells[column] for _, cells in rows} for column in columns}
    # A line above the table says what all have in common.
    dull = {IDLE: {"0"}, moved: set() if report.planned.changes else {"0"}, ownerless: said.get(ownerless)}
    columns = tuple(one for one in columns if said[one] != {""} and said[one] != dull.get(one))
    shown: Iterable[tuple[Value, ...]] = (
        (Cell(line=(Code(one.target), " *" if one.present else "")), *(cells[at] for at in columns))
        for one, cells in rows
    )
    named = Column("target", "* runs today" if any(one.present for one in report.targets) else "the assignor")
    return table_of("", (named, *columns), shown)


def _cells(one: WhatIfOutcome) -> dict[Column, str]:
    """Column -> its text; empty where the target has no such figure."""
    moved, ownerless, interrupted, stops = COSTS
    return {
        moved: span_text(one.moved, one.moves_range),
        ownerless: span_text(one.ownerless),
        interrupted: span_text(one.interrupted, one.interrupted_range),
        stops: span_text(one.stops, one.stops_range),
        ROUNDS: rounds_words(one),
        HEAVIEST: span_text(one.heaviest, one.heaviest_range, weight_text),
        LOADS: load_list(one.loads_range or one.loads.values()),
        IDLE: span_text(one.idle, one.idle_range),
        TOPIC_SPREAD: span_text(one.topic_spread, one.topic_spread_range, "{:,.3g}".format),
        HOST_SPREAD: span_text(one.host_spread, one.host_spread_range),
        SWITCH: span_text(one.switch),
    }


def rounds_words(outcome: WhatIfOutcome) -> str:
    """The rounds of each rebalance: `2`, `1 + 2` if members restart and return, `9 in 6` of a rolling deploy."""
    counts = Counter(one.number for one in outcome.rounds).values()
    if len(counts) > 3:
        return f"{sum(counts):,} in {len(counts):,}"
    return " + ".join(map(str, counts)) or "0"
