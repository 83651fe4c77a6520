"""Tests that a campaign's rows are the same wherever and in whatever order they are judged."""

from __future__ import annotations

import errno
import shutil
from collections.abc import Iterator
from itertools import chain, repeat
from pathlib import Path

import pyarrow as pa
import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.formats.codec import batch_of
from kafka_assay.assignors.hosted.targets import open_target
from kafka_assay.assignors.interface import AssignorFailed, ExpectedFailure, Target
from kafka_assay.assignors.life import Example
from kafka_assay.assignors.model import group_of
from kafka_assay.pipeline.campaign import campaign_work, judging, pair
from kafka_assay.pipeline.campaign.campaign_row import CampaignRow
from kafka_assay.pipeline.campaign.campaign_work import CampaignWork, judge_cases
from kafka_assay.pipeline.campaign.judging import judge_in_processes, judge_on_spark
from kafka_assay.pipeline.campaign.pair import DrawnCase, asks_further
from kafka_assay.pipeline.campaign.plan import CampaignPlan
from kafka_assay.pipeline.campaign.stretches import committed_stretches, remove_leftovers, stretch_folder, write_stretch
from kafka_assay.pipeline.campaign.summary import read_rows
from kafka_assay.pipeline.campaign.timed_target import PairLateFailure
from kafka_assay.pipeline.spark.session import Session
from kafka_assay.properties.judging.cause import DECLARED
from kafka_assay.properties.judging.finding import Finding
from kafka_assay.properties.judging.rebalances import run_rebalances
from kafka_assay.properties.registry import LAW_BY_ID, promised_laws
from kafka_assay.properties.verdict import Broken, Kept, Undecided, Verdict
from tests.pipeline.campaign.campaigns import judged_cases, rows_of, small_plan


def judge(plan: CampaignPlan, folder: Path, stretches: list[int] | None = None, processes: int = 1) -> None:
    wanted = list(range(plan.stretches)) if stretches is None else stretches
    judge_in_processes(plan, wanted, folder, processes, lambda *_: None)


def test_every_pair_has_one_row(tmp_path: Path) -> None:
    plan = small_plan(tmp_path)

    judge(plan, tmp_path)

    expected = [(number, target) for number in range(40) for target in ("cooperative-sticky", "range")]
    assert expected == [(row["case"], row["target"]) for row in rows_of(tmp_path, plan)]


def test_order_of_stretches_does_not_matter(tmp_path: Path) -> None:
    plan = small_plan()

    judge(plan, tmp_path / "a")
    judge(plan, tmp_path / "b", [2, 0, 1])

    assert rows_of(tmp_path / "a", plan) == rows_of(tmp_path / "b", plan)


def test_spark_and_processes_give_the_same_rows_as_a_loop(spark: Session, tmp_path: Path) -> None:
    plan = small_plan()

    judge_on_spark(spark.spark, plan, range(plan.stretches), tmp_path / "spark", lambda *_: None)
    judge(plan, tmp_path / "processes", processes=2)
    judge(plan, tmp_path / "loop")

    for other in ("spark", "processes"):
        assert [0, 1, 2] == committed_stretches(tmp_path / other, plan)
        assert rows_of(tmp_path / "loop", plan) == rows_of(tmp_path / other, plan)


def test_target_of_any_name_is_read_by_spark_and_here(spark: Session, tmp_path: Path) -> None:
    """The name is part of a path."""
    name = "python:jos\u00e9's 100% [a].b:X=1#\u03c9"
    plan = small_plan(tmp_path, targets=("range",), groups=4, stretch=4)
    rows = [row._replace(target=name) for row in judged_cases(plan, range(4))]
    write_stretch(tmp_path, 0, pa.Table.from_batches([batch_of(CampaignRow, rows)]))
    (stretch_folder(tmp_path, 0) / "_SUCCESS").touch()

    assert [name] * 4 == [row["target"] for row in rows_of(tmp_path, plan)]
    assert [name] * 4 == [row["target"] for row in read_rows(spark.spark, tmp_path, plan).collect()]


