from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kafka_assay.pipeline.audit.audit_row import AuditRow
from kafka_assay.pipeline.audit.audit_run import AuditPlan, run_audit
from kafka_assay.pipeline.audit.extra_columns import ExtraColumns, WeighingPlan, WeightCell
from kafka_assay.reports.audit.records import Audit, GroupPage, read_audit, read_pages
from kafka_assay.reports.audit.weight_blocks import weight_advice, weight_blocks, weight_section, weight_sentence
from kafka_assay.reports.render.blocks import Code, Heading, Prose, Table
from kafka_assay.reports.render.markdown import text_of
from kafka_assay.reports.report import write_report
from tests.reports.audits import CAPTURES, answer, audit, audited_pair

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


def test_advice_says_what_the_shipped_assignors_do_by_lag(page: GroupPage) -> None:
    """By partitions this group is at the optimum."""
    (said,) = weight_advice(page.answers, "lag")

    start = "This advice counts partitions. By lag, the heaviest member has 174 today, 110 with "
    end = " (which moves 64 once), and 86 with the best plan found."
    assert Prose((start, Code("sticky"), end)) == said


@pytest.mark.parametrize(
    ("most", "words"),
    [(8.0, "the heaviest member has 9 today, 8 with `range`"), (9.0, "no assignor that Kafka ships and")],
)
def test_advice_names_the_shipped_assignor_with_the_lightest_heaviest_member(most: float, words: str) -> None:
    others = [answer("range", weighted=WeightCell(most=most, moved=3)), answer("fair", weighted=WeightCell(most=6))]

    (said,) = weight_advice(audited_pair(0, "a", answer("today", weighted=WORSE), *others), "weights")

    assert isinstance(said, Prose)
    assert text_of(said.line).partition("By weight, ")[2].startswith(words)


def test_advice_about_weights_needs_a_best_plan() -> None:
    assert [] == weight_advice([answer("today", weighted=UNKNOWN)], "lag")
    assert [] == weight_advice([answer("today")], "lag")


def test_report_of_a_weighed_audit_has_the_section(records: Path, tmp_path: Path) -> None:
    text = write_report(records).read_text(encoding="utf-8")

    assert '<section id="weights"' in text
    assert "heaviest member has 174 today, and 86 with the best plan found (proved)." in text


def test_sentence_counts_the_groups_with_a_heavier_member_than_necessary() -> None:
    best = WeightCell(most=5, squares=25, moved=0, best_most=5, best_squares=25, best_moved=0, status="proved")

    assert (
        "By weight: in 1 of 2 groups the heaviest member has more than with the best plan found. "
        "Largest difference: b, 9 today, 5.50 with that plan. 1 group without a known weight or without a plan."
    ) == weight_sentence(rows(best, WORSE, UNKNOWN), "weights")
    assert "By lag: in 0 of 1 group the heaviest member has more than with the best plan found." == weight_sentence(
        rows(best), "lag"
    )


def test_page_of_a_group_without_lag_says_why(page: GroupPage) -> None:
    said = weight_blocks(replace(page, answers=(answer("today", weighted=UNKNOWN),)), "lag")

    assert [Heading("Balance by lag"), Prose(("no topic has end offsets.",))] == said
    assert [] == weight_blocks(replace(page, answers=(answer("today"),)), "lag")
