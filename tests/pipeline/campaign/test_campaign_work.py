"""Tests of the rows of a campaign: the same wherever they are judged, also of targets that crash, hang or differ."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from kafka_assay.assignors.errors import AssayError, TargetGone
from kafka_assay.assignors.formats.codec import batch_of
from kafka_assay.assignors.hosted.host_target import LateFailure
from kafka_assay.assignors.hosted.targets import open_target
from kafka_assay.assignors.interface import AssignorFailed, ExpectedFailure, Target
from kafka_assay.assignors.life import Example
from kafka_assay.assignors.model import group_of
from kafka_assay.pipeline.campaign import campaign_work
from kafka_assay.pipeline.campaign.campaign_row import CampaignRow
from kafka_assay.pipeline.campaign.campaign_run import judge_here
from kafka_assay.pipeline.campaign.campaign_work import (
    CampaignTarget,
    CampaignWork,
    asks_further,
    judge_cases,
    with_late_failure,
)
from kafka_assay.pipeline.campaign.plan import CampaignPlan
from kafka_assay.pipeline.campaign.stretches import committed_stretches, remove_leftovers, stretch_folder, write_stretch
from kafka_assay.pipeline.campaign.summary import read_rows
from kafka_assay.pipeline.spark.session import Session
from kafka_assay.properties.judging.cause import DECLARED
from kafka_assay.properties.judging.finding import Finding
from kafka_assay.properties.judging.rebalances import run_rebalances
from kafka_assay.properties.registry import LAW_BY_ID, promised_laws
from kafka_assay.properties.runner.run import run
from kafka_assay.properties.trials.trial import Trial
from kafka_assay.properties.verdict import Broken, Kept, Undecided, Verdict
from tests.assignors.hosted.late import ENDLESS, LATE_ONCE, MARKER
from tests.pipeline.campaign.campaigns import host_target, judged_cases, rows_of, small_plan


def judged_rows(target: str, groups: int, family: str = "clean", laws: str = "default") -> list[CampaignRow]:
    plan = small_plan(targets=(target,), groups=groups, families=(family,), laws=laws)
    return judged_cases(plan, range(groups))


def judge(plan: CampaignPlan, folder: Path, stretches: Sequence[int] = (0, 1, 2)) -> Path:
    assert list(stretches) == list(judge_here(plan, stretches, folder, lambda _: None))
    return folder


@pytest.fixture(scope="module")
def plan() -> CampaignPlan:
    """A campaign of three stretches."""
    return small_plan()


@pytest.fixture(scope="module")
def loop(plan: CampaignPlan, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """This campaign, judged in this process."""
    return judge(plan, tmp_path_factory.mktemp("loop"))


@pytest.fixture
def uncommitted(loop: Path, tmp_path: Path) -> Path:
    """The same without the commit of the stretch 1."""
    shutil.copytree(loop, tmp_path, dirs_exist_ok=True)
    (stretch_folder(tmp_path, 1) / "_SUCCESS").unlink()
    return tmp_path


def test_order_of_stretches_does_not_matter(plan: CampaignPlan, loop: Path, tmp_path: Path) -> None:
    assert rows_of(loop, plan) == rows_of(judge(plan, tmp_path, [2, 0, 1]), plan)


def test_target_of_any_name_is_read_by_spark_and_here(spark: Session, tmp_path: Path) -> None:
    """The name is part of a path."""
    name = "python:jos\u00e9's 100% [a].b:X=1#\u03c9"
    plan = small_plan(tmp_path, targets=("range",), groups=4, stretch=4)
    rows = [row._replace(target=name) for row in judged_cases(plan, range(4))]
    write_stretch(tmp_path, 0, [batch_of(CampaignRow, rows)])

    assert [name] * 4 == [row["target"] for row in rows_of(tmp_path, plan)]
    assert [name] * 4 == [row["target"] for row in read_rows(spark.spark, tmp_path, plan).collect()]


def test_uncommitted_stretch_is_ignored_and_then_removed(plan: CampaignPlan, uncommitted: Path) -> None:
    assert [0, 2] == committed_stretches(uncommitted, plan)
    assert 2 * 25 == len(rows_of(uncommitted, plan))
    remove_leftovers(uncommitted)
    assert not stretch_folder(uncommitted, 1).exists()
    assert stretch_folder(uncommitted, 0).exists()


def test_default_laws_with_further_questions_are_asked_in_few_cases() -> None:
    plan = small_plan(targets=("roundrobin",), groups=100)
    asking = {law.id for law in promised_laws(open_target("roundrobin").promises) if law.asks}

    rows = judged_cases(plan, range(100))

    with_them = {row.case for row in rows if asking.intersection(row.asked)}
    assert with_them
    assert with_them <= {number for number in range(100) if asks_further(plan.seed, number)}


def test_all_laws_are_asked_in_every_case() -> None:
    assert all("same-question-same-answer" in row.asked for row in judged_rows("roundrobin", 20, laws="all"))


def test_a_mistake_of_our_own_names_the_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = small_plan(targets=("roundrobin",), groups=20)

    def judge_pair(_plan: object, _target: object, number: int, *_: object) -> CampaignRow:
        assert number < 7
        return rows[0]

    rows = judged_cases(plan, range(1))
    monkeypatch.setattr(campaign_work, "judge_pair", judge_pair)

    with pytest.raises(RuntimeError, match=r"^internal error in case 7 of roundrobin: AssertionError"):
        judged_cases(plan, range(20))


def test_life_has_the_figures_of_its_last_rebalance() -> None:
    rows = judged_rows("sticky", 10, "sequences")

    assert max(row.steps for row in rows) > 1
    assert all(row.optimal_sum_of_squares is not None for row in rows)
    assert all((row.sum_of_squares or 0) >= (row.optimal_sum_of_squares or 0) for row in rows)


def let_find(monkeypatch: pytest.MonkeyPatch, found: dict[str, list[tuple[Verdict, ExpectedFailure | None]]]) -> None:
    """Let these be the verdicts of each law on consecutive rebalances, with excuses; the last one is repeated."""

    def judged(target: Target, _: object, example: Example, **__: object) -> Iterator[Finding]:
        for place, rebalance in enumerate(run_rebalances(target, example)):
            for law, verdicts in found.items():
                verdict, expected = verdicts[min(place, len(verdicts) - 1)]
                yield Finding(LAW_BY_ID[law], verdict, rebalance, 0, 0, None, expected)

    monkeypatch.setattr(campaign_work, "judge_example", judged)


def first_longer_life() -> CampaignRow:
    """The row of the first life with several rebalances."""
    return next(row for row in judged_rows("sticky", 10, "sequences") if row.steps > 1)


def declared_failure(law: str) -> ExpectedFailure:
    return ExpectedFailure(law=law, family="clean", reason="known", group="{}")


def test_undeclared_break_after_a_declared_one_is_an_alarm(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a life the same law may break twice. A declared break hides no later one."""
    let_find(monkeypatch, {"settles": [(Broken({}), declared_failure("settles")), (Broken({}), None)]})

    row = first_longer_life()

    assert ["settles"] == [one.law for one in row.broken]
    assert row.broken[0].cause != DECLARED