def test_stretch_without_its_rows_does_not_count(
    spark: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The workers write into another DIR, so the driver sees nothing."""
    plan = small_plan()
    monkeypatch.setattr(judging, "stretch_folder", lambda *_: tmp_path / "another")

    with pytest.raises(AssayError, match=r"stretch=0: 0 rows, expected 30: the driver and all workers must see DIR"):
        judge_on_spark(spark.spark, plan, [0], tmp_path, lambda *_: None)

    assert [] == committed_stretches(tmp_path, plan)


def test_uncommitted_stretch_is_ignored_and_then_removed(tmp_path: Path) -> None:
    plan = small_plan(tmp_path)
    judge(plan, tmp_path)
    (stretch_folder(tmp_path, 1) / "_SUCCESS").unlink()

    assert [0, 2] == committed_stretches(tmp_path, plan)
    assert 2 * 25 == len(rows_of(tmp_path, plan))
    remove_leftovers(tmp_path)
    assert not stretch_folder(tmp_path, 1).exists()
    assert stretch_folder(tmp_path, 0).exists()


def test_leftover_that_cannot_be_deleted_is_out_of_the_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A task of a killed driver may write a file into the folder while it is deleted."""
    plan = small_plan(tmp_path)
    judge(plan, tmp_path)
    (stretch_folder(tmp_path, 1) / "_SUCCESS").unlink()
    rmtree = shutil.rmtree

    def rmtree_with_a_new_file(path: Path, ignore_errors: bool = False) -> None:
        if not ignore_errors:
            raise OSError(errno.ENOTEMPTY, "Directory not empty", str(path))

    monkeypatch.setattr(shutil, "rmtree", rmtree_with_a_new_file)
    remove_leftovers(tmp_path)
    assert not stretch_folder(tmp_path, 1).exists()
    assert [0, 2] == committed_stretches(tmp_path, plan)

    monkeypatch.setattr(shutil, "rmtree", rmtree)
    remove_leftovers(tmp_path)
    assert ["stretch=0", "stretch=2"] == sorted(path.name for path in (tmp_path / "results.parquet").iterdir())


def test_default_laws_with_further_questions_are_asked_in_few_cases() -> None:
    plan = small_plan(targets=("roundrobin",), groups=100, stretch=100)
    asking = {law.id for law in promised_laws(open_target("roundrobin").promises) if law.asks}

    rows = judged_cases(plan, range(100))

    with_them = {row.case for row in rows if asking.intersection(row.asked)}
    assert with_them
    assert with_them <= {number for number in range(100) if asks_further(plan.seed, number)}


def test_all_laws_are_asked_in_every_case() -> None:
    plan = small_plan(targets=("roundrobin",), groups=20, stretch=20, laws="all", families=("clean",))

    rows = judged_cases(plan, range(20))

    assert all("same-question-same-answer" in row.asked for row in rows)


def test_a_mistake_of_our_own_names_the_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = small_plan(targets=("roundrobin",), groups=20, stretch=20)

    def judge_pair(_target: object, _laws: object, case: DrawnCase, *_: object, **__: object) -> CampaignRow:
        assert case.number < 7
        return rows[0]

    rows = judged_cases(plan, range(1))
    monkeypatch.setattr(campaign_work, "judge_pair", judge_pair)

    with pytest.raises(RuntimeError, match=r"^internal error in case 7 of roundrobin: AssertionError"):
        judged_cases(plan, range(20))


def test_life_has_the_figures_of_its_last_rebalance() -> None:
    plan = small_plan(targets=("sticky",), groups=10, stretch=10, families=("sequences",))

    rows = judged_cases(plan, range(10))

    assert max(row.steps for row in rows) > 1
    assert all(row.optimal_sum_of_squares is not None for row in rows)
    assert all((row.sum_of_squares or 0) >= (row.optimal_sum_of_squares or 0) for row in rows)


def test_undeclared_break_after_a_declared_one_is_an_alarm(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a life the same law may break twice. A declared break hides no later one."""
    plan = small_plan(targets=("sticky",), groups=10, stretch=10, families=("sequences",))
    targets = CampaignWork(plan).open()
    declared = iter([ExpectedFailure(law="settles", family="sequences", reason="known", group="{}")])

    def judged(target: Target, _: object, example: Example, **__: object) -> Iterator[Finding]:
        for rebalance in run_rebalances(target, example):
            yield Finding(LAW_BY_ID["settles"], Broken({}), rebalance, 0, 0, None, next(declared, None))

    monkeypatch.setattr(pair, "judge_example", judged)

    first = next(row for row in judge_cases(plan, targets, range(10)) if row.steps > 1)

    assert ["settles"] == [one.law for one in first.broken]
    assert first.broken[0].cause != DECLARED


@pytest.mark.parametrize("unanswered", [False, True])
def test_law_without_a_verdict_in_a_later_rebalance_is_not_asked(
    monkeypatch: pytest.MonkeyPatch, unanswered: bool
) -> None:
    """Otherwise the upper bound of a law that never broke would be too good."""
    plan = small_plan(targets=("sticky",), groups=10, stretch=10, families=("sequences",))
    targets = CampaignWork(plan).open()
    first, second = LAW_BY_ID["settles"], LAW_BY_ID["one-owner-each"]
    verdicts: Iterator[Verdict] = chain([Kept()], repeat(Undecided("why", unanswered=unanswered)))

    def judged(target: Target, _: object, example: Example, **__: object) -> Iterator[Finding]:
        for rebalance in run_rebalances(target, example):
            yield Finding(first, next(verdicts), rebalance, 0, 0)
            yield Finding(second, Kept(), rebalance, 0, 0)

    monkeypatch.setattr(pair, "judge_example", judged)

    row = next(row for row in judge_cases(plan, targets, range(10)) if row.steps > 1)

    assert ["one-owner-each"] == row.asked


@pytest.mark.parametrize(
    ("verdict", "hung"),
    [
        (Broken({"error": "hang", "message": "no answer within 5 s"}), True),
        (Undecided("hang: no answer within 5 s"), True),
        (Broken({"error": "crash", "message": "signal 9"}), False),
        (Kept(), False),
    ],
)
@pytest.mark.parametrize("is_declared", [True, False])
def test_hang_in_a_further_question_is_noted(
    verdict: Verdict, hung: bool, is_declared: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = small_plan(targets=("range",), groups=1, stretch=1, families=("clean",))
    declared = ExpectedFailure(law="settles", family="clean", reason="known", group="{}")

    def judged(target: Target, _: object, example: Example, **__: object) -> Iterator[Finding]:
        for rebalance in run_rebalances(target, example):
            expected = declared if is_declared else None
            yield Finding(LAW_BY_ID["settles"], verdict, rebalance, 0, 0, None, expected)

    monkeypatch.setattr(pair, "judge_example", judged)

    (row,) = judged_cases(plan, [0])

    assert hung is row.hung


@pytest.mark.parametrize(("kind", "hung"), [("hang", True), ("crash", False)])
def test_declared_hang_after_the_answer_is_noted(kind: str, hung: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its cause is that it is declared, so the cause does not tell a hang from a crash."""
    plan = small_plan(targets=("range",), groups=1, stretch=1, families=("clean",))
    (opened,) = CampaignWork(plan).open()
    (row,) = judge_cases(plan, [opened], [0])
    declared = ExpectedFailure(law="returns-an-answer", family="clean", reason="known", group="{}")
    monkeypatch.setattr(campaign_work, "find_excuse", lambda *_: declared)
    late = PairLateFailure(AssignorFailed(kind, "no reply"), group_of({"t": 1}, {"a": ["t"]}), before=False)

    changed = campaign_work._with_late_failure(row, opened.target, late)

    assert [("returns-an-answer", DECLARED)] == changed.broken
    assert (False, hung) == (row.hung, changed.hung)


def test_message_in_a_row_has_no_addresses() -> None:
    """They differ from run to run."""
    assert "E: at 0x#" == pair._error_text(AssignorFailed("E", "at 0x7f3a"))
