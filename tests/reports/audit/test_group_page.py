from __future__ import annotations

import shlex
import sys
from dataclasses import replace
from pathlib import Path
from subprocess import run
from typing import Any, TypeVar

import pytest

from kafka_assay.assignors.formats.codec import write_rows
from kafka_assay.assignors.model import Group, group_of
from kafka_assay.pipeline.audit.audit_row import AuditRow, LawWord
from kafka_assay.pipeline.audit.extra_columns import WhatIfCell
from kafka_assay.pipeline.audit.page_facts import find_page_facts
from kafka_assay.reports.audit.group_page import MOST_PROFILES, group_section, loads_figure
from kafka_assay.reports.audit.records import GroupPage
from kafka_assay.reports.audit.what_if_blocks import audit_change_blocks, what_if_blocks
from kafka_assay.reports.figures.loads import LoadsFigure
from kafka_assay.reports.render.blocks import Block, Bullets, Code, Fold, Listing, Pictures, Section, Table
from kafka_assay.reports.render.drawing import draw_svg
from tests.pipeline.whatif.groups import THREE_OF_NINE
from tests.properties.verdicts import on_hosts
from tests.reports.audits import answer, audited_pair, broken
from tests.reports.blocks import cells_of

Kind = TypeVar("Kind")


def section_of(*answers: AuditRow, members: int = 2, chosen: str = "optimal", **others: Any) -> Section:
    """Return the page of a group with this many members, all on one topic, these answers, and other columns."""
    ids = [f"m{place:02}" for place in range(members)]
    group = group_of({"t": members}, {member: ["t"] for member in ids}, name="pay")
    shared = {member: {"t": [place]} for place, member in enumerate(ids)}
    assignments = {one.target: shared for one in answers if one.sum_of_squares is not None}
    return group_section(
        GroupPage(
            answers=audited_pair(6, "pay", *answers, members=members, **others),
            group=group,
            assignments=assignments,
            anchor="group-pay",
            chosen=chosen,
            facts=find_page_facts(6, group),
        )
    )


def all_of(section: Section, kind: type[Kind]) -> list[Kind]:
    """Return the blocks of one kind, in their order."""
    return [block for block in section.blocks if isinstance(block, kind)]


TODAY = answer("today", squares=10)
OPTIMAL = answer("optimal", moves=1)


def names_of_pictures(section: Section) -> list[str]:
    """Return the names of the pictures on a page."""
    return [one.name for pictures in all_of(section, Pictures) for one in pictures.pictures]


def test_page_of_a_large_group_has_every_picture_and_folds_its_table() -> None:
    section = section_of(TODAY, OPTIMAL, members=25)

    (fold,) = all_of(section, Fold)
    assert ["loads-pay", "moves-pay", "topics-pay"] == names_of_pictures(section)
    assert "Table of 25 members" == fold.summary
    assert [Table] == [type(block) for block in fold.blocks]


def test_missing_answer_shows_the_error() -> None:
    """Its row has no figures. The optimum replaces a missing chosen answer."""
    failed = answer("range", squares=None, moves=None, loads=None, error="hang: no answer in 2 s")

    section = section_of(TODAY, OPTIMAL, failed, chosen="range")

    assert "gave no answer: hang: no answer in 2 s" in repr(all_of(section, Bullets))
    assert "without an answer" in repr(all_of(section, Table)[0].rows[2])
    assert all_of(section, Table)[1].caption.startswith("Ownership with optimal")


def test_page_without_answers_shows_only_the_present_assignment() -> None:
    failed = answer("optimal", squares=None, moves=None, error="crash: it fell")

    section = section_of(TODAY, failed)

    assert "No answer to show." in repr(section.blocks)
    assert ["loads-pay", "moves-pay"] == names_of_pictures(section)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (LawWord(law="one-owner-each", verdict="kept"), ("", "", "✓ optimal")),
        (broken("newest-claim-wins", expected="as in Kafka"), ("✗ optimal (expected)", "", "")),
        (LawWord(law="settles", verdict="undecided", facts='{"reason": "no time"}'), ("", "? optimal", "")),
    ],
)
def test_each_verdict_has_a_sign_and_a_column(said: LawWord, expected: tuple[str, str, str]) -> None:
    (row,) = all_of(section_of(TODAY, answer("optimal", laws=(said,))), Table)[-1].rows

    assert expected == tuple(cell.line[0] for cell in row[1:])


