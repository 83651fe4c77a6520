"""
What-ifs on a group's page: the four usual ones, and the change of the audit if there is one.

Both have a table with a row for each assignor.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kafka_assay.assignors.model import Group
from kafka_assay.pipeline.audit.audit_row import AuditRow
from kafka_assay.pipeline.audit.extra_columns import WhatIfCell
from kafka_assay.pipeline.whatif.change import plan_change
from kafka_assay.pipeline.whatif.what_if import WhatIfOutcome, usual_changes
from kafka_assay.properties.measures.spread import idle_members
from kafka_assay.reports.audit.tables import HOST_SPREAD, IDLE, TOPIC_SPREAD, loads_value
from kafka_assay.reports.render.blocks import (
    Block,
    Bullets,
    Cell,
    Code,
    Column,
    Heading,
    Line,
    Strong,
    Table,
    Value,
    number_cell,
    table_of,
    text_cell,
)
from kafka_assay.reports.wording.safe_names import FULL_IDS, ShortNames
from kafka_assay.reports.wording.whatif_words import change_clause
from kafka_assay.reports.wording.words import quantity, span_text


def what_if_blocks(
    group: Group, what_ifs: Mapping[str, Sequence[WhatIfOutcome]], names: ShortNames = FULL_IDS
) -> list[Block]:
    """The usual what-ifs of `group`, with short `names` of members; nothing if none was asked."""
    if not what_ifs:
        return []
    changes = usual_changes(group)
    clauses = {name: change_clause(plan_change(group, changes[name]), names) for name in what_ifs}
    sentences = Bullets(tuple(_sentence(name, clauses[name], outcomes) for name, outcomes in what_ifs.items()))
    is_known = all(one.comparable for outcomes in what_ifs.values() for one in outcomes)
    meaning = MEANING if is_known else f"{MEANING} {UNKNOWN_START}"
    return [Heading("What if"), meaning, sentences, _table(what_ifs, clauses)]


COSTS = (
    Column("moved", "partitions that go from a member that stays to another one", numeric=True),
    Column("ownerless", "no owner when a rebalance began", numeric=True),
    Column("interrupted", "was read, and has no reader for some time", numeric=True),
    Column("stops", "how often partitions lost their reader, in total", numeric=True),
)
"""What a change costs."""
SWITCH = Column(
    "switch",
    "partitions that move once, if the group changes to this assignor; the other figures count from there",
    numeric=True,
)
MEANING = (
    "Moved: partitions that go from a member that stays to another one. Interrupted: partitions that somebody read, "
    "and that have no reader for some time. An eager assignor interrupts all, a cooperative one and the broker's only "
    "what moves. The present assignor counts from today, every other one from its own settled assignment."
)
UNKNOWN_START = (
    "Nobody owns a partition in this file, so the present assignment is unknown. Every row starts from the assignor's "
    "own settled assignment, and no switch has a price."
)


def audit_change_blocks(answers: Sequence[AuditRow]) -> list[Block]:
    """The cost of the audit's own change; none if the audit has no change."""
    rows = [(answer.target, answer.what_if) for answer in answers if answer.what_if is not None]
    heading = Heading("The change of this audit")
    impossible = [cell.error for _, cell in rows if cell.impossible]
    if not rows:
        return []
    if impossible:
        return [heading, f"It is impossible in this group: {impossible[0]}."]
    columns = (
        Column("assignor", "the assignor that carries out the change"),
        *COSTS,
        Column("rounds", "of all rebalances", numeric=True),
        Column("loads", "least to most loaded member afterwards", numeric=True),
        *(IDLE, TOPIC_SPREAD, HOST_SPREAD, SWITCH),
    )
    caption = "The cost of the change of this audit (its options are under How this was measured)"
    costs = (_audit_row(target, cell) for target, cell in rows if cell.error is None)
    table = table_of(caption, columns, costs, sortable=True)
    unknown = [] if all(cell.comparable for _, cell in rows) else [UNKNOWN_START]
    failed = Bullets(tuple((Code(target), f" {cell.error}") for target, cell in rows if cell.error is not None))
    return [heading, *unknown, table, *([failed] if failed.lines else [])]


def _audit_row(target: str, cell: WhatIfCell) -> tuple[Value, ...]:
    loads = cell.loads or (0,)
    return (
        Code(target),
        text_cell(span_text(cell.moved or 0, cell.moves_range), cell.moved),
        *(cell.ownerless, cell.interrupted, cell.stops, cell.rounds),
        loads_value(loads[0], loads[-1]),
        idle_members(cell.loads or ()),
        number_cell(cell.topic_spread, 2),
        *(cell.host_spread, cell.switch),
    )


def _sentence(name: str, clause: str, outcomes: Sequence[WhatIfOutcome]) -> Line:
    if not outcomes:
        return Strong(name), f": {clause}."
    first = outcomes[0]
    verb = "has" if first.ownerless == 1 else "have"
    after = f", {first.unassigned:,} without an owner afterwards" if first.unassigned else ""
    cost = f"{quantity(first.ownerless, 'partition')} {verb} no owner before ({first.target}), "
    return Strong(name), f": {clause}. {cost}{quantity(first.rebalances, 'rebalance')}{after}."


def _table(what_ifs: Mapping[str, Sequence[WhatIfOutcome]], clauses: Mapping[str, str]) -> Table:
    targets = dict.fromkeys(outcome.target for outcomes in what_ifs.values() for outcome in outcomes)
    columns = (
        Column("assignor", "today: the one that the group runs"),
        SWITCH,
        *(
            Column(f"{name}: {figure}", f"{figure} partitions, if {clause}", numeric=True)
            for name, clause in clauses.items()
            for figure in ("moved", "interrupted")
        ),
    )
    caption = "The cost of four changes, with each assignor that Kafka ships and with the optimum"
    return table_of(caption, columns, (_row(target, list(what_ifs.values())) for target in targets), sortable=True)


def _row(target: str, what_ifs: Sequence[Sequence[WhatIfOutcome]]) -> tuple[Value, ...]:
    mine = [next((outcome for outcome in outcomes if outcome.target == target), None) for outcomes in what_ifs]
    known = [outcome for outcome in mine if outcome is not None]
    today = " (today)" if any(outcome.present for outcome in known) else ""
    figures = (figure for outcome in mine for figure in _moved_and_interrupted(outcome))
    return Cell(line=(Code(target), today)), known[0].switch, *figures


def _moved_and_interrupted(one: WhatIfOutcome | None) -> tuple[Value, Value]:
    if one is None:
        return None, None
    return (
        text_cell(span_text(one.moved, one.moves_range), one.moved),
        text_cell(span_text(one.interrupted, one.interrupted_range), one.interrupted),
    )
