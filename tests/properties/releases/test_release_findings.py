from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from kafka_assay.assignors.life import Event
from kafka_assay.assignors.model import Assignment, Group, group_of
from kafka_assay.properties.records.check_record import CheckCell, CheckRecord
from kafka_assay.properties.records.typed_record import read_record, write_record
from kafka_assay.properties.releases.release_findings import (
    ReleaseLaw,
    SearchedRelease,
    judge_release,
    searched_release,
    verdict_from_json,
)
from kafka_assay.properties.trials.trial import TrialStep
from tests.properties.releases.stand_ins import case_on, hangs
from tests.properties.stand_ins import StandIn, first_takes_all, forgets_the_last, in_turn, right

SMALL, LARGE = (case_on(group_of({"t": count}, {"a": ["t"]})) for count in (3, 9))


def cell(inputs: str, verdict: Any, **others: Any) -> CheckCell:
    """A cell of the one law."""
    return CheckCell(law="nothing-left-out", inputs=inputs, verdict=verdict, examples=1, **others)


KEPT = cell("clean", "kept", kept=1)
BROKEN = cell("racks", "broken", counterexample=LARGE)
SMALLER = cell("mixed", "broken", counterexample=SMALL)
EXPECTED = cell("three-claimants", "broken", counterexample=SMALL, expected="as in Kafka")
OPEN = cell("sequences", "undecided", undecided=1, reason="time was up")
SILENT = cell("ghost-claims", "undecided", unanswered=1, reason="no answer")
NO_TIME = CheckCell(law="nothing-left-out", inputs="racks", verdict="undecided", reason="no time")


def release_with(*cells: CheckCell) -> SearchedRelease:
    """What a check of these cells says of a release."""
    record = CheckRecord(
        target="t", version="1", like=None, seed=0, seconds=1.0, budget=1.0, examples=1, groups=1, cells=cells
    )
    return searched_release("1", record, {("nothing-left-out", "racks"): 0.5, ("nothing-left-out", "mixed"): 0.25})


def law_in(*cells: CheckCell) -> ReleaseLaw:
    """The finding for the law in a check of these cells."""
    (law,) = release_with(*cells).laws
    return law


@pytest.mark.parametrize(
    ("cells", "word"),
    [
        ((KEPT,), "kept"),
        ((KEPT, BROKEN), "broken"),
        ((KEPT, OPEN), "undecided"),
        ((KEPT, OPEN, BROKEN), "broken"),
        ((KEPT, SILENT), "kept"),
        ((SILENT,), "undecided"),
        ((SILENT, BROKEN), "broken"),
        ((KEPT, NO_TIME), "kept"),
        ((NO_TIME,), "undecided"),
    ],
)
def test_law_has_its_most_severe_verdict(cells: tuple[CheckCell, ...], word: str) -> None:
    """A family without answers or without time does not count if the law was kept elsewhere."""
    assert word == law_in(*cells).verdict


def test_smallest_counterexample_represents_the_law() -> None:
    """The seconds are those until the first counterexample."""
    found = law_in(KEPT, BROKEN, SMALLER)

    assert (SMALL, 0.25) == (found.counterexample, found.seconds_to_find)
    assert {"clean": "kept", "racks": "broken", "mixed": "broken"} == found.inputs


def test_undeclared_break_precedes_a_declared_one() -> None:
    found = law_in(EXPECTED, BROKEN)

    assert (LARGE, None) == (found.counterexample, found.expected)
    assert "as in Kafka" == law_in(EXPECTED, KEPT).expected


def test_reason_is_that_of_the_undecided_cell() -> None:
    """Or of one without time. A family without answers gives none: `returns-an-answer` reports it."""
    reasons = [law_in(*cells).reason for cells in ((KEPT, OPEN), (OPEN, BROKEN), (KEPT, NO_TIME), (KEPT, SILENT))]

    assert ["time was up", None, "no time", None] == reasons


@pytest.mark.parametrize("cells", [(KEPT, BROKEN, SMALLER), (EXPECTED,), (KEPT, OPEN)])
def test_search_survives_a_round_trip_through_json(cells: tuple[CheckCell, ...]) -> None:
    found = release_with(*cells)

    assert found == read_record(SearchedRelease, json.loads(json.dumps(write_record(found))))


THREE = group_of({"t": 3}, {"a": ["t"]})
TWO = group_of({"t": 2}, {"a": ["t"]})


@pytest.mark.parametrize(
    ("answer", "group", "word"),
    [(right, THREE, "kept"), (forgets_the_last, THREE, "broken"), (forgets_the_last, TWO, "kept")],
)
def test_law_is_judged_on_the_group_of_the_case(answer: Callable[[Group], Assignment], group: Group, word: str) -> None:
    assert word == judge_release(StandIn(answer), case_on(group)).word


def test_random_assignor_is_called_several_times() -> None:
    target = StandIn(in_turn(right, right, forgets_the_last))

    assert ["kept", "broken"] == [judge_release(target, case_on(THREE), 2).word for _ in range(2)]


def test_law_that_is_not_promised_is_not_applicable() -> None:
    case = case_on(THREE, "even-when-equal")

    said = judge_release(StandIn(first_takes_all), case)

    assert ("undefined", "it does not promise even") == (said.word, said.reason)


def test_life_is_replayed_from_its_start() -> None:
    """The topic grows only in the second rebalance."""
    steps = (TrialStep(group=TWO), TrialStep(group=TWO, event=Event(topics=(("t", 3),))))
    case = replace(case_on(TWO), inputs="sequences", steps=steps)

    assert ["broken", "kept"] == [judge_release(StandIn(answer), case).word for answer in (forgets_the_last, right)]


def test_kind_of_the_missing_answer_is_kept_and_read_again() -> None:
    said = judge_release(StandIn(hangs), case_on(THREE, "returns-an-answer"))

    assert "hang" == said.failure
    assert said == verdict_from_json(said.to_json())
    assert "failure" not in judge_release(StandIn(forgets_the_last), case_on(THREE)).to_json()
