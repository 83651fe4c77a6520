"""Tests of the judgement of several laws at once: shares of costly laws, and implied laws."""

from __future__ import annotations

import pytest

from kafka_assay.assignors.interface import Promise
from kafka_assay.assignors.model import Group
from kafka_assay.assignors.registry import reference_assignor
from kafka_assay.properties.effect import NEEDLESS, Effect
from kafka_assay.properties.judging.finding import TWICE, Finding, judge_example
from kafka_assay.properties.law import Law, has_turn, law
from kafka_assay.properties.registry import LAW_BY_ID, promised_laws
from kafka_assay.properties.trials.trial import Trial
from kafka_assay.properties.verdict import Broken, Kept, NotApplicable, NotDue, Undecided, Verdict
from tests.properties.stand_ins import StandIn
from tests.properties.verdicts import two_members

TESTED = next(number for number in range(1000) if has_turn(f"twice/{number}", TWICE))
UNTESTED = next(number for number in range(1000) if not has_turn(f"twice/{number}", TWICE))
SAME, ORDER = LAW_BY_ID["same-question-same-answer"], LAW_BY_ID["order-does-not-matter"]


def findings_of(target: StandIn, laws: list[Law], number: int | None, group: Group | None = None) -> list[Finding]:
    """The findings about one group, by default a plain one."""
    return list(judge_example(target, laws, group or two_members(4), family="clean", number=number))


def optimal() -> StandIn:
    """The reference `optimal`."""
    reference = reference_assignor("optimal")
    return StandIn(answer=reference.assign, promises=reference.promises)


def declared(says: str, verdict: Verdict, decides: tuple[str, ...] = ()) -> Law:
    """A law with this verdict on every trial."""

    def judge(_: Trial) -> Verdict:
        return verdict

    judge.__name__ = says
    return law(promise=None, says=says, source=says, effect=Effect(NEEDLESS, says), implies=says, decides=decides)(
        judge
    )


@pytest.mark.parametrize("costly", [SAME, ORDER], ids=lambda costly: costly.id)
def test_costly_law_is_asked_on_its_share_of_drawn_examples(costly: Law) -> None:
    numbers = range(40)

    judged = {number: findings_of(optimal(), [costly], number)[0].verdict for number in numbers}
    asked = [number for number, verdict in judged.items() if verdict != NotDue()]

    assert asked == [number for number in numbers if costly.is_due(number)]
    assert 0 < len(asked) < len(numbers)


def test_every_law_is_asked_and_evaluated_on_other_examples() -> None:
    laws = promised_laws(optimal().promises)

    findings = findings_of(optimal(), laws, None)

    assert laws == [finding.law for finding in findings]
    assert {None} == {finding.implied for finding in findings}


def test_law_that_a_kept_one_decides_is_not_evaluated() -> None:
    weak = declared("weak", Undecided("it was evaluated"))
    strong = declared("strong", Kept(), decides=("weak",))

    findings = findings_of(optimal(), [weak, strong], UNTESTED)

    assert [("weak", Kept(), "strong"), ("strong", Kept(), None)] == [
        (finding.law.id, finding.verdict, finding.implied) for finding in findings
    ]


@pytest.mark.parametrize("verdict", [Broken({}), Undecided("unknown")], ids=["broken", "undecided"])
def test_only_kept_is_inherited(verdict: Verdict) -> None:
    weak, strong = declared("weak", Broken({"own": 1})), declared("strong", verdict, decides=("weak",))

    found, _ = findings_of(optimal(), [weak, strong], UNTESTED)

    assert (Broken({"own": 1}), None) == (found.verdict, found.implied)


def test_implied_law_that_is_broken_is_an_internal_error() -> None:
    weak, strong = declared("weak", Broken({"most": 3})), declared("strong", Kept(), decides=("weak",))

    found, _ = findings_of(optimal(), [weak, strong], TESTED)

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

    findings = findings_of(optimal(), laws, UNTESTED)

    assert ["locally-balanced", "optimally-balanced", "fewest-moves", None] == [one.implied for one in findings]
    assert {Kept()} == {one.verdict for one in findings}


def test_implied_law_that_is_not_defined_has_no_verdict() -> None:
    laws = [LAW_BY_ID["needless-moves-when-equal"], LAW_BY_ID["fewest-moves"]]
    twice_claimed = two_members(2, a=[0], b=[0])

    weak, strong = findings_of(optimal(), laws, UNTESTED, twice_claimed)

    assert (NotApplicable(), None) == (weak.verdict, weak.implied)
    assert isinstance(strong.verdict, Kept)
