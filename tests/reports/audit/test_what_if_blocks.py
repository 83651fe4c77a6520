from __future__ import annotations

from kafka_assay.assignors.model import Group
from kafka_assay.pipeline.audit.extra_columns import WhatIfCell
from kafka_assay.pipeline.audit.page_facts import find_page_facts
from kafka_assay.reports.audit.what_if_blocks import audit_change_blocks, what_if_blocks
from kafka_assay.reports.render.blocks import Block, Bullets, Code, Prose, Table
from tests.pipeline.whatif.groups import THREE_OF_NINE
from tests.reports.audit.test_group_page import OPTIMAL, TODAY, all_of, section_of
from tests.reports.audits import answer


def asked_blocks(group: Group) -> list[Block]:
    """Return the blocks about the usual what-ifs of `group`."""
    return what_if_blocks(group, find_page_facts(0, group).what_ifs)


def test_table_shows_the_costs_and_sentences_say_what_changes() -> None:
    """The cost of the switch, and two figures for each change."""
    table = next(
        block for block in all_of(section_of(TODAY, OPTIMAL), Table) if block.caption.startswith("The cost of")
    )
    assert 10 == len(table.columns)

    table = next(block for block in asked_blocks(THREE_OF_NINE) if isinstance(block, Table))
    sticky = next(row for row in table.rows if row[0].line[0] == Code("sticky"))
    assert (7, 10) == (len(table.rows), len(table.columns))
    assert ["0", "0", "27", "6", "27", "18", "27", "0", "27"] == [cell.line[0] for cell in sticky[1:]]
    bullets = next(block for block in asked_blocks(THREE_OF_NINE) if isinstance(block, Bullets))
    assert [
        ": a leaves. 9 partitions have no owner before (range), 1 rebalance.",
        ": one member joins. 0 partitions have no owner before (range), 1 rebalance.",
        ": 2 members restart. 18 partitions have no owner before (range), 2 rebalances.",
        ": t grows from 27 to 54 partitions. 27 partitions have no owner before (range), 1 rebalance.",
    ] == [line[1] for line in bullets.lines]


def test_present_assignor_is_marked() -> None:
    group = Group(topics=THREE_OF_NINE.topics, members=THREE_OF_NINE.members, strategy="sticky")
    table = next(block for block in asked_blocks(group) if isinstance(block, Table))

    assert (Code("sticky"), " (today)") == table.rows[0][0].line


def test_change_of_the_audit_has_a_table() -> None:
    cell = WhatIfCell(18, 19, 27, 54, 2, 0, [9, 9, 10])
    failed = WhatIfCell(error="KeyError: 'b'")

    _, table, failures = audit_change_blocks(
        [TODAY, answer("sticky", what_if=cell), answer("python:mine", what_if=failed)]
    )

    assert isinstance(table, Table)
    assert [["sticky", "18", "19", "27", "54", "2"]] == [
        [str(getattr(one.line[0], "text", one.line[0])) for one in row[:6]] for row in table.rows
    ]
    assert isinstance(failures, Bullets)
    assert ((Code("python:mine"), " KeyError: 'b'"),) == failures.lines


def test_impossible_change_is_said_once_and_no_change_not_at_all() -> None:
    cell = WhatIfCell(error="--leave d: expected a member of the group", impossible=True)

    _, said = audit_change_blocks([answer("sticky", what_if=cell), answer("range", what_if=cell)])

    assert Prose(("It is impossible in this group: --leave d: expected a member of the group.",)) == said
    assert [] == audit_change_blocks([TODAY, OPTIMAL])
