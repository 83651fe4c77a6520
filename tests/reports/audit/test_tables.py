from __future__ import annotations

from kafka_assay.reports.audit.tables import ROWS_ON_PAGE, assignor_table, group_table
from kafka_assay.reports.render.blocks import Link, Tone
from tests.reports.audits import answer, audit, audited_pair, broken, tally_all

GROUP = audited_pair(0, "pay", answer("today", squares=10), answer("sticky", moves=1), answer("range", moves=2))


def test_group_with_a_page_is_a_link_and_equal_names_have_their_place() -> None:
    """Its row names the assignors that reach the optimum, not those with needless moves."""
    first, second = group_table(audit(GROUP, audited_pair(1, "pay", answer("today"))), {0: "group-pay"}).rows

    assert ["pay (groups.jsonl:1)", "pay (groups.jsonl:2)"] == [row[0].key for row in (first, second)]
    assert (Link("pay (groups.jsonl:1)", "group-pay"),) == first[0].line
    assert "Code" in repr(second[0].line)
    assert ("sticky",) == first[-1].line


def test_gap_of_an_invalid_assignment_is_empty() -> None:
    table = group_table(audit(audited_pair(0, "g", answer("today", laws=(broken("one-owner-each"),)))), {})

    assert ("-",) == table.rows[0][9].line
    assert Tone.BAD is table.rows[0][4].tone


def test_large_audit_shows_its_worst_rows_first() -> None:
    """The page's script finds the others."""
    groups = [audited_pair(place, f"g{place}", answer("today")) for place in range(ROWS_ON_PAGE + 7)]

    table = group_table(audit(*groups), {})

    assert (ROWS_ON_PAGE + 7, ROWS_ON_PAGE) == (len(table.rows), table.rows_on_page)
    assert table.caption.startswith("Groups, worst first; the first 500 of 507. Search and sort find all. Gap: ")


def test_row_shows_the_strategy_and_a_rebalancing_mark() -> None:
    group = audited_pair(0, "g", answer("today", squares=10), strategy="uniform", state="Reconciling")

    table = group_table(audit(group), {})

    row = table.rows[0]
    assert (("uniform",), ("↻ rebalancing",), Tone.UNSURE) == (row[3].line, row[4].line, row[4].tone)
    assert [("-",), ("-",)] == [row[9].line, row[10].line]
    assert "A rebalancing group is not judged." in table.caption


def test_each_assignor_has_a_row_with_its_share_of_the_groups_it_was_asked_about() -> None:
    """The present assignment first. An assignor for equal subscriptions has no row in other groups."""
    other = audited_pair(1, "b", answer("today", squares=10), answer("counts", moves=1))

    rows = assignor_table(tally_all(audit(GROUP, other))).rows

    assert [("today", "2", "0 (0%)"), ("sticky", "1", "1 (100%)"), ("counts", "1", "1 (100%)")] == [
        (row[0].key, row[1].line[0], row[2].line[0]) for row in rows[:3]
    ]
