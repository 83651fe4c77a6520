"""Tests of `kafka_assay.reports.audit.overview`."""

from __future__ import annotations

from kafka_assay.reports.audit.overview import first_sentences, group_headline, overview_pictures
from kafka_assay.reports.audit.records import Audit, AuditedGroup
from kafka_assay.reports.audit.tally import tally_all
from kafka_assay.reports.render.blocks import Line
from tests.reports.audits import answer, audit, audited, broken

UNEVEN = audited(0, "pay", answer("today", squares=10), answer("sticky", moves=1))
EVEN = audited(1, "ok", answer("today"), loads=[2, 2], optimal_moves=0)
EMPTY = audited(2, "empty", answer("today", squares=0), members=0, loads=[], optimal_loads=[], optimal_sum_of_squares=0)


def said(line: Line) -> str:
    """The words of a line."""
    return "".join(piece if isinstance(piece, str) else piece.text for piece in line)


def sentences(*groups: AuditedGroup) -> list[str]:
    """The first sentences about these groups."""
    found: Audit = audit(*groups)
    return [said(line) for line in first_sentences(found, tally_all(found), {})]


def test_the_headline_says_what_it_costs() -> None:
    """Sizes, loads, the best possible and its price."""
    line = said(group_headline(UNEVEN))

    assert "pay: 2 members, 4 partitions. Loads 3/1; best 2/2 (1 move)." == line


def test_a_balanced_group_is_called_so() -> None:
    """Where today is the best possible nothing needs to move."""
    assert "ok: 2 members, 4 partitions. Loads 2/2: the best possible." == said(group_headline(EVEN))


def test_a_broken_law_is_named_in_the_headline() -> None:
    """A partition without an owner counts before any figure."""
    group = audited(0, "g", answer("today", laws=(broken("nothing-left-out"),)), unassigned=1, loads=[1, 2])

    assert "(1 partition without an owner)" in said(group_headline(group))
    assert said(group_headline(group)).endswith("Broken: nothing-left-out.")


def test_an_unknown_optimum_is_said_to_be_unknown() -> None:
    """Nothing is claimed about it."""
    group = audited(0, "g", answer("today"), optimal_loads=None, optimal_sum_of_squares=None, optimal_moves=None)

    assert said(group_headline(group)).endswith("Loads 3/1; best unknown.")


def test_the_first_sentence_counts_the_groups() -> None:
    """How many are at the optimum, what is wrong with the others, and who is left out."""
    first, *_ = sentences(UNEVEN, EVEN, EMPTY)

    assert (
        "1 of 2 groups are at the proven optimum today; 1 is less even than possible. (1 more group has no members.)"
        == (first)
    )


def test_all_groups_at_the_optimum_are_good_news() -> None:
    """No worst group is named where none is bad."""
    assert ["The only group is at the proven optimum today."] == sentences(EVEN)


def test_groups_without_members_leave_nothing_to_say() -> None:
    """No share is made of nothing."""
    assert ["There is no group to judge. 1 group has no members."] == sentences(EMPTY)


def test_the_best_assignor_is_named_with_its_price() -> None:
    """Its moves stand beside the least possible."""
    _, second, *_ = sentences(UNEVEN)

    assert (
        "Of the assignors that Kafka ships, sticky would leave most groups at the optimum: 1 of 1, with 1 move in all "
        "(1 would do)."
    ) == second


def test_sums_over_fewer_groups_are_not_drawn_beside_the_others() -> None:
    """The table has them, with the least possible on the same groups; the shorter bar is explained."""
    groups = [
        audited(0, "a", answer("today"), answer("sticky", moves=1), answer("counts", moves=1)),
        audited(1, "b", answer("today"), answer("sticky", moves=1)),
    ]
    grades, moves = overview_pictures(tally_all(audit(*groups))).pictures

    assert "sticky" in moves.drawing.alt
    assert "counts" not in moves.drawing.alt
    assert "A shorter bar: asked only where all subscriptions are equal." in grades.reading


def test_a_rebalancing_group_is_named_and_not_judged() -> None:
    """It is no worst group, and the counts leave it out."""
    moving = audited(3, "moving", answer("today", squares=16), state="Reconciling", loads=[0, 4])

    first, *_, last = sentences(EVEN, moving)

    assert "The only group is at the proven optimum today. (1 more group was rebalancing.)" == first
    assert "Not judged, because they were rebalancing: moving." == last
    assert said(group_headline(moving)).endswith(
        "Loads 4/0 during a rebalance (Reconciling). They are about to change."
    )
