from __future__ import annotations

import pytest

import kafka_assay.reports.views.audit
from kafka_assay.pipeline.audit.audit_row import Grade, LawWord
from kafka_assay.reports.audit.tables import ROWS_ON_PAGE, assignor_table, group_table
from kafka_assay.reports.render.blocks import Link, Tone
from kafka_assay.reports.render.junit import PASSED, Outcome
from kafka_assay.reports.views.audit import audit_suites
from kafka_assay.reports.wording.sentences import explain_facts
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


KEPT = LawWord(law="one-owner-each", verdict="kept")
OPEN = LawWord(law="settles", verdict="undecided", facts='{"reason": "no time"}')
GAPS = {"partitions": [{"topic": "t0", "partition": 1}], "count": 1}


def test_each_verdict_has_a_test_outcome() -> None:
    """Kept passes, broken fails, expected is skipped, undecided is an error."""
    laws = (KEPT, broken("nothing-left-out", facts=GAPS), broken("newest-claim-wins", expected="known"), OPEN)

    groups = [audited_pair(place, "same", answer("today", laws=laws[place:])) for place in (0, 3)]

    (suite,) = audit_suites(audit(*groups), ["today"])

    proof = explain_facts("nothing-left-out", GAPS)
    assert [
        PASSED,
        Outcome("failure", "nothing-left-out is broken", proof),
        Outcome("skipped", "expected: known"),
        *[Outcome("error", "Undecided: no time.")] * 2,
    ] == [case.outcome for case in suite.cases]
    assert ["same (groups.jsonl:1)", "same (groups.jsonl:4)"] == [case.where for case in suite.cases[3:]]


def test_huge_audit_sums_up_kept_laws(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each other law stays a case."""
    monkeypatch.setattr(kafka_assay.reports.views.audit, "MOST_CASES", 1)

    (suite,) = audit_suites(audit(audited_pair(0, "g", answer("today", laws=(KEPT, KEPT, OPEN)))), ["today"])

    assert ["settles"] == [case.name for case in suite.cases]
    assert ("kept, not listed", "2") in suite.notes


def test_rebalancing_group_has_no_failure_for_the_present_assignment() -> None:
    """The assignors' answers are checked as usual."""
    laws = (broken("nothing-left-out", facts=GAPS),)
    group = audited_pair(0, "g", answer("today", laws=laws), answer("sticky", laws=laws), state="Assigning")

    today, sticky = audit_suites(audit(group), ["today", "sticky"])

    assert Outcome("skipped", "the group was rebalancing (Assigning)") == today.cases[0].outcome
    assert "failure" == sticky.cases[0].outcome.word


EVEN = answer("today", squares=8)
UNEVEN = answer("today", squares=10)


def test_moves_and_fewest_possible_moves_sum_over_the_same_groups() -> None:
    groups = [
        audited_pair(place, f"g{place}", UNEVEN, answer("sticky", moves=moves)) for place, moves in enumerate((1, 3))
    ]

    found = audit(*groups).summary.tallies["sticky"]

    assert (4, 2, 1) == (found.moves, found.least_moves, found.at_optimum)
    assert {Grade.OPTIMAL: 1, Grade.NEEDLESS_MOVES: 1} == found.grades


@pytest.mark.parametrize(
    ("target", "law", "counts"),
    [
        ("today", broken("nothing-left-out"), (1, 0, 0)),
        ("sticky", broken("newest-claim-wins", expected="as in Kafka"), (0, 1, 0)),
        ("today", broken("optimally-balanced"), (0, 0, 0)),
        ("today", LawWord(law="optimally-balanced", verdict="undecided"), (0, 0, 1)),
    ],
)
def test_broken_expected_and_undecided_laws_are_counted(
    target: str, law: LawWord, counts: tuple[int, int, int]
) -> None:
    """A present assignment that could be more even breaks no law: its grade says so."""
    rows = {one.target: one for one in (UNEVEN, answer(target, squares=10, laws=(law,)))}

    found = audit(audited_pair(0, "g", *rows.values())).summary.tallies[target]

    assert counts == (found.broken, found.expected, found.undecided)


def test_invalid_answers_are_in_no_sum() -> None:
    invalid = answer("sticky", squares=2, moves=9, laws=(broken("nothing-left-out"),))

    found = audit(audited_pair(0, "g", UNEVEN, invalid)).summary.tallies["sticky"]

    assert (0, 0, 0, 1) == (found.compared, found.moves, found.excess, found.broken)


def test_rows_are_present_assignment_optimum_then_best_assignor() -> None:
    answers = [answer("range", squares=10), answer("sticky", moves=1), answer("optimal", moves=1)]

    order = [found.target for found in tally_all(audit(audited_pair(0, "g", UNEVEN, *answers)))]

    assert ["today", "optimal", "sticky", "range"] == order


def test_broken_law_is_worse_than_any_imbalance() -> None:
    double = answer("today", squares=8, laws=(broken("one-owner-each"),))
    groups = [audited_pair(0, "even", EVEN), audited_pair(1, "uneven", UNEVEN), audited_pair(2, "double", double)]

    order = [row.group for row in audit(*groups).rows]

    assert ["double", "uneven", "even"] == order
