from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kafka_assay.pipeline.audit.answer_figures import LagCell
from kafka_assay.pipeline.audit.audit_row import AuditRow
from kafka_assay.pipeline.audit.audit_run import AuditPlan, run_audit
from kafka_assay.pipeline.audit.extra_columns import ExtraColumns, WeighingPlan, WeightCell
from kafka_assay.reports.audit.group_advice import advise_by_weight
from kafka_assay.reports.audit.group_page import advise_on
from kafka_assay.reports.audit.overview import audit_summary, first_sentences, summary_lines
from kafka_assay.reports.audit.records import Audit, GroupPage, read_audit, read_pages
from kafka_assay.reports.audit.weight_blocks import weight_blocks, weight_section, weight_sentence
from kafka_assay.reports.render.blocks import Heading, Table, words_of
from kafka_assay.reports.report import write_report
from kafka_assay.reports.wording.group_text import standing_sentence
from tests.reports.audits import CAPTURES, answer, audit, audited_pair, running

NAMES = ("g-java-rr-hetero", "g-java-range", "g-reb-kip", "g-empty-classic")
WORSE = WeightCell(most=9, squares=81, moved=0, best_most=5.5, best_squares=60.5, best_moved=3, status="bounded")
UNKNOWN = WeightCell(error="no topic has end offsets")


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the records of an audit with `--weights lag`."""
    out = tmp_path_factory.mktemp("weighed")
    files = tuple(str(CAPTURES / f"{name}.json") for name in NAMES)
    extras = ExtraColumns(weights=WeighingPlan(by="lag", seconds=20.0))
    run_audit(AuditPlan(files=files, references=("range", "sticky"), master="loop", extras=extras), out)
    return out


@pytest.fixture(scope="module")
def found(records: Path) -> Audit:
    """Return that audit, read back."""
    read = read_audit(records)
    assert read is not None
    return read


@pytest.fixture(scope="module")
def page(found: Audit, records: Path) -> GroupPage:
    """Return the page of a group with unequal lag."""
    (answers,) = (answers for answers in found.groups if answers[0].group == "g-java-rr-hetero")
    return read_pages(records, [answers], [one.target for one in found.summary.in_order()])[0]


def rows(*cells: WeightCell) -> tuple[AuditRow, ...]:
    """Return groups called a, b, ... with these figures today."""
    groups = [audited_pair(place, "abc"[place], answer("today", weighted=cell)) for place, cell in enumerate(cells)]
    return audit(*groups).rows


def test_figures_come_back_from_the_table_as_they_went_in(found: Audit, page: GroupPage) -> None:
    """The optimum of the capture is proved: 86 records, as `assay optimum --weights lag` prints."""
    row, plan = page.today, page.weighted_plan

    assert row.weighted is not None
    assert (174, 86, 139, "proved") == (
        row.weighted.most, row.weighted.best_most, row.weighted.best_moved, row.weighted.status
    )  # fmt: skip
    assert 30 == sum(len(ids) for topics in (plan or {}).values() for ids in topics.values())
    assert "lag" == found.origin.weights


def test_section_shows_the_largest_difference_first_and_no_rebalancing_group(found: Audit) -> None:
    section = weight_section(found.rows, "lag", {})
    (table,) = (block for block in section.blocks if isinstance(block, Table))

    first = [cell.line[0] for cell in table.rows[0]]
    assert ["174", "86", "2.02", "139", "proved"] == first[1:]
    assert "g-reb-kip" not in repr(table.rows)
    assert all(column.meaning for column in table.columns)


def test_page_of_a_group_has_each_answer_and_each_members_lag_after(page: GroupPage) -> None:
    """The best plan comes after today."""
    heading, _, answers, members = weight_blocks(page, "lag")

    assert Heading("Balance by lag") == heading
    assert isinstance(answers, Table)
    assert isinstance(members, Table)
    assert ["today", "best by lag"] == [row[0].line[0].text for row in answers.rows[:2]]  # type: ignore[union-attr]
    assert ["174", "86"] == [row[1].line[0] for row in answers.rows[:2]]
    after = [column.title for column in members.columns].index("lag after")
    assert 86 == max(int(str(row[after].line[0])) for row in members.rows)


def test_advice_is_by_lag_where_it_was_asked(page: GroupPage) -> None:
    first, *_, chance = advise_on(replace(page, weights="lag"))

    assert (
        "Switch to range: the heaviest member then has 129 unread records (best plan found: 86), for 14 moves once."
    ) == words_of(first)
    assert words_of(chance).startswith("No assignor that Kafka ships looks at weights")


LAGGING = LagCell(9, 20, 6, "t-2", 7)


@pytest.mark.parametrize(
    ("present", "weights", "floor", "said"),
    [
        (
            "sticky",
            {"range": 8.0},
            6,
            "Switch to range: the heaviest member then has 8 unread records (best plan found: 6)",
        ),
        (
            "range",
            {"range": 8.0},
            3,
            "Keep range. After its next rebalance the heaviest member then has 8 unread",
        ),
        # The present assignor is as good as a better known one.
        ("range", {"sticky": 8.0, "range": 8.0}, 3, "Keep range."),
        (
            "server-uniform",
            {"roundrobin": 7.0},
            6,
            "Switch to roundrobin, and leave the protocol of KIP-848: ",
        ),
        ("sticky", {"range": 8.0}, 6, "once. t-2 alone holds 6: more members do not help."),
        # After a switch from range nobody tells sticky the owners, so its heaviest member is another one.
        ("range", {"sticky": 6.0, "roundrobin": 7.0}, 3, "Switch to roundrobin: "),
        ("sticky", {"range": 9.0, "fair": 6.0}, 3, "No assignor that Kafka ships and that was asked leaves it less."),
        ("sticky", {}, 3, "The heaviest member has 9 unread records (best plan found: 6)."),
    ],
)
def test_advice_names_the_lightest_shipped_assignor_and_what_limits_it(
    present: str, weights: dict[str, float], floor: int, said: str
) -> None:
    today = answer("today", weighted=WORSE._replace(best_most=6.0), by_lag=LAGGING._replace(floor=floor))
    others = [answer(name, weighted=WeightCell(most=most), moves=3) for name, most in weights.items()]

    first, *_ = advise_by_weight(audited_pair(0, "a", today, *others), running(present), "lag", {})

    assert said in words_of(first)


def test_nothing_to_do_by_lag_names_the_limit() -> None:
    today = answer("today", weighted=WORSE._replace(best_most=9.0), by_lag=LAGGING._replace(floor=9))

    (said,) = advise_by_weight(audited_pair(0, "a", today), running("range"), "lag", {})

    assert (
        "Nothing to do by lag. The heaviest member has 9 unread records, and no plan found leaves it less. "
        "t-2 alone holds 9: more members do not help."
    ) == said


def test_advice_about_weights_needs_a_best_plan() -> None:
    assert () == advise_by_weight([answer("today", weighted=UNKNOWN)], running(None), "lag", {})
    assert () == advise_by_weight([answer("today")], running(None), "lag", {})


def test_groups_are_ordered_by_weight_and_their_headline_says_it() -> None:
    """Three records too many come before many partitions too many; the summary begins with the weights."""
    light, heavy = (WORSE._replace(best_most=most, by="lag") for most in (8.0, 6.0))
    even = audited_pair(1, "even", answer("today", weighted=heavy), optimal_moves=0, loads=[2, 2])
    lopsided = audited_pair(0, "lopsided", answer("today", squares=90, weighted=light))

    found = audit(lopsided, even)
    (first, second) = found.summary.worst_first()

    assert ["even", "lopsided"] == [first.group, second.group]
    assert "The heaviest member has 9 unread records; 6 with the best plan found. Loads 2/2" in standing_sentence(first)
    assert "sentence" == words_of(summary_lines(found.summary, "sentence")[2])


def test_report_of_a_weighed_audit_has_the_section(records: Path, tmp_path: Path) -> None:
    text = write_report(records).read_text(encoding="utf-8")

    assert '<section id="weights"' in text
    assert "heaviest member has 174 unread records today, and 86 with the best plan found (proved)." in text


def test_sentence_counts_the_groups_with_a_heavier_member_than_necessary() -> None:
    best = WeightCell(most=5, squares=25, moved=0, best_most=5, best_squares=25, best_moved=0, status="proved")

    assert (
        "By weight: in 1 of 2 groups the heaviest member has more than with the best plan found. "
        "Largest difference: b, 9 of weight today, 5.50 with that plan. "
        "1 group without a known weight or without a plan."
    ) == weight_sentence(rows(best, WORSE, UNKNOWN), "weights")
    assert "By lag: in 0 of 1 group the heaviest member has more than with the best plan found." == weight_sentence(
        rows(best), "lag"
    )


def test_page_of_a_group_without_lag_says_why(page: GroupPage) -> None:
    said = weight_blocks(replace(page, answers=(answer("today", weighted=UNKNOWN),)), "lag")

    assert [Heading("Balance by lag"), "no topic has end offsets."] == said
    assert [] == weight_blocks(replace(page, answers=(answer("today"),)), "lag")


@pytest.mark.parametrize(
    ("weights", "said", "chosen"),
    [
        (
            {"roundrobin": 7.0, "sticky": 9.0},
            (
                "Best of the assignors that Kafka ships, by lag: roundrobin, with 6 moves. The heaviest members of 2 "
                "groups together have 18 unread records today, 12 with the best plans found, 14 with it. No assignor"
            ),
            ["roundrobin"],
        ),
        ({"range": 7.0, "sticky": 7.0}, "by lag: sticky, with 6 moves.", ["sticky"]),
        ({"sticky": 9.0, "fair": 6.0}, "By lag, no assignor that Kafka ships is better than today. The heaviest", []),
    ],
)
def test_fleet_gets_the_assignor_that_is_best_by_weight(
    weights: dict[str, float], said: str, chosen: list[str]
) -> None:
    """Not the one with the most even numbers of partitions. Range would be as light, for more moves."""
    today = answer("today", weighted=WORSE._replace(best_most=6.0, by="lag"))
    cells = {name: WeightCell(most=most) for name, most in weights.items()}
    others = [answer(name, weighted=cell, moves=3 + (name == "range")) for name, cell in cells.items()]
    summary = audit(*(audited_pair(place, f"g{place}", today, *others) for place in (0, 1))).summary

    lines = [words_of(one) for one in first_sentences(summary, {}, by_weight="By lag.")]

    assert any(said in line for line in lines)
    assert chosen == [one["target"] for one in audit_summary(summary)["recommended"]]
    assert [f"Setting of a Java consumer for {one}" for one in chosen] == [
        line.partition(":")[0] for line in lines if "Setting" in line
    ]
