from __future__ import annotations

from typing import TypeVar

import pytest

from kafka_assay.assignors.model import group_of
from kafka_assay.pipeline.audit.audit_row import AuditRow, LawWord
from kafka_assay.pipeline.audit.page_facts import find_page_facts
from kafka_assay.reports.audit.group_page import group_section
from kafka_assay.reports.audit.records import GroupPage
from kafka_assay.reports.render.blocks import Bullets, Fold, Listing, Pictures, Section, Table
from tests.properties.places import on_hosts
from tests.reports.audits import answer, audited_pair, broken

Kind = TypeVar("Kind")


def section_of(*answers: AuditRow, members: int = 2, chosen: str = "optimal") -> Section:
    """Return the page of a group with this many members, all on one topic, and these answers."""
    ids = [f"m{place:02}" for place in range(members)]
    group = group_of({"t": members}, {member: ["t"] for member in ids}, name="pay")
    shared = {member: {"t": [place]} for place, member in enumerate(ids)}
    assignments = {one.target: shared for one in answers if one.sum_of_squares is not None}
    return group_section(
        GroupPage(
            answers=audited_pair(6, "pay", *answers, members=members),
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


def test_page_has_every_picture() -> None:
    names = [one.name for pictures in all_of(section_of(TODAY, OPTIMAL), Pictures) for one in pictures.pictures]

    assert ["loads-pay", "moves-pay", "topics-pay"] == names


def test_table_of_a_large_group_is_folded() -> None:
    (fold,) = all_of(section_of(TODAY, OPTIMAL, members=25), Fold)

    assert ("Table of 25 members",) == fold.summary
    assert [Table] == [type(block) for block in fold.blocks]


def test_missing_answer_shows_the_error() -> None:
    """Its row has no figures."""
    failed = answer("exec:mine", squares=None, moves=None, loads=None, error="hang: no answer in 2 s")

    section = section_of(TODAY, OPTIMAL, failed)

    assert "gave no answer: hang: no answer in 2 s" in repr(all_of(section, Bullets))
    assert "without an answer" in repr(all_of(section, Table)[0].rows[2])


def test_optimum_replaces_a_missing_chosen_answer() -> None:
    failed = answer("range", squares=None, moves=None, error="crash: it fell")

    section = section_of(TODAY, OPTIMAL, failed, chosen="range")

    assert all_of(section, Table)[1].caption.startswith("Ownership with optimal")


def test_page_without_answers_shows_only_the_present_assignment() -> None:
    failed = answer("optimal", squares=None, moves=None, error="crash: it fell")

    section = section_of(TODAY, failed)

    assert "No answer to show." in repr(section.blocks)
    assert ["loads-pay", "moves-pay"] == [
        one.name for pictures in all_of(section, Pictures) for one in pictures.pictures
    ]


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


def test_known_hosts_are_measured_for_each_answer() -> None:
    group = on_hosts({"t": 2}, {"a": "h1", "b": "h2"})
    together, apart = {"a": {"t": [0, 1]}}, {"a": {"t": [0]}, "b": {"t": [1]}}

    page = GroupPage(
        answers=audited_pair(6, "pay", TODAY, OPTIMAL),
        group=group,
        assignments={"today": together, "optimal": apart},
    )

    (table,) = (one for one in all_of(group_section(page), Table) if one.caption.startswith("Placement by host"))
    assert ["today", "optimal"] == [str(row[0].key) for row in table.rows]
    assert [("0–2",), ("1",)] == [row[1].line for row in table.rows]
