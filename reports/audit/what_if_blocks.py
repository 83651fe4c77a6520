"""
What-ifs on a group's page: the four usual ones, and the change of the audit if there is one.

Both have a table with a row for each assignor.
"""

from __future__ import annotations

from collections.abc import Sequence

from kafka_assay.assignors.model import Group
from kafka_assay.assignors.registry import OPTIMAL, SHIPPED
from kafka_assay.pipeline.audit.what_if_column import WhatIfCell
from kafka_assay.pipeline.whatif.usual_changes import UsualWhatIf, usual_what_ifs
from kafka_assay.pipeline.whatif.what_if import WhatIfOutcome
from kafka_assay.properties.measures.subscriptions import count_assignable
from kafka_assay.reports.audit.records import AuditedAnswer
from kafka_assay.reports.audit.tables import loads_cell, number_cell
from kafka_assay.reports.render.blocks import Block, Bullets, Cell, Code, Column, Heading, Line, Prose, Strong, Table
from kafka_assay.reports.wording.change_words import change_clause
from kafka_assay.reports.wording.short_names import FULL_IDS, ShortNames
from kafka_assay.reports.wording.words import quantity

MOST_ASKED = 2_000
"""The most partitions of a group whose what-ifs are computed: about a second of work."""


def what_if_blocks(group: Group, names: ShortNames = FULL_IDS) -> list[Block]:
    """
    The what-ifs of `group`, with short `names` of members.

    None for a group without members, and for a very large one.
    """
    if count_assignable(group) > MOST_ASKED:
        return []
    found = usual_what_ifs(group, (*SHIPPED, OPTIMAL))
    if not found:
        return []
    sentences = Bullets(tuple(_sentence(one, names) for one in found))
    return [Heading("What if"), Prose((MEANING,)), sentences, _table(found, names)]


SWITCH = "partitions that move once, if the group changes to this assignor; the other figures count from there"

MEANING = (
    "Moved: partitions that go from a member that stays to another one. Interrupted: partitions that somebody read, "
    "and that have no reader for some time. An eager assignor interrupts all, a cooperative one and the broker's only "
    "what moves. The present assignor counts from today, every other one from its own settled assignment."
)


def audit_change_blocks(answers: Sequence[AuditedAnswer]) -> list[Block]:
    """The cost of the audit's own change; none if the audit has no change."""
    rows = [(answer.target, answer.what_if) for answer in answers if answer.what_if is not None]
    if not rows:
        return []
    impossible = next((cell.error for _, cell in rows if cell.impossible), None)
    if impossible is not None:
        return [Heading("The change of this audit"), Prose((f"It is impossible in this group: {impossible}.",))]
    table = Table(
        caption="The cost of the change of this audit (its options are under How this was measured)",
        columns=(
            Column(title="assignor", meaning="the assignor that carries out the change"),
            Column(title="moved", meaning="from a member that stays to another one", numeric=True),
            Column(title="ownerless", meaning="no owner when a rebalance began", numeric=True),
            Column(title="interrupted", meaning="was read, and has no reader for some time", numeric=True),
            Column(title="stops", meaning="how often partitions lost their reader, in total", numeric=True),
            Column(title="rounds", meaning="of all rebalances", numeric=True),
            Column(title="loads", meaning="least to most loaded member afterwards", numeric=True),
            Column(title="switch", meaning=SWITCH, numeric=True),
        ),
        rows=tuple(_audit_row(target, cell) for target, cell in rows if cell.error is None),
        sortable=True,
    )
    failed = Bullets(tuple((Code(target), f" {cell.error}") for target, cell in rows if cell.error is not None))
    return [Heading("The change of this audit"), table, *([failed] if failed.lines else [])]


def _audit_row(target: str, cell: WhatIfCell) -> tuple[Cell, ...]:
    loads = cell.loads or (0,)
    figures = cell.moved, cell.ownerless, cell.interrupted, cell.stops, cell.rounds
    return (
        Cell(line=(Code(target),)),
        *map(number_cell, figures),
        loads_cell(loads[0], loads[-1]),
        number_cell(cell.switch),
    )


def _sentence(one: UsualWhatIf, names: ShortNames) -> Line:
    outcome = next(iter(one.outcomes), None)
    if outcome is None:
        return Strong(one.name), f": {change_clause(one.planned, names)}."
    ownerless = quantity(outcome.ownerless, "partition")
    verb = "has" if outcome.ownerless == 1 else "have"
    rebalances = quantity(len({figures.rebalance for figures in outcome.rounds}), "rebalance")
    after = f", {outcome.unassigned:,} without an owner afterwards" if outcome.unassigned else ""
    cost = f"{ownerless} {verb} no owner before ({outcome.target}), {rebalances}{after}."
    return Strong(one.name), f": {change_clause(one.planned, names)}. {cost}"


def _table(found: Sequence[UsualWhatIf], names: ShortNames) -> Table:
    targets = list(dict.fromkeys(outcome.target for one in found for outcome in one.outcomes))
    columns = [
        Column(title=f"{one.name}: {figure}", meaning=f"{figure} partitions, if {clause}", numeric=True)
        for one, clause in ((one, change_clause(one.planned, names)) for one in found)
        for figure in ("moved", "interrupted")
    ]
    return Table(
        caption="The cost of four changes, with each assignor that Kafka ships and with the optimum",
        columns=(
            Column(title="assignor", meaning="today: the one that the group runs"),
            Column(title="switch", meaning=SWITCH, numeric=True),
            *columns,
        ),
        rows=tuple(_row(target, found) for target in targets),
        sortable=True,
    )


def _row(name: str, found: Sequence[UsualWhatIf]) -> tuple[Cell, ...]:
    outcomes = [next((outcome for outcome in one.outcomes if outcome.target == name), None) for one in found]
    today = " (today)" if any(outcome is not None and outcome.present for outcome in outcomes) else ""
    switch = next((outcome.switch for outcome in outcomes if outcome is not None), None)
    figures = [cell for outcome in outcomes for cell in _cells(outcome)]
    return Cell(line=(Code(name), today)), number_cell(switch), *figures


def _cells(outcome: WhatIfOutcome | None) -> tuple[Cell, Cell]:
    if outcome is None:
        return number_cell(None), number_cell(None)
    return number_cell(outcome.moved), number_cell(outcome.interrupted)
