"""What a change of one group costs with each target: as data, and as blocks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from kafka_assay.assignors.model import REBALANCING_STATES, Group
from kafka_assay.assignors.registry import SHIPPED
from kafka_assay.pipeline.whatif.change import PlannedChange
from kafka_assay.pipeline.whatif.what_if import LeftOut, WhatIfOutcome, present_assignor
from kafka_assay.properties.measures.subscriptions import count_assignable
from kafka_assay.properties.records.typed_record import write_record
from kafka_assay.reports.audit.what_if_blocks import COSTS, SWITCH
from kafka_assay.reports.render.blocks import Block, Cell, Code, Column, Lines, Prose, Table, TextLine, text_cell
from kafka_assay.reports.views.judgement import assumption_lines
from kafka_assay.reports.wording.change_words import change_clause, change_sentences
from kafka_assay.reports.wording.safe_names import shorten
from kafka_assay.reports.wording.words import load_list, quantity, series

COLUMNS = (
    Column("target", "* runs today"),
    *COSTS,
    Column("rounds"),
    Column("loads after", numeric=True),
    SWITCH,
)
MORE = "More: docs/understand/lives.md."


@dataclass(frozen=True, slots=True, kw_only=True)
class WhatIfReport:
    """A change in a group, and its outcome with each target, the present one first."""

    group: Group
    planned: PlannedChange
    targets: tuple[WhatIfOutcome, ...]
    left_out: tuple[LeftOut, ...] = ()

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
                "restart": [*planned.dynamic, *planned.static],
            },
            "strategy": group.strategy,
            "state": group.state,
            "present": present_assignor(group),
            **write_record(self, "group", "planned"),
            "assumptions": list(group.assumptions),
        }


def _name_of(group: Group) -> str:
    return group.name or "the group"


def whatif_blocks(report: WhatIfReport) -> list[Block]:
    """The answer, what changes, who stops the fewest partitions, and the figures of each target."""
    lines = Lines((*map(TextLine, _sentences(report)), *assumption_lines(report.group.assumptions)))
    return [lines, whatif_table(report), Prose((MORE,))] if report.group.members else [lines]


def _sentences(report: WhatIfReport) -> list[str]:
    group, name = report.group, shorten(_name_of(report.group), 60)
    if not group.members and not report.planned.joining:
        return [f"{name} has no members, so nobody stops reading."]
    size = f"{quantity(len(group.members), 'member')}, {quantity(count_assignable(group), 'partition')}"
    headline = f"{name} ({size}): {change_clause(report.planned)}."
    today = next((outcome for outcome in report.targets if outcome.present), None)
    if today is not None:
        headline += f" With {today.target}, its assignor today, {_cost(today)}."
    found = [headline, *change_sentences(report.planned), *_calmest(report.targets)]
    found += [f"{one.target} is left out: {one.why}." for one in report.left_out]
    if group.state in REBALANCING_STATES:
        found.append(f"The group was rebalancing when it was captured ({group.state}): it finishes that first.")
    if present_assignor(group) is None:
        said = "does not say which assignor it runs" if group.strategy is None else f"runs {group.strategy!r}"
        found.append(f"The group {said}: each target counts from its own settled assignment.")
    return found


def _cost(outcome: WhatIfOutcome) -> str:
    moves = f"{quantity(outcome.moved, 'partition')} {'moves' if outcome.moved == 1 else 'move'}"
    unread = f"{outcome.interrupted:,} of {outcome.partitions:,} have no reader for some time"
    if outcome.unassigned:
        unread += f"; {outcome.unassigned:,} {'stays' if outcome.unassigned == 1 else 'stay'} without one"
    if not outcome.ownerless:
        return f"{moves}, and {unread}"
    verb = "has" if outcome.ownerless == 1 else "have"
    return f"{moves}, {outcome.ownerless:,} {verb} no owner when a rebalance begins, and {unread}"


def _calmest(outcomes: Sequence[WhatIfOutcome]) -> list[str]:
    """A sentence about the shipped assignors that stop partitions least often, if there are several to compare."""
    shipped = [outcome for outcome in outcomes if outcome.target in SHIPPED]
    if len(shipped) < 2:
        return []
    least = min(outcome.stops for outcome in shipped)
    names = [outcome.target for outcome in shipped if outcome.stops == least]
    if len(names) == len(shipped):
        return [f"With all assignors that Kafka ships, partitions lose their reader equally often: {least:,} times."]
    stop = "stops" if len(names) == 1 else "stop"
    return [f"Of the assignors that Kafka ships, {series(names)} {stop} partitions least often: {least:,} times."]


def whatif_table(report: WhatIfReport) -> Table:
    """A row for each target."""
    rows = (
        (
            Cell(line=(Code(one.target), " *" if one.present else "")),
            text_cell(f"{one.moved:,}"),
            text_cell(f"{one.ownerless:,}"),
            text_cell(f"{one.interrupted:,} of {one.partitions:,}"),
            text_cell(f"{one.stops:,}"),
            text_cell(rounds_words(one)),
            text_cell(load_list(one.loads.values())),
            text_cell("" if one.switch is None else f"{one.switch:,}"),
        )
        for one in report.targets
    )
    return Table(caption="", columns=COLUMNS, rows=tuple(rows))


def rounds_words(outcome: WhatIfOutcome) -> str:
    """The rounds of each rebalance: `2`, or `1 + 2` if restarted members cause a second one on their return."""
    counts = [len(list(rounds)) for _, rounds in groupby(outcome.rounds, key=lambda one: one.rebalance)]
    return " + ".join(map(str, counts)) or "0"