def test_commands_can_be_pasted() -> None:
    """The first one cuts the group out of its file."""
    (listing,) = all_of(section_of(TODAY, OPTIMAL, answer("sticky")), Listing)

    assert [
        "sed -n 7p groups.jsonl > group.jsonl",
        "assay optimum group.jsonl",
        "assay judge group.jsonl sticky",
        "assay whatif group.jsonl --restart 50%",
        "assay audit group.jsonl --out out && assay report out",
    ] == listing.text.splitlines()


def test_commands_after_an_audit_on_spark_cut_the_group_out_of_its_table(tmp_path: Path) -> None:
    """It knows no numbers of lines."""
    today = replace(TODAY, index=6, document='{"format":"assay-group/1"}')
    write_rows(tmp_path / "results.parquet", AuditRow, [today, replace(today, index=5, document="{}")])

    (listing,) = all_of(section_of(today, OPTIMAL, line=None), Listing)
    _, cut, first, *_ = listing.text.splitlines()
    run(cut.replace("python", shlex.quote(sys.executable), 1), shell=True, check=True, cwd=tmp_path)

    assert "assay optimum group.json" == first
    assert today.document == (tmp_path / "group.json").read_text("utf-8").strip()


def test_known_hosts_are_measured_for_each_answer() -> None:
    group = on_hosts({"t": 2}, {"a": "h1", "b": "h2"})
    together, apart = {"a": {"t": [0, 1]}}, {"a": {"t": [0]}, "b": {"t": [1]}}

    page = GroupPage(
        answers=audited_pair(6, "pay", TODAY, OPTIMAL),
        group=group,
        assignments={"today": together, "optimal": apart},
    )

    (table,) = (one for one in all_of(group_section(page), Table) if one.caption.startswith("Placement by host"))
    assert [["today", "1"], ["optimal", "0"]] == [row[:2] for row in cells_of(table)]


def figure(answers: dict[str, tuple[int, int]]) -> LoadsFigure:
    """Return the loads figure of two members: target -> how many of 40 partitions the first one has, and the moves."""
    group = group_of({"t": 40}, {"a": ["t"], "b": ["t"]})
    rows = [answer(target, moves=moves) for target, (_, moves) in answers.items()]
    assignments = {
        target: {"a": {"t": list(range(first))}, "b": {"t": list(range(first, 40))}}
        for target, (first, _) in answers.items()
    }
    return loads_figure(GroupPage(answers=audited_pair(0, "pay", *rows), group=group, assignments=assignments))


def test_equal_answers_share_a_row_of_the_picture() -> None:
    """Equal loads for each member and equal moves. The present assignment has its own row."""
    given = figure({"today": (10, 0), "sticky": (20, 7), "fair": (20, 9), "optimal": (20, 7)})

    assert [("today", ()), ("sticky", ("optimal",)), ("fair", ())] == [
        (profile.target, profile.alike) for profile in given.profiles
    ]
    assert "sticky, optimal 20 each" in given.alt


def test_excess_rows_of_the_picture_are_counted_and_the_worst_is_last() -> None:
    given = figure({"today": (10, 0), **{f"rule-{place}": (20 + place, place) for place in range(14)}})

    assert MOST_PROFILES == len(given.profiles)
    assert ("rule-13", 6) == (given.profiles[-1].target, given.left_out)
    assert "6 more answers only in the table" in draw_svg(given)


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

    assert "It is impossible in this group: --leave d: expected a member of the group." == said
    assert [] == audit_change_blocks([TODAY, OPTIMAL])
