from __future__ import annotations

from kafka_assay.pipeline.audit.audit_row import AuditRow
from kafka_assay.reports.audit.overview import first_sentences, group_headline, overview_pictures
from kafka_assay.reports.audit.records import Audit
from kafka_assay.reports.render.blocks import Line
from tests.reports.audits import answer, audit, audited_pair, broken, tally_all

UNEVEN = audited_pair(0, "pay", answer("today", squares=10), answer("sticky", moves=1))
EVEN = audited_pair(1, "ok", answer("today"), loads=[2, 2], optimal_moves=0)
EMPTY = audited_pair(
    2, "empty", answer("today", squares=0), members=0, loads=[], optimal_loads=[], optimal_sum_of_squares=0
)


def text_of(line: Line) -> str:
    """Return the words of a line."""
    return "".join(piece if isinstance(piece, str) else piece.text for piece in line)


def sentences(*groups: tuple[AuditRow, ...]) -> list[str]:
    """Return the first sentences about these groups."""
    found: Audit = audit(*groups)
    return [text_of(line) for line in first_sentences(tally_all(found), found.rebalancing(), {})]


def test_headline_states_loads_optimum_and_moves() -> None:
    line = text_of(group_headline(UNEVEN[0]))

    assert "pay: 2 members, 4 partitions. Loads 3/1; best 2/2 (1 move)." == line


def test_headline_calls_an_optimal_group_balanced() -> None:
    assert "ok: 2 members, 4 partitions. Loads 2/2: the best possible." == text_of(group_headline(EVEN[0]))


def test_headline_names_a_broken_law_first() -> None:
    group = audited_pair(0, "g", answer("today", laws=(broken("nothing-left-out"),)), unassigned=1, loads=[1, 2])

    assert "(1 partition without an owner)" in text_of(group_headline(group[0]))
    assert text_of(group_headline(group[0])).endswith("Broken: nothing-left-out.")


def test_headline_states_an_unknown_optimum() -> None:
    group = audited_pair(0, "g", answer("today"), optimal_loads=None, optimal_sum_of_squares=None, optimal_moves=None)

    assert text_of(group_headline(group[0])).endswith("Loads 3/1; best unknown.")


def test_first_sentence_counts_the_groups() -> None:
    first, *_ = sentences(UNEVEN, EVEN, EMPTY)

    assert (
        "1 of 2 groups is at the proven optimum today; 1 is less balanced than possible. "
        "(1 more group has no members.)" == (first)
    )


def test_no_worst_group_is_named_if_all_are_at_the_optimum() -> None:
    assert ["The only group is at the proven optimum today."] == sentences(EVEN)


def test_groups_without_members_have_no_share() -> None:
    assert ["There is no group to judge. 1 group has no members."] == sentences(EMPTY)


def test_best_assignor_is_named_with_its_moves() -> None:
    _, second, *_ = sentences(UNEVEN)

    assert (
        "Best assignor that Kafka ships: sticky would reach the optimum in 1 of 1 group. It would make 1 move. "
        "The optimal plan also makes 1 move."
    ) == second


def test_title_of_the_grades_has_a_singular_verb_for_one_group() -> None:
    grades, _ = overview_pictures(tally_all(audit(UNEVEN, EVEN))).pictures

    assert grades.drawing.title.startswith("1 of 2 groups is at the optimum today; with sticky, ")


def test_sums_over_fewer_groups_are_only_in_the_table() -> None:
    """With the fewest possible moves for the same groups."""
    groups = [
        audited_pair(0, "a", answer("today"), answer("sticky", moves=1), answer("counts", moves=1)),
        audited_pair(1, "b", answer("today"), answer("sticky", moves=1)),
    ]
    grades, moves = overview_pictures(tally_all(audit(*groups))).pictures

    assert "sticky" in moves.drawing.alt
    assert "counts" not in moves.drawing.alt
    assert "A shorter bar: the assignor cannot be asked about all groups." in grades.reading


def test_rebalancing_group_is_named_but_not_counted() -> None:
    moving = audited_pair(3, "moving", answer("today", squares=16), state="Reconciling", loads=[0, 4])

    first, *_, last = sentences(EVEN, moving)

    assert "The only group is at the proven optimum today. (1 more group was rebalancing.)" == first
    assert "Not judged, because it was rebalancing: moving." == last
    assert text_of(group_headline(moving[0])).endswith(
        "Loads 4/0 during a rebalance (Reconciling). They are about to change."
    )
