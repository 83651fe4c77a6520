"""Tests of `kafka_assay.properties.judging.judgement`."""

from __future__ import annotations

from dataclasses import replace

from kafka_assay.assignors.interface import AssignorFailed, Promise
from kafka_assay.assignors.model import Assignment, Group, group_of
from kafka_assay.assignors.promises import PROMISES
from kafka_assay.oracle.optimum import Optimum
from kafka_assay.properties.judging.judgement import Gap, decide, gap_of, judge_trial
from kafka_assay.properties.registry import LAW_BY_ID, LAWS
from kafka_assay.properties.trials.trial import Trial
from kafka_assay.properties.verdict import Kept, Undecided, Verdict
from tests.properties.verdicts import dealt, two_members

NOTHING_PROMISED: frozenset[Promise] = frozenset()
EVERY_ROUND = {
    "returns-an-answer",
    "answers-every-member",
    "only-existing-partitions",
    "only-subscribed-topics",
    "one-owner-each",
    "no-double-ownership",
}


def words(trial: Trial, promises: frozenset[Promise]) -> dict[str, str]:
    """Law id -> the verdict in one word."""
    return {judged.law: judged.verdict.word for judged in judge_trial(trial, promises)}


def test_who_promises_nothing_is_held_to_validity_alone() -> None:
    """Without promises only the laws that hold for all are asked."""
    trial = Trial(two_members(2), answer={"a": {"t": [0, 1]}, "b": {}})

    assert {law.id for law in LAWS if law.promise is None} == set(words(trial, NOTHING_PROMISED))


def test_laws_that_need_the_assignor_are_absent_where_only_an_answer_is_at_hand() -> None:
    """Nothing can be fed back to a given answer."""
    asked = {law.id for law in LAWS if law.asks}
    given = words(Trial(two_members(2), answer=dealt(two_members(2))), PROMISES["optimal"])
    at_hand = words(Trial(two_members(2), ask=dealt), PROMISES["optimal"])

    assert asked.isdisjoint(given)
    assert "stable-group-moves-nothing" in at_hand


def test_laws_come_in_the_order_of_the_book() -> None:
    """Judging keeps the order in which people read the laws."""
    order = [law.id for law in LAWS]
    judged = [judged.law for judged in judge_trial(Trial(two_members(2), ask=dealt), PROMISES["optimal"])]

    assert sorted(judged, key=order.index) == judged


def test_a_round_of_a_cooperative_assignor_is_judged_as_a_round() -> None:
    """A given answer of a cooperative assignor may withhold partitions: only the laws of every round are asked."""
    group = two_members(2, a=[0, 1])
    trial = Trial(group, answer={"a": {"t": [0]}, "b": {}}, cooperative=True)

    judged = words(trial, PROMISES["cooperative-sticky"])

    assert judged.keys() <= EVERY_ROUND
    assert {"kept"} == set(judged.values())


def test_a_cooperative_assignor_that_never_settles_is_judged_by_its_rounds() -> None:
    """Without a fixed point there is no answer to measure: only `settles` and the laws of every round are left."""

    def swaps(group: Group) -> Assignment:
        first = group.members[0].claims()
        return {"a": {"t": [1]}, "b": {"t": [0]}} if first == [("t", 0)] else {"a": {"t": [0]}, "b": {"t": [1]}}

    judged = words(Trial(two_members(2), ask=swaps, cooperative=True), PROMISES["cooperative-sticky"])

    assert judged.keys() <= EVERY_ROUND | {"settles"}
    assert "kept" == judged["one-owner-each"]


def test_a_missing_member_breaks_one_law_only() -> None:
    """
    An idle member that the answer does not mention breaks `answers-every-member`; all other laws count it as idle.
    """
    trial = Trial(two_members(1, a=[0]), answer={"a": {"t": [0]}})

    broken = [law for law, word in words(trial, PROMISES["optimal"]).items() if word != "kept"]

    assert ["answers-every-member"] == broken


def test_without_an_answer_one_law_is_broken_and_none_is_kept() -> None:
    """A crash is a finding of its own; nothing else can be said, least of all that a law was kept."""

    def crashes(_: Group) -> Assignment:
        raise AssignorFailed("crash", "exit code -11")

    judged = words(Trial(two_members(2), ask=crashes), PROMISES["optimal"])

    assert "broken" == judged.pop("returns-an-answer")
    assert {"undecided"} == set(judged.values())


def test_an_answer_that_is_no_plan_is_decided_where_that_is_possible() -> None:
    """Where a partition is missing, evenness is still decided, and what compares plans is undecided with the reason."""
    verdicts = dict(judge_trial(Trial(two_members(2), answer={"a": {"t": [0]}, "b": {}}), PROMISES["optimal"]))

    assert Kept() == verdicts["even-when-equal"]
    assert Undecided("the answer breaks nothing-left-out (t-1)") == verdicts["optimally-balanced"]
    assert Undecided("the answer breaks nothing-left-out (t-1)") == verdicts["fewest-moves"]


def test_a_broken_judge_is_no_finding() -> None:
    """An exception inside a law makes it undecided, with what went wrong; it is neither kept nor broken."""

    def fails(_: Trial) -> Verdict:
        raise ZeroDivisionError("division by zero")

    law = replace(LAW_BY_ID["one-owner-each"], judge=fails)

    verdict = decide(law, Trial(two_members(1), answer={}))

    assert Undecided("the judge itself failed: ZeroDivisionError: division by zero") == verdict


def test_a_law_may_except_some_who_promise_it() -> None:
    """`except_for` narrows a law by the promises that are made."""
    law = replace(LAW_BY_ID["one-owner-each"], except_for=lambda promises, group: Promise.COOPERATIVE in promises)

    assert law.is_asked_of(frozenset(), two_members(1))
    assert not law.is_asked_of(frozenset({Promise.COOPERATIVE}), two_members(1))


def test_a_target_that_answers_at_once_is_not_asked_about_rounds() -> None:
    """
    An unadjusted plan of a cooperative assignor is judged as a plan: without the laws of hand-over, with all others.
    """
    trial = Trial(two_members(2, a=[0, 1]), ask=dealt, reads_subscription=True)

    judged = words(trial, PROMISES["cooperative-sticky"])

    assert judged.keys().isdisjoint({"no-double-ownership", "settles"})
    assert "kept" == judged["even-when-equal"]


def test_the_gap_sets_an_answer_beside_the_optimum() -> None:
    """Sum of squares and moves of both, as whole numbers."""
    group = group_of({"t": 4}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0, 1]}, "b": {"t": [2, 3]}}, generation=1)
    optimum = Optimum(
        engine="flow",
        status="proved",
        loads=(2, 2),
        sum_of_squares=8,
        moves=0,
        kept=4,
        assignment={},
        certificate={},
    )

    found = gap_of(group, {"a": {"t": [0, 1, 2]}, "b": {"t": [3]}}, optimum)

    assert Gap(sum_of_squares=10, optimal_sum_of_squares=8, moves=1, optimal_moves=0) == found