@pytest.mark.parametrize("unanswered", [False, True])
def test_law_without_a_verdict_in_a_later_rebalance_is_not_asked(
    monkeypatch: pytest.MonkeyPatch, unanswered: bool
) -> None:
    """Otherwise the upper bound of a law that never broke would be too good."""
    later = Undecided("why", unanswered=unanswered)
    let_find(monkeypatch, {"settles": [(Kept(), None), (later, None)], "one-owner-each": [(Kept(), None)]})

    assert ["one-owner-each"] == first_longer_life().asked


@pytest.mark.parametrize(
    ("verdict", "hung"),
    [
        (Broken({"error": "hang", "message": "no answer within 5 s"}), True),
        (Undecided("hang: no answer within 5 s"), True),
        (Broken({"error": "crash", "message": "signal 9"}), False),
        (Kept(), False),
    ],
)
@pytest.mark.parametrize("expected", [None, declared_failure("settles")])
def test_hang_in_a_further_question_is_noted(
    verdict: Verdict, hung: bool, expected: ExpectedFailure | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_find(monkeypatch, {"settles": [(verdict, expected)]})

    (row,) = judged_rows("range", 1)

    assert hung is row.hung


@pytest.mark.parametrize(("kind", "hung"), [("hang", True), ("crash", False)])
def test_declared_hang_after_the_answer_is_noted(kind: str, hung: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its cause is that it is declared, so the cause does not tell a hang from a crash."""
    plan = small_plan(targets=("range",), groups=1, families=("clean",))
    (opened,) = CampaignWork(plan).open()
    (row,) = judge_cases(plan, [opened], [0])
    monkeypatch.setattr(campaign_work, "find_excuse", lambda *_: declared_failure("returns-an-answer"))
    late = LateFailure(failure=AssignorFailed(kind, "no reply"), group=group_of({"t": 1}, {"a": ["t"]}))

    changed = with_late_failure(row, opened, late)

    assert [("returns-an-answer", DECLARED)] == changed.broken
    assert (False, hung) == (row.hung, changed.hung)


def test_message_in_a_row_has_no_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    """They differ from run to run."""

    def fail(*_: object) -> None:
        raise AssignorFailed("E", "at 0x7f3a")

    monkeypatch.setattr(CampaignTarget, "assign", fail)

    (row,) = judged_rows("range", 1)

    assert "E: at 0x#" == row.error


@pytest.mark.parametrize("when", ["before", "after"])
def test_crash_is_an_alarm_of_its_own_group_only(when: str, tmp_path: Path) -> None:
    """A failure after the answer has a cause of its own. A target without an answer has no figures."""
    rows = judged_rows(host_target(tmp_path, when), 30)

    crashes = {row.case: one.cause for row in rows for one in row.broken if one.law == "returns-an-answer"}
    silent = [row for row in rows if row.error]
    assert crashes.keys() == {row.case for row in rows if row.members == 3}
    assert crashes
    assert {f"crash: the process ended with exit code #{', after the answer' if when == 'after' else ''}"} == set(
        crashes.values()
    )
    assert bool(silent) is (when == "before")
    assert {None} >= {row.sum_of_squares for row in silent} | {row.rounds for row in silent}


def test_failure_after_the_last_answer_of_a_batch_is_noticed(tmp_path: Path) -> None:
    plan = small_plan(targets=(host_target(tmp_path, "after"), "range"), groups=40, families=("clean",))
    last = next(number for number in range(40) if len(plan.example(number).members) == 3)  # type: ignore[union-attr]

    row, other = judged_cases(plan, [last])

    assert "returns-an-answer" in {one.law for one in row.broken}
    assert "returns-an-answer" not in {one.law for one in other.broken}


@pytest.mark.parametrize(("target", "call_timeout", "hung"), [(LATE_ONCE, 1.0, False), (ENDLESS, 0.2, True)])
def test_hang_is_an_alarm_and_a_late_answer_is_none(
    target: str, call_timeout: float, hung: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The plan is made with another target, because planning asks questions too."""
    monkeypatch.setenv(MARKER, str(tmp_path / "marker"))
    plan = small_plan(targets=("roundrobin",), groups=3, families=("clean",))
    with closing(open_target(target)) as opened:
        planned = replace(plan.targets[0], target=target, version=opened.version)

    rows = judged_cases(replace(plan, targets=(planned,), call_timeout=call_timeout), range(3))

    assert (tmp_path / "marker").exists()
    assert [(hung, hung, ["returns-an-answer"] if hung else [])] * 3 == [
        (row.hung, row.error is not None, [one.law for one in row.broken]) for row in rows
    ]


def test_late_failures_do_not_depend_on_the_batches(tmp_path: Path) -> None:
    """The host dies after the last question of a batch too, which belongs to no pair."""
    plan = small_plan(targets=(host_target(tmp_path, "after one"),), groups=30, families=("clean",))

    whole = judged_cases(plan, range(30))
    parts = [row for _, rows in run(CampaignWork(plan), range(30), 1, most=5) for row in rows]

    one, other = ([row._replace(seconds=0.0, host_seconds=0.0) for row in rows] for rows in (whole, parts))
    assert one == other


def test_settling_question_is_no_alarm_of_the_next_pair(tmp_path: Path) -> None:
    with closing(CampaignTarget(open_target(host_target(tmp_path, "always")), other_process=False)) as target:
        target.settle()
        target.assign(group_of({"t": 1}, {"a": ["t"]}))

        assert [] == target.take_late_failures()


def test_late_break_of_a_law_that_was_not_decided_counts_as_asked(tmp_path: Path) -> None:
    plan = small_plan(targets=(host_target(tmp_path, "always"),), groups=1, families=("clean",))
    (opened,) = CampaignWork(plan).open()
    opened.laws = ()

    (row,) = judge_cases(plan, [opened], [0])
    opened.close()

    assert ["returns-an-answer"] == list(row.asked) == [one.law for one in row.broken]


def test_target_that_is_gone_at_a_further_question_ends_the_work() -> None:
    """It is neither a break nor a mistake of ours."""

    def vanish(_trial: Trial) -> Kept:
        raise TargetGone("x: the restart failed")

    law = replace(LAW_BY_ID["one-owner-each"], judge=vanish)
    plan = small_plan(targets=("range",), groups=1, families=("clean",))
    (opened,) = CampaignWork(plan).open()
    opened.laws = (law,)

    with pytest.raises(TargetGone):
        judge_cases(plan, [opened], [0])


def test_other_code_on_a_worker_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = small_plan()
    monkeypatch.setattr(campaign_work, "code_version", lambda: "0.1.0+other")

    with pytest.raises(AssayError, match=r"this worker has the code 0\.1\.0\+other, the campaign needs"):
        CampaignWork(plan).open()
