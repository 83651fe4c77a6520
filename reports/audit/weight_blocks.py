"""The balance of weights in an audit with `--weights`: a section about all groups, and blocks for the page of one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from kafka_assay.pipeline.audit.audit_row import TODAY, AuditRow, Grade
from kafka_assay.pipeline.audit.extra_columns import WeightCell
from kafka_assay.reports.audit.records import GroupPage
from kafka_assay.reports.audit.tables import GROUP, ROWS_ON_PAGE, group_cell
from kafka_assay.reports.group_tables import hand_over_table
from kafka_assay.reports.render.blocks import (
    Block,
    Cell,
    Code,
    Column,
    Heading,
    Section,
    Tone,
    Value,
    number_cell,
    table_of,
    whole_section,
    words_of,
)
from kafka_assay.reports.wording.words import WEIGHT_UNITS, WEIGHT_WORDS, quantity

_STATUS = "proved: no plan is better; bounded: the search ended at its time limit"


def weighed_rows(rows: Sequence[AuditRow]) -> list[tuple[AuditRow, WeightCell]]:
    """The groups with a best plan by weight, largest difference first. A rebalancing group is not judged."""
    found = [
        (row, row.weighted)
        for row in rows
        if row.weighted is not None and row.weight_excess is not None and row.own_grade is not Grade.REBALANCING
    ]
    return sorted(found, key=lambda one: (-(one[0].weight_excess or 0), one[0].index))


def weight_sentence(rows: Sequence[AuditRow], by: str) -> str:
    """How many groups have a member with more weight than necessary, and the worst one."""
    word = WEIGHT_WORDS[by][0]
    found = weighed_rows(rows)
    behind = [row for row, _ in found if (row.weight_excess or 0) > 0]
    unknown = sum(1 for row in rows if row.weighted is not None and row.weighted.error is not None)
    share = f"in {len(behind):,} of {quantity(len(found), 'group')}"
    said = [f"By {word}: {share} the heaviest member has more than with the best plan found."]
    if behind:
        row, cell = found[0]
        figures = f"{_number(cell.most)}{WEIGHT_UNITS[by]} today, {_number(cell.best_most)} with that plan"
        said.append(f"Largest difference: {row.group}, {figures}.")
    if unknown:
        said.append(f"{quantity(unknown, 'group')} without a known {word} or without a plan.")
    return " ".join(said)


def weight_section(rows: Sequence[AuditRow], by: str, links: Mapping[int, str]) -> Section:
    """A row for each group: its heaviest member today, and with the best plan."""
    word, meaning = WEIGHT_WORDS[by]
    found = weighed_rows(rows)
    columns = (
        GROUP,
        Column(f"{word} today", f"of the heaviest member: {meaning}", numeric=True),
        Column(f"{word} best", "of the heaviest member of the best plan found", numeric=True),
        Column("today / best", "the first divided by the second", numeric=True),
        Column(f"{word} moved", f"the {word} that the best plan moves", numeric=True),
        Column("status", _STATUS),
    )
    table = table_of(
        f"Balance by {word}, largest difference first",
        columns,
        (_group_row(row, cell, links) for row, cell in found),
        sortable=True,
        searchable=len(found) > 10,
        rows_in_brief=10,
        rows_on_page=ROWS_ON_PAGE,
    )
    blocks = (weight_sentence(rows, by), *((table,) if found else ()))
    return whole_section("weights", f"Balance by {word}", *blocks)


def _group_row(row: AuditRow, cell: WeightCell, links: Mapping[int, str]) -> tuple[Value, ...]:
    return (
        group_cell(row, links),
        _weight_cell(cell.most, Tone.BAD if (row.weight_excess or 0) > 0 else None),
        _weight_cell(cell.best_most),
        number_cell(None if not cell.best_most else (cell.most or 0) / cell.best_most, 2),
        _weight_cell(cell.best_moved),
        cell.status or "",
    )


def weight_blocks(page: GroupPage, by: str) -> list[Block]:
    """The weight of the heaviest member today, with the best plan and with each assignor; who owns what then."""
    word, meaning = WEIGHT_WORDS[by]
    cells = {answer.target: answer.weighted for answer in page.answers if answer.weighted is not None}
    today, plan = cells.get(TODAY), page.weighted_plan
    if today is None or today.most is None or plan is None:
        return [] if today is None else [Heading(f"Balance by {word}"), f"{today.error}."]
    best = WeightCell(today.best_most, today.best_squares, today.best_moved)
    others = [(name, cell) for name, cell in cells.items() if name != TODAY]
    others.sort(key=lambda one: (one[1].most or 0, one[1].squares or 0, one[1].moved or 0))
    columns = (
        Column("answer", "today, the best plan found, the plain optimum, or an assignor"),
        Column("heaviest", f"the most {word} of a member: {meaning}", numeric=True),
        Column("Σ squares", f"sum of the squared {word} of all members", numeric=True),
        Column("moved", f"the {word} that leaves its present owner", numeric=True),
    )
    rows: Iterable[tuple[Value, ...]] = (
        (Code(name), *map(_weight_cell, (cell.most, cell.squares, cell.moved)))
        for name, cell in ((TODAY, today), (f"best by {word}", best), *others)
    )
    table = table_of(f"The heaviest member by {word}, with each answer", columns, rows, sortable=True)
    sentence = (
        f"The heaviest member has {_number(today.most)}{WEIGHT_UNITS[by]} today, and {_number(today.best_most)} with "
        f"the best plan found ({today.status}). This plan moves {_number(today.best_moved)}{WEIGHT_UNITS[by]}. "
        f"{_STATUS[0].upper()}{_STATUS[1:]}."
    )
    after = hand_over_table(page.group, page.assignments[TODAY], plan, f"the best plan by {word}", page.labels())
    return [Heading(f"Balance by {word}"), sentence, table, after]


def _number(value: float | None) -> str:
    return words_of(_weight_cell(value).line)


def _weight_cell(value: float | None, tone: Tone | None = None) -> Cell:
    return number_cell(value, 0 if value is None or value == int(value) else 2, tone)
