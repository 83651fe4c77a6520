from __future__ import annotations

from dataclasses import replace

from kafka_assay.assignors.interface import AssignorFailed, Promise
from kafka_assay.assignors.model import Assignment, Group, group_of
from kafka_assay.assignors.registry import reference_assignor
from kafka_assay.oracle.optimum import Optimum
from kafka_assay.properties.judging.judgement import Gap, decide, gap_of
from kafka_assay.properties.registry import LAW_BY_ID, LAWS
from kafka_assay.properties.trials.trial import Trial
from kafka_assay.properties.verdict import Kept, Undecided, Verdict
from tests.properties.verdicts import deals_in_turn, judge_trial, two_members

NOTHING_PROMISED: frozenset[Promise] = frozenset()
OPTIMAL, COOPERATIVE = (reference_assignor(name).promises for name in ("optimal", "cooperative-sticky"))
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


def test_assignor_without_promises_is_checked_for_validity_only() -> None:
    trial = Trial(two_members(2), answer={"a": {"t": [0, 1]}, "b": {}})

    assert {law.id for law in LAWS if law.promise is None} == set(words(trial, NOTHING_PROMISED))


def test_laws_that_need_the_assignor_are_absent_for_a_given_answer() -> None:
    asked = {law.id for law in LAWS if law.asks}
    given = words(Trial(two_members(2), answer=deals_in_turn(two_members(2))), OPTIMAL)
    at_hand = words(Trial(two_members(2), ask=deals_in_turn), OPTIMAL)

    assert asked.isdisjoint(given)
    assert "stable-group-moves-nothing" in at_hand


def test_cooperative_round_is_checked_for_the_laws_of_every_round() -> None:
    group = two_members(2, a=[0, 1])
    trial = Trial(group, answer={"a": {"t": [0]}, "b": {}}, cooperative=True)

    judged = words(trial, COOPERATIVE)

    assert judged.keys() <= EVERY_ROUND
    assert {"kept"} == set(judged.values())


def test_cooperative_assignor_that_never_settles_is_judged_by_its_rounds() -> None:
    """Without a fixed point there is no answer to measure."""

    def swaps(group: Group) -> Assignment:
        first = group.members[0].claims()
        return {"a": {"t": [1]}, "b": {"t": [0]}} if first == [("t", 0)] else {"a": {"t": [0]}, "b": {"t": [1]}}

    judged = words(Trial(two_members(2), ask=swaps, cooperative=True), COOPERATIVE)

    assert judged.keys() <= EVERY_ROUND | {"settles"}
    assert "kept" == judged["one-owner-each"]


def test_missing_member_breaks_answers_every_member_only() -> None:
    """All other laws treat the member as idle."""
    trial = Trial(two_members(1, a=[0]), answer={"a": {"t": [0]}})

    broken = [law for law, word in words(trial, OPTIMAL).items() if word != "kept"]

    assert ["answers-every-member"] == broken


def test_missing_answer_breaks_one_law_and_keeps_none() -> None:
    def crashes(_: Group) -> Assignment:
        raise AssignorFailed("crash", "exit code -11")

    judged = words(Trial(two_members(2), ask=crashes), OPTIMAL)

    assert "broken" == judged.pop("returns-an-answer")
    assert {"undecided"} == set(judged.values())


def test_incomplete_answer_is_judged_where_possible() -> None:
    """Where a partition is missing, evenness is decided; laws that compare plans are undecided."""
    verdicts = dict(judge_trial(Trial(two_members(2), answer={"a": {"t": [0]}, "b": {}}), OPTIMAL))

    assert Kept() == verdicts["even-when-equal"]
    assert Undecided("the answer breaks nothing-left-out (t-1)") == verdicts["optimally-balanced"]
    assert Undecided("the answer breaks nothing-left-out (t-1)") == verdicts["fewest-moves"]


def test_exception_inside_a_law_makes_it_undecided() -> None:
    def fails(_: Trial) -> Verdict:
        raise ZeroDivisionError("division by zero")

    law = replace(LAW_BY_ID["one-owner-each"], judge=fails)

    verdict = decide(law, Trial(two_members(1), answer={}))

    assert Undecided("internal error of the check: ZeroDivisionError: division by zero") == verdict


def test_unadjusted_cooperative_plan_is_not_checked_for_hand_over_laws() -> None:
    trial = Trial(two_members(2, a=[0, 1]), ask=deals_in_turn, reads_subscription=True)

    judged = words(trial, COOPERATIVE)

    assert judged.keys().isdisjoint({"no-double-ownership", "settles"})
    assert "kept" == judged["even-when-equal"]


def test_gap_has_squares_and_moves_of_answer_and_optimum() -> None:
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
