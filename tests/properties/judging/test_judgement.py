"""Judgements: one law, several laws at once, and the counts of a law with the verdict of its cell."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kafka_assay.assignors.interface import ExpectedFailure, Promise
from kafka_assay.assignors.model import Group, group_of
from kafka_assay.assignors.registry import reference_assignor
from kafka_assay.oracle.solve import solve
from kafka_assay.properties.judging.finding import TWICE, Finding, judge_example
from kafka_assay.properties.judging.judgement import Gap, decide, gap_of
from kafka_assay.properties.judging.rebalances import run_rebalances
from kafka_assay.properties.judging.tally import Tally
from kafka_assay.properties.law import Law, has_turn
from kafka_assay.properties.registry import LAW_BY_ID, LAWS, promised_laws
from kafka_assay.properties.trials.trial import Trial
from kafka_assay.properties.verdict import Broken, JudgedOrNot, Kept, NotApplicable, NotDue, Undecided, Verdict
from tests.properties.stand_ins import StandIn, failing, right
from tests.properties.verdicts import changes_every_round, deals_in_turn, judge_trial, two_members

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

    judged = words(Trial(two_members(2), ask=changes_every_round, cooperative=True), COOPERATIVE)

    assert judged.keys() <= EVERY_ROUND | {"settles"}
    assert "kept" == judged["one-owner-each"]


def test_missing_member_breaks_answers_every_member_only() -> None:
    """All other laws treat the member as idle."""
    trial = Trial(two_members(1, a=[0]), answer={"a": {"t": [0]}})

    broken = [law for law, word in words(trial, OPTIMAL).items() if word != "kept"]

    assert ["answers-every-member"] == broken


def test_missing_answer_breaks_one_law_and_keeps_none() -> None:
    judged = words(Trial(two_members(2), ask=failing()), OPTIMAL)

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
    group = two_members(4, a=[0, 1], b=[2, 3])

    found = gap_of(group, {"a": {"t": [0, 1, 2]}, "b": {"t": [3]}}, solve(group))

    assert Gap(sum_of_squares=10, optimal_sum_of_squares=8, moves=1, optimal_moves=0) == found


TESTED = next(number for number in range(1000) if has_turn(f"twice/{number}", TWICE))
UNTESTED = next(number for number in range(1000) if not has_turn(f"twice/{number}", TWICE))
SAME, ORDER = LAW_BY_ID["same-question-same-answer"], LAW_BY_ID["order-does-not-matter"]


def findings_of(target: StandIn, laws: list[Law], number: int | None, group: Group | None = None) -> list[Finding]:
    """The findings about one group, by default a plain one."""
    return list(judge_example(target, laws, group or two_members(4), family="clean", number=number))


OPTIMAL_TARGET = StandIn(reference_assignor("optimal").assign, OPTIMAL)


def declared(says: str, verdict: Verdict, decides: tuple[str, ...] = ()) -> Law:
    """A law with this verdict on every trial."""
    return replace(LAW_BY_ID["one-owner-each"], id=says, decides=decides, judge=lambda _: verdict)


@pytest.mark.parametrize("costly", [SAME, ORDER], ids=lambda costly: costly.id)
def test_costly_law_is_asked_on_its_share_of_drawn_examples(costly: Law) -> None:
    numbers = range(40)

    judged = {number: findings_of(OPTIMAL_TARGET, [costly], number)[0].verdict for number in numbers}
    asked = [number for number, verdict in judged.items() if verdict != NotDue()]

    assert asked == [number for number in numbers if costly.is_due(number)]
    assert 0 < len(asked) < len(numbers)


def test_every_law_is_asked_and_evaluated_on_other_examples() -> None:
    laws = promised_laws(OPTIMAL)

    findings = findings_of(OPTIMAL_TARGET, laws, None)

    assert laws == [finding.law for finding in findings]
    assert {None} == {finding.implied for finding in findings}


def test_law_that_a_kept_one_decides_is_not_evaluated() -> None:
    weak = declared("weak", Undecided("it was evaluated"))
    strong = declared("strong", Kept(), decides=("weak",))

    findings = findings_of(OPTIMAL_TARGET, [weak, strong], UNTESTED)

    assert [("weak", Kept(), "strong"), ("strong", Kept(), None)] == [
        (finding.law.id, finding.verdict, finding.implied) for finding in findings
    ]


@pytest.mark.parametrize("verdict", [Broken({}), Undecided("unknown")], ids=["broken", "undecided"])
def test_only_kept_is_inherited(verdict: Verdict) -> None:
    weak, strong = declared("weak", Broken({"own": 1})), declared("strong", verdict, decides=("weak",))

    found, _ = findings_of(OPTIMAL_TARGET, [weak, strong], UNTESTED)

    assert (Broken({"own": 1}), None) == (found.verdict, found.implied)


def test_implied_law_that_is_broken_is_an_internal_error() -> None:
    weak, strong = declared("weak", Broken({"most": 3})), declared("strong", Kept(), decides=("weak",))

    found, _ = findings_of(OPTIMAL_TARGET, [weak, strong], TESTED)

    assert isinstance(found.verdict, Undecided)
    assert "internal error of the check: strong is kept and decides weak, which is broken" in found.verdict.reason
    assert found.implied is None


def test_flawed_answer_implies_nothing() -> None:
    """The ghost counts as load, but nobody can hand it over: the stronger law does not see it."""
    target = StandIn(lambda _: {"a": {"t": [7, 8]}, "b": {}}, frozenset({Promise.EVEN, Promise.LOCAL}))
    laws = [LAW_BY_ID["even-when-equal"], LAW_BY_ID["locally-balanced"]]

    weak, strong = findings_of(target, laws, UNTESTED, two_members(2))

    assert isinstance(weak.verdict, Broken)
    assert isinstance(strong.verdict, Kept)


def test_laws_are_implied_through_several_laws() -> None:
    laws = [LAW_BY_ID[name] for name in ("even-when-equal", "locally-balanced", "optimally-balanced", "fewest-moves")]

    findings = findings_of(OPTIMAL_TARGET, laws, UNTESTED)

    assert ["locally-balanced", "optimally-balanced", "fewest-moves", None] == [one.implied for one in findings]
    assert {Kept()} == {one.verdict for one in findings}


def test_implied_law_that_is_not_defined_has_no_verdict() -> None:
    laws = [LAW_BY_ID["needless-moves-when-equal"], LAW_BY_ID["fewest-moves"]]
    twice_claimed = two_members(2, a=[0], b=[0])

    weak, strong = findings_of(OPTIMAL_TARGET, laws, UNTESTED, twice_claimed)

    assert (NotApplicable(), None) == (weak.verdict, weak.implied)
    assert isinstance(strong.verdict, Kept)


NO_ANSWER = Undecided("no answer", unanswered=True)
KNOWN = ExpectedFailure(law="one-owner-each", family="clean", reason="known", group="{}")
(REBALANCE,) = run_rebalances(StandIn(right), group_of({"t": 1}, {"a": ["t"]}))


def tally_of(*verdicts: JudgedOrNot, expected: ExpectedFailure | None = None) -> Tally:
    """The tally of these verdicts; `expected` covers those that are broken."""
    tally = Tally()
    for verdict in verdicts:
        tally.add(Finding(LAW_BY_ID["one-owner-each"], verdict, REBALANCE, 1, 1, None, expected))
    return tally


@pytest.mark.parametrize(
    ("verdicts", "word"),
    [
        ((Kept(), NotApplicable(), NotDue(), NO_ANSWER), "kept"),
        ((), "undecided"),
        ((NotApplicable(),), "undecided"),
        ((NO_ANSWER,), "undecided"),
        ((Kept(), Undecided("internal error of the check")), "undecided"),
    ],
)
def test_law_is_kept_if_kept_once_without_doubt_and_else_undecided(
    verdicts: tuple[JudgedOrNot, ...], word: str
) -> None:
    """Groups to which the law is not applicable, and missing answers, do not count."""
    assert word == tally_of(*verdicts).verdict


@pytest.mark.parametrize("cut", [0, 1, 2, 3])
def test_reason_of_a_failed_judge_precedes_a_missing_answer(cut: int) -> None:
    """Also if the tallies of several processes are added up."""
    verdicts = [NO_ANSWER, Undecided("first"), Undecided("second")]

    doubts = tally_of(*verdicts[:cut]) + tally_of(*verdicts[cut:])

    assert ("first", 3, 2, 1) == (doubts.reason, doubts.examples, doubts.undecided, doubts.unanswered)


def test_question_that_cannot_be_expressed_is_no_example() -> None:
    refused = tally_of(Undecided("it knows no racks", unasked=True))

    assert (0, 1, "it knows no racks", None) == (refused.examples, refused.unasked, refused.refusal, refused.reason)


def test_first_unexpected_break_closes_the_tally() -> None:
    tally = tally_of(Kept(), Broken({"n": 1}), Kept(), Broken({"n": 2}))

    assert (True, 2) == (tally.is_closed, tally.examples)
    assert tally.evidence is not None
    assert {"n": 1} == tally.evidence.facts


def test_unexpected_break_is_shown_before_a_declared_one() -> None:
    tally = tally_of(Broken({"n": 1}), Broken({"n": 1}), expected=KNOWN) + tally_of(Broken({"n": 2}))

    assert (3, "broken") == (tally.breaks, tally.verdict)
    assert tally.evidence is not None
    assert {"n": 2} == tally.evidence.facts
