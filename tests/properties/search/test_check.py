"""Tests of what a check finds, counts and tells, of its ends, and of missing answers."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.targets import TargetText
from kafka_assay.assignors.interface import AssignorFailed, Promise
from kafka_assay.assignors.model import Assignment, Group, group_of
from kafka_assay.properties.budget import ExampleLimit
from kafka_assay.properties.input_families import GIVEN, is_member_of
from kafka_assay.properties.measures.traits import traits
from kafka_assay.properties.records.check_record import CheckCell, CheckRecord
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.search.check import check, check_group
from kafka_assay.properties.search.check_search import FirstBreak, News, ShrinkingStarts
from kafka_assay.properties.strategies.drawn import drawn_example
from tests.assignors.hosted.late import ENDLESS, LATE_ONCE, MARKER
from tests.properties.stand_ins import (
    StandIn,
    declares_what_it_forgets,
    first_takes_all,
    forgets_the_last,
    in_turn,
    refusing,
    right,
)
from tests.properties.verdicts import case_of

EVEN = frozenset({Promise.EVEN})


def cell(record: CheckRecord, law: str, inputs: str = "clean") -> CheckCell:
    """The one cell of `law` and family."""
    (found,) = (one for one in record.cells if (one.law, one.inputs) == (law, inputs))
    return found


def test_correct_assignor_keeps_every_law() -> None:
    """The limit counts groups, also those to which a law is not applicable."""
    record = check(StandIn(right, EVEN), families=["clean"], examples=30)

    assert {("kept", "15+15")} == {(one.verdict, one.limit) for one in record.cells}
    assert 20 < cell(record, "even-when-equal").examples < cell(record, "one-owner-each").examples == 30
    assert 30 == record.groups


def test_uneven_assignor_has_the_smallest_counterexample_of_each_family() -> None:
    families = ["clean", "overlapping-claims", "static-members"]

    record = check(StandIn(first_takes_all, EVEN), families=families, examples=100)

    cases = [case_of(cell(record, "even-when-equal", family)) for family in families]
    assert all(is_member_of(family, case.group) for family, case in zip(families, cases, strict=True))
    case = cases[0]
    assert ["C0", "C1"] == case.group.member_ids()
    assert 2 == sum(topic.partitions for topic in case.group.topics)
    assert [] == [claim for member in case.group.members for claim in member.claims()]
    assert 2 == case.facts["most"]["load"] - case.facts["least"]["load"]


def test_law_without_a_definition_in_a_family_has_no_cell() -> None:
    """Subscriptions with a repeated topic are never equal."""
    target = StandIn(right, frozenset({Promise.STICKY}))

    record = check(target, families=["repeated-topics"], examples=5)

    assert "needless-moves-when-equal" not in {one.law for one in record.cells}


LAW = LAW_BY_ID["nothing-left-out"]


def test_expected_failure_has_its_reason_and_does_not_end_the_search() -> None:
    """The same law broken on another kind of group is not expected."""
    record = check(declares_what_it_forgets(), laws=[LAW], families=["clean", "racks"], examples=40)

    clean, racks = cell(record, LAW.id), cell(record, LAW.id, "racks")
    assert ("broken", "known", 40) == (clean.verdict, clean.expected, clean.examples)
    assert ("broken", None) == (racks.verdict, racks.expected)


def test_declared_failure_is_no_news() -> None:
    told: list[News] = []
    target = declares_what_it_forgets()

    check(target, laws=[LAW], families=["clean"], examples=40, fail_fast=True, tell=told.append)

    assert [] == told


def test_one_group_is_checked_for_every_law_without_a_search() -> None:
    record = check_group(StandIn(first_takes_all, EVEN), group_of({"t": 2}, {"a": ["t"], "b": ["t"]}))

    assert (1, 1) == (record.groups, cell(record, "even-when-equal").examples)
    assert "broken" == cell(record, "even-when-equal").verdict
    assert GIVEN not in {one.inputs for one in record.cells}


def test_first_step_of_a_case_is_its_group() -> None:
    target = StandIn(in_turn(right, first_takes_all), frozenset({Promise.STICKY}))

    record = check(target, laws=[LAW_BY_ID["stable-group-moves-nothing"]], families=["clean"], examples=60)

    case = case_of(cell(record, "stable-group-moves-nothing"))
    assert [None, "its own answer becomes the claims"] == [step.why for step in case.steps]


def test_unknown_family_is_a_usage_error_before_the_search() -> None:
    with pytest.raises(AssayError, match="unknown input family 'claen'"):
        check(StandIn(right), families=["claen"])


@pytest.mark.parametrize("limit", [ExampleLimit(60, 0), ExampleLimit(0, 60)])
def test_first_break_is_told_once_and_before_shrinking(limit: ExampleLimit) -> None:
    told: list[News] = []

    record = check(StandIn(forgets_the_last), families=["clean", "racks"], examples=limit, tell=told.append)

    first, shrinking = told
    assert isinstance(first, FirstBreak)
    assert "nothing-left-out" == first.law
    assert {first.inputs} < {"clean", "racks", ""}
    assert isinstance(shrinking, ShrinkingStarts)
    assert sum(one.verdict == "broken" for one in record.cells) == shrinking.cells


@pytest.mark.parametrize("limit", [ExampleLimit(4_000, 0), ExampleLimit(0, 4_000)])
def test_fail_fast_ends_the_search_at_the_first_break(limit: ExampleLimit) -> None:
    """The other laws have as many examples as that one, and one family alone is searched."""
    record = check(StandIn(forgets_the_last, EVEN), families=["clean", "racks"], examples=limit, fail_fast=True)

    broken = [one for one in record.cells if one.verdict == "broken"]
    assert {"nothing-left-out"} <= {one.law for one in broken}
    assert 1 == len({one.inputs for one in broken})
    assert {"the search ended at the first break"} == {one.reason for one in record.cells if one.verdict == "undecided"}
    assert record.groups < 200
    assert all(one.counterexample is not None for one in broken)


def interrupted_at_the_30th_call() -> Callable[[Group], Assignment]:
    """The right answer, and Ctrl-C at the 30th call."""
    calls = count(1)

    def answer(group: Group) -> Assignment:
        if next(calls) == 30:
            raise KeyboardInterrupt
        return right(group)

    return answer


@pytest.mark.parametrize("limit", [ExampleLimit(500, 0), ExampleLimit(0, 500)])
def test_interrupted_check_has_the_finished_groups(limit: ExampleLimit) -> None:
    record = check(StandIn(interrupted_at_the_30th_call()), laws=[LAW], families=["clean"], examples=limit)

    assert record.interrupted
    assert 0 < cell(record, LAW.id).examples < 30
    assert record.groups == cell(record, LAW.id).examples


def test_break_in_an_interrupted_example_is_reported() -> None:
    """The example itself is not counted, because its other laws were not asked."""
    again = LAW_BY_ID["same-question-same-answer"]
    number = next(number for number in range(100) if again.is_due(number))
    last = drawn_example("clean", 0, number)
    seen: list[Group] = []

    def stops_when_asked_again(group: Group) -> Assignment:
        if group == last and group in seen:
            raise KeyboardInterrupt
        seen.append(group)
        return forgets_the_last(group) if group == last else right(group)

    promises = frozenset({Promise.REPEATABLE})
    limit = ExampleLimit(500, 0)
    record = check(StandIn(stops_when_asked_again, promises), laws=[LAW, again], families=["clean"], examples=limit)

    assert record.interrupted
    assert "broken" == cell(record, LAW.id).verdict
    assert number == cell(record, LAW.id).examples


def test_time_decides_without_a_limit() -> None:
    """With a clock that advances at every look, the search goes on beyond the usual number of examples."""
    looks = iter(range(10_000))

    record = check(
        StandIn(right), laws=[LAW], families=["clean"], examples=ExampleLimit(), seconds=900, clock=lambda: next(looks)
    )

    assert record.examples is None
    assert cell(record, LAW.id).drawn > 100
    assert cell(record, LAW.id).structured > 0


def test_missing_answers_break_returns_an_answer_only() -> None:
    throws_on_ghosts = refusing(lambda group: "ghost-claims" in traits(group))

    record = check(StandIn(throws_on_ghosts), families=["mixed"], examples=200)

    assert "broken" == cell(record, "returns-an-answer", "mixed").verdict
    other = cell(record, "one-owner-each", "mixed")
    assert "kept" == other.verdict
    assert other.unanswered > 0
    assert other.examples == other.kept + other.unanswered


def test_check_without_time_is_undecided() -> None:
    record = check(StandIn(right), families=["clean", "mixed"], seconds=1e-9)

    assert {"undecided"} == {one.verdict for one in record.cells}
    assert {"the time ran out before the first group"} == {one.reason for one in record.cells}


def checked_cell(text: str, seconds: float) -> CheckCell:
    """The cell of `returns-an-answer` on a few clean groups, with these seconds for a call."""
    target_text = TargetText(text=text, call_timeout=seconds, checks_hangs=True)
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
    case = case_of(checked_cell(ENDLESS, 0.2))

    assert "hang" == case.facts["error"]
    assert 1 == len(case.steps[0].group.members)


RETURNS = LAW_BY_ID["returns-an-answer"]


@dataclass(slots=True)
class FallsOverClaims(StandIn):
    """A host that answers every group, then dies after one with a claim; the next call reveals it."""

    late_failures: list[SimpleNamespace] = field(default_factory=list)

    def assign(self, group: Group) -> Assignment:
        """The right answer; a death after the previous answer is noted."""
        if self.asked and any(member.owned for member in self.asked[-1].members):
            died = AssignorFailed("crash", "exit code 3")
            self.late_failures.append(SimpleNamespace(group=self.asked[-1], failure=died))
        return StandIn.assign(self, group)


def test_crash_after_an_answer_breaks_the_law_on_that_group() -> None:
    record = check(FallsOverClaims(right), laws=[RETURNS], families=["clean"], examples=30)

    (cell,) = record.cells
    case = case_of(cell)
    assert "broken" == cell.verdict
    assert any(member.owned for member in case.group.members)
    assert ("crash", True) == (case.facts["error"], case.facts["afterwards"])


def test_one_group_is_tried_twice_to_find_a_late_failure() -> None:
    claiming = group_of({"t": 1}, {"a": ["t"]}, {"a": {"t": [0]}})
    harmless = group_of({"t": 1}, {"a": ["t"]})

    verdicts = [
        check_group(FallsOverClaims(right), group, laws=[RETURNS]).cells[0].verdict for group in (claiming, harmless)
    ]

    assert ["broken", "kept"] == verdicts
