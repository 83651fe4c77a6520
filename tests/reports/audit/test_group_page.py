"""Tests of `kafka_assay.reports.audit.group_page`: one group's page, block by block."""

from __future__ import annotations

from typing import TypeVar

import pytest

from kafka_assay.assignors.model import group_of
from kafka_assay.pipeline.audit.audit_row import LawWord
from kafka_assay.reports.audit.group_page import GroupPage, group_section
from kafka_assay.reports.audit.records import AuditedAnswer, GroupDetails
from kafka_assay.reports.render.blocks import Bullets, Fold, Listing, Pictures, Section, Table
from tests.properties.places import on_hosts
from tests.reports.audits import answer, audited, broken

Kind = TypeVar("Kind")


def section_of(*answers: AuditedAnswer, members: int = 2, chosen: str = "optimal") -> Section:
    """The page of a group with so many members, all on one topic, and these answers."""
    ids = [f"m{place:02}" for place in range(members)]
    group = group_of({"t": members}, {member: ["t"] for member in ids}, name="pay")
    shared = {member: {"t": [place]} for place, member in enumerate(ids)}
    assignments = {one.target: shared for one in answers if one.sum_of_squares is not None}
    details = GroupDetails(group=group, assignments=assignments)
    audited_group = audited(6, "pay", *answers, members=members)
    order = [one.target for one in answers]
    return group_section(
        GroupPage(group=audited_group, details=details, anchor="group-pay", order=order, chosen=chosen)
    )


def all_of(section: Section, kind: type[Kind]) -> list[Kind]:
    """The blocks of one kind, in their order."""
    return [block for block in section.blocks if isinstance(block, kind)]


TODAY = answer("today", squares=10)
OPTIMAL = answer("optimal", moves=1)


def test_a_page_has_every_picture() -> None:
    """Loads beside their price, then where the topics are read."""
    names = [one.name for pictures in all_of(section_of(TODAY, OPTIMAL), Pictures) for one in pictures.pictures]

    assert ["loads-pay", "moves-pay", "topics-pay"] == names


def test_a_wide_group_folds_its_table() -> None:
    """The page stays short: who would own what opens on demand."""
    (fold,) = all_of(section_of(TODAY, OPTIMAL, members=25), Fold)

    assert ("The table of 25 members",) == fold.summary
    assert [Table] == [type(block) for block in fold.blocks]


def test_an_answer_that_never_came_is_told() -> None:
    """The target's error stands under the laws, and its row has no figures."""
    failed = answer("exec:mine", squares=None, moves=None, least=None, most=None, error="hang: no answer in 2 s")

    section = section_of(TODAY, OPTIMAL, failed)

    assert "gave no answer: hang: no answer in 2 s" in repr(all_of(section, Bullets))
    assert "without an answer" in repr(all_of(section, Table)[0].rows[2])


def test_without_the_chosen_answer_the_optimum_is_shown() -> None:
    """The chosen assignor may have failed on this group."""
    failed = answer("range", squares=None, moves=None, error="crash: it fell")

    section = section_of(TODAY, OPTIMAL, failed, chosen="range")

    assert all_of(section, Table)[1].caption.startswith("Who would own what with optimal")


def test_without_any_answer_nothing_is_made_up() -> None:
    """Today is all that is known."""
    failed = answer("optimal", squares=None, moves=None, error="crash: it fell")

    section = section_of(TODAY, failed)

    assert "There is no answer to show." in repr(section.blocks)
    assert ["loads-pay", "moves-pay"] == [
        one.name for pictures in all_of(section, Pictures) for one in pictures.pictures
    ]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (LawWord(law="one-owner-each", verdict="kept"), "✓ kept"),
        (broken("newest-claim-wins", expected="as in Kafka"), "✗ broken (expected)"),
        (LawWord(law="settles", verdict="undecided", facts='{"reason": "no time"}'), "? undecided"),
    ],
)
def test_each_verdict_has_its_sign(said: LawWord, expected: str) -> None:
    """A sign and a word; what a law was not asked stays empty."""
    (row,) = all_of(section_of(TODAY, answer("optimal", laws=(said,))), Table)[-1].rows

    assert (expected,) == row[-1].line


def test_the_commands_can_be_pasted() -> None:
    """A group out of many is cut out of its file first."""
    (listing,) = all_of(section_of(TODAY, OPTIMAL, answer("sticky")), Listing)

    assert [
        "sed -n 7p groups.jsonl > group.jsonl",
        "assay optimum group.jsonl",
        "assay explain group.jsonl sticky",
        "assay audit group.jsonl --out out && assay report out",
    ] == listing.text.splitlines()


def test_known_hosts_are_measured() -> None:
    """Today and each answer: hosts and topics, beside who would own what."""
    group = on_hosts({"t": 2}, {"a": "h1", "b": "h2"})
    together, apart = {"a": {"t": [0, 1]}}, {"a": {"t": [0]}, "b": {"t": [1]}}
    details = GroupDetails(group=group, assignments={"today": together, "optimal": apart})

    page = GroupPage(
        group=audited(6, "pay", TODAY, OPTIMAL),
        details=details,
        anchor="group-pay",
        order=["today", "optimal"],
        chosen="optimal",
    )

    (table,) = (one for one in all_of(group_section(page), Table) if one.caption.startswith("Where it would be read"))
    assert ["today", "optimal"] == [str(row[0].key) for row in table.rows]
    assert [("0–2",), ("1",)] == [row[1].line for row in table.rows]
