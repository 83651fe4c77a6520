from __future__ import annotations

from collections.abc import Callable

import pytest

from kafka_assay.assignors.interface import CannotBeAsked, Promise
from kafka_assay.assignors.life import Event, Life
from kafka_assay.assignors.model import Assignment, Group, group_of
from kafka_assay.properties.records.case_format import Case
from kafka_assay.properties.releases.release_verdict import judge_release, verdict_from_json
from kafka_assay.properties.trials.trial import TrialStep
from tests.properties.releases.stand_ins import case_on, hangs
from tests.properties.stand_ins import StandIn, first_takes_all, forgets_the_last, in_turn, right

LARGE = group_of({"t": 3}, {"a": ["t"]})
SMALL = group_of({"t": 2}, {"a": ["t"]})


@pytest.mark.parametrize(
    ("answer", "group", "word"),
    [(right, LARGE, "kept"), (forgets_the_last, LARGE, "broken"), (forgets_the_last, SMALL, "kept")],
)
def test_law_is_judged_on_the_group_of_the_case(answer: Callable[[Group], Assignment], group: Group, word: str) -> None:
    assert word == judge_release(StandIn(answer), case_on(group)).word


def test_random_assignor_is_called_several_times() -> None:
    target = StandIn(in_turn(right, right, forgets_the_last))

    assert ("kept", "broken") == (
        judge_release(target, case_on(LARGE), 2).word,
        judge_release(target, case_on(LARGE), 2).word,
    )


def test_law_that_is_not_promised_is_not_applicable() -> None:
    case = case_on(LARGE, "even-when-equal")

    said = judge_release(StandIn(first_takes_all), case)

    assert ("undefined", "it does not promise even") == (said.word, said.reason)


def test_law_that_is_not_defined_on_the_group_is_not_applicable() -> None:
    unequal = group_of({"t": 1, "u": 1}, {"a": ["t"], "b": ["t", "u"]})

    said = judge_release(StandIn(right, frozenset({Promise.EVEN})), case_on(unequal, "even-when-equal"))

    assert "undefined" == said.word


def test_missing_answer_leaves_other_laws_without_a_verdict() -> None:
    target = StandIn(hangs)

    assert "broken" == judge_release(target, case_on(LARGE, "returns-an-answer")).word
    assert ("undecided", True) == ((said := judge_release(target, case_on(LARGE))).word, said.silent)


def test_group_that_is_not_expressible_is_not_applicable() -> None:
    def cannot(group: Group) -> Assignment:
        raise CannotBeAsked("no instance ids in this release")

    said = judge_release(StandIn(cannot), case_on(LARGE))

    assert ("undefined", "it cannot express this group: no instance ids in this release") == (said.word, said.reason)


def test_life_is_replayed_from_its_start() -> None:
    """The topic grows only in the second rebalance."""
    life = Life(group=SMALL, events=(Event(topics=(("t", 3),)),))
    case = Case(
        law="nothing-left-out", inputs="sequences", target="", seed=0, versions={}, facts={},
        steps=(TrialStep(group=life.group), TrialStep(group=SMALL, event=life.events[0])),
    )  # fmt: skip

    assert ("broken", "kept") == (
        judge_release(StandIn(forgets_the_last), case).word,
        judge_release(StandIn(right), case).word,
    )


def test_kind_of_the_missing_answer_is_kept_and_read_again() -> None:
    said = judge_release(StandIn(hangs), case_on(LARGE, "returns-an-answer"))

    assert "hang" == said.failure
    assert said == verdict_from_json(said.to_json())
    assert "failure" not in judge_release(StandIn(forgets_the_last), case_on(LARGE)).to_json()
