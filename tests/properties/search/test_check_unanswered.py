"""Tests of a check without answers or without time: a law without an answer is never kept."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from kafka_assay.assignors.hosted.supervised_process import Limits
from kafka_assay.assignors.hosted.targets import TargetText
from kafka_assay.assignors.interface import AssignorFailed, Promise
from kafka_assay.assignors.model import Assignment, Group, group_of
from kafka_assay.properties.records.check_record import CheckCell
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.search.check import check, check_group
from kafka_assay.reports.wording.sentences import explain_facts
from tests.assignors.hosted.late import ENDLESS, LATE_ONCE, MARKER
from tests.properties.search.test_check import cell
from tests.properties.stand_ins import StandIn, right, throws_on_ghosts


def test_missing_answers_break_returns_an_answer_only() -> None:
    record = check(StandIn(throws_on_ghosts), families=["mixed"], examples=200)

    assert "broken" == cell(record, "returns-an-answer", "mixed").verdict
    other = cell(record, "one-owner-each", "mixed")
    assert "kept" == other.verdict
    assert other.unanswered > 0
    assert other.examples == other.kept + other.unanswered


def test_failure_on_a_further_question_of_a_law_leaves_it_undecided() -> None:
    def dislikes_generations(group: Group) -> Assignment:
        if any(member.generation == 1 and member.owned for member in group.members):
            raise ValueError("no")
        return right(group)

    target = StandIn(dislikes_generations, frozenset({Promise.STICKY}))
    record = check(target, laws=[LAW_BY_ID["stable-group-moves-nothing"]], families=["clean"], examples=10)

    assert "undecided" == cell(record, "stable-group-moves-nothing").verdict


def test_check_without_time_is_undecided() -> None:
    record = check(StandIn(right), families=["clean", "mixed"], seconds=1e-9)

    assert {"undecided"} == {one.verdict for one in record.cells}
    assert {"the time ran out before the first group"} == {one.reason for one in record.cells}


def checked_cell(text: str, seconds: float) -> CheckCell:
    """The cell of `returns-an-answer` on a few clean groups, with these seconds for a call."""
    target_text = TargetText(text=text, limits=Limits(call_seconds=seconds), checks_hangs=True)
    with closing(target_text.open()) as target:
        record = check(target, laws=[LAW_BY_ID["returns-an-answer"]], families=["clean"], examples=6, seconds=20)
    (cell,) = record.cells
    return cell


@pytest.fixture(autouse=True)
def marker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the file that remembers the calls without an answer."""
    monkeypatch.setenv(MARKER, str(tmp_path / "marker"))
    return tmp_path / "marker"


def test_late_answer_is_no_finding(marker: Path) -> None:
    cell = checked_cell(LATE_ONCE, 1.0)

    assert ("kept", cell.examples) == (cell.verdict, cell.kept)
    assert marker.exists()


def test_hang_is_found_and_shrunk() -> None:
    case = checked_cell(ENDLESS, 0.2).counterexample

    assert case is not None
    assert "hang" == case.facts["error"]
    assert 1 == len(case.steps[0].group.members)


LAW = LAW_BY_ID["returns-an-answer"]


@dataclass(frozen=True)
class LateFailure:
    """A group that was answered, and the failure after it."""

    group: Group
    failure: AssignorFailed


@dataclass(slots=True)
class FallsOverClaims(StandIn):
    """A host that answers every group, then dies after one with a claim; the next call reveals it."""

    late_failures: list[LateFailure] = field(default_factory=list)
    before: list[Group] = field(default_factory=list)

    def assign(self, group: Group) -> Assignment:
        """The right answer; a death after the previous answer is noted."""
        if self.before and any(member.owned for member in self.before[-1].members):
            self.late_failures.append(LateFailure(self.before[-1], AssignorFailed("crash", "exit code 3")))
        self.before.append(group)
        return StandIn.assign(self, group)


def test_crash_after_an_answer_breaks_the_law_on_that_group() -> None:
    record = check(FallsOverClaims(right), laws=[LAW], families=["clean"], examples=30)

    (cell,) = record.cells
    assert "broken" == cell.verdict
    assert cell.counterexample is not None
    assert any(member.owned for member in cell.counterexample.group.members)
    said = explain_facts(LAW.id, cell.counterexample.facts)
    assert "The assignor answered and then failed: crash (exit code 3)." == said


def test_one_group_is_tried_twice_to_find_a_late_failure() -> None:
    claiming = group_of({"t": 1}, {"a": ["t"]}, {"a": {"t": [0]}})
    harmless = group_of({"t": 1}, {"a": ["t"]})

    verdicts = [
        check_group(FallsOverClaims(right), group, laws=[LAW]).cells[0].verdict for group in (claiming, harmless)
    ]

    assert ["broken", "kept"] == verdicts
