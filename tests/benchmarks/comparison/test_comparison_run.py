"""Tests of whole comparisons of two opened targets, on few cases."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest

from kafka_assay.assignors.hosted.targets import open_target
from kafka_assay.assignors.model import group_of
from kafka_assay.benchmarks.comparison.case_judging import JudgedCases
from kafka_assay.benchmarks.comparison.comparison_record import Comparison, ComparisonLine
from kafka_assay.benchmarks.comparison.comparison_run import ComparisonRun, plan_comparison
from kafka_assay.benchmarks.comparison.measure_lines import TOLERANCES
from kafka_assay.benchmarks.timed_calls import TimedSides
from tests.assignors.hosted.late import LATE_ONCE, MARKER

FAULTY = "python:tests.benchmarks.comparison.faulty"
TIMED = {"small": group_of({"t0": 4}, {"C0": ["t0"], "C1": ["t0"]})}


def compare(
    base: str,
    candidate: str,
    *families: str,
    cases: int = 40,
    jobs: int = 1,
    timed: bool = False,
    like: str | None = None,
    seconds: float = 2.0,
) -> Comparison:
    """The comparison of two targets on cases of these families (none: clean), with these `seconds` for a call."""
    with ExitStack() as stack:
        opened = [open_target(name, like=like) for name in (base, candidate, base)]
        for target in opened:
            stack.callback(target.close)
        plan = plan_comparison(opened[0], opened[1], families or ("clean",), seed=0, like=like, call_timeout=seconds)
        run = ComparisonRun(
            plan=plan,
            sides=TimedSides(*opened),
            cases=cases,
            jobs=jobs,
            workloads=[TIMED] if timed else [],
            tolerances=TOLERANCES,
            timing_seconds=0.1,
            shrinking_seconds=30.0,
        )
        record, _, _ = run.run()
    return record


def line_of(record: Comparison, measure: str) -> ComparisonLine:
    """The record's first line of one measure."""
    return next(line for line in record.lines if line.measure == measure)


def test_target_equals_itself() -> None:
    record = compare("sticky", "sticky", "clean", "sequences", "histories")

    assert {"same", "not-comparable"} == {line.outcome for line in record.lines}
    assert {"seconds"} == {line.measure for line in record.lines if line.outcome == "not-comparable"}
    assert (40, "undecided") == (record.groups, record.verdict)


def test_time_is_not_judged_if_a_host_does_not_report_it() -> None:
    record = compare("roundrobin", "exec:python3 docs/hosts/example_host.py#fewest", cases=4, timed=True)

    line = line_of(record, "seconds")
    reason = "the host of exec:python3 docs/hosts/example_host.py#fewest reports no nanoseconds"
    assert ("not-comparable", reason, False) == (line.outcome, line.reason, line.undecided)


def test_late_answer_is_no_difference(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(MARKER, str(tmp_path / "marker"))
    record = compare("roundrobin", LATE_ONCE, cases=10)

    assert (tmp_path / "marker").exists()
    assert {"same", "not-comparable"} == {line.outcome for line in record.lines}


@pytest.mark.integration
def test_hang_is_a_newly_broken_law() -> None:
    record = compare("roundrobin", f"{FAULTY}:EndlessForThree", seconds=0.3)

    line = line_of(record, "law:returns-an-answer")

    assert ("regressed", "newly-broken") == (record.verdict, line.outcome)
    assert line.case is not None
    assert 3 == len(line.case.group.members)


def test_newly_broken_law_has_the_smallest_group_and_both_answers() -> None:
    """A newly kept law has a case of the base."""
    record = compare("roundrobin", f"{FAULTY}:ManyForFirst")

    line = line_of(record, "law:even-when-equal")

    assert ("regressed", "newly-broken", 0) == (record.verdict, line.outcome, line.base)
    assert line.case is not None
    assert line.counterpart is not None
    assert (3, {"t0": 2}) == (len(line.case.group.members), line.case.group.partition_counts())
    assert {"C0": {"t0": [0]}, "C1": {"t0": [1]}, "C2": {}} == line.counterpart.steps[0].assignment
    assert line.case.group == line.counterpart.group
    back = compare(f"{FAULTY}:ManyForFirst", "roundrobin")
    kept = line_of(back, "law:even-when-equal")
    assert ("better", "newly-kept") == (back.verdict, kept.outcome)
    assert (f"{FAULTY}:ManyForFirst", "roundrobin") == tuple(
        one and one.target for one in (kept.case, kept.counterpart)
    )
    assert "better" == line_of(back, "balance_gap").outcome


def test_declared_failure_is_no_regression_of_the_law() -> None:
    line = line_of(compare("roundrobin", f"{FAULTY}:DeclaredManyForFirst"), "law:even-when-equal")

    assert ("newly-broken", "by design", False) == (line.outcome, line.expected, line.is_regression)


def test_groups_that_one_side_cannot_express_are_left_out_and_counted() -> None:
    record = compare("roundrobin", f"{FAULTY}:WithoutStaticMembers", "clean", "static-members")

    (left_out,) = record.cannot_be_asked
    assert "static-members" == left_out.inputs
    assert 40 == record.groups + left_out.groups
    name = f"{FAULTY}:WithoutStaticMembers"
    assert f"{name} cannot express this group: the client knows no instance ids" == left_out.reason


def test_target_that_answers_by_chance_is_no_regression_of_itself() -> None:
    """It breaks laws on other groups each time. The control, the base asked once more, shows the same."""
    record = compare(f"{FAULTY}:ByChance", f"{FAULTY}:ByChance", "clean", "mixed", cases=80)

    assert record.verdict != "regressed"
    assert not [line.measure for line in record.lines if line.is_regression]
    assert line_of(record, "balance_gap").control is not None


def test_interrupt_keeps_the_batches_that_were_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    judged = JudgedCases.judge

    def judge_and_interrupt(self: JudgedCases, *_: object, **__: object) -> None:
        judged(self, 16)
        raise KeyboardInterrupt

    monkeypatch.setattr(JudgedCases, "judge", judge_and_interrupt)

    record = compare("roundrobin", f"{FAULTY}:ManyForFirst", timed=True)

    assert (True, 16, "regressed") == (record.interrupted, record.groups, record.verdict)
    assert "interrupted" == line_of(record, "seconds").reason
