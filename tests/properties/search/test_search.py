"""Tests of the parts of a search: the tally, the batches, the budget, what is excused."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from kafka_assay.assignors.formats.group_format import group_to_json
from kafka_assay.assignors.interface import ExpectedFailure
from kafka_assay.assignors.life_run import Example
from kafka_assay.assignors.model import group_of
from kafka_assay.properties.budget import Budget
from kafka_assay.properties.judging.evidence import Evidence
from kafka_assay.properties.judging.expected_failures import find_excuse
from kafka_assay.properties.law import Law
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.search.check import check
from kafka_assay.properties.search.family_search import FamilySearch
from kafka_assay.properties.search.law_tally import DRY, LawTally
from kafka_assay.properties.search.minimize import find_smallest
from kafka_assay.properties.shrink.life_runs import reading_rank
from kafka_assay.properties.strategies.draws import StopBatch, batch_seed, find_first
from kafka_assay.properties.strategies.families import family_called
from kafka_assay.properties.verdict import Kept, Undecided
from tests.properties.stand_ins import StandIn, forgets_the_last

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


GROUP = group_of({"t": 1}, {"a": ["t"]})


def tally(*verdicts: Kept | Undecided | None) -> LawTally:
    """A tally of these verdicts."""
    counted = LawTally(law="one-owner-each", inputs="clean")
    for verdict in verdicts:
        counted.add(verdict)
    return counted


def test_kept_once_and_never_in_doubt_is_kept() -> None:
    """Groups on which the law means nothing, or which got no answer at all, do not stand in the way."""
    assert "kept" == tally(Kept(), None, Undecided("no answer", unanswered=True)).verdict


@pytest.mark.parametrize(
    "verdicts",
    [(), (None,), (Undecided("no answer", unanswered=True),), (Kept(), Undecided("internal error of the check"))],
)
def test_everything_else_is_undecided(verdicts: tuple[Kept | Undecided | None, ...]) -> None:
    """No example, no answer ever, or one doubt that matters."""
    assert "undecided" == tally(*verdicts).verdict


def test_the_reason_that_matters_is_the_one_kept() -> None:
    """A missing answer explains nothing where a judge has failed as well."""
    doubts = tally(Undecided("no answer", unanswered=True), Undecided("first"), Undecided("second"))

    assert ("first", 3, 2, 1) == (doubts.reason, doubts.examples, doubts.undecided, doubts.unanswered)


def test_a_law_that_means_little_in_a_family_is_given_up() -> None:
    """After so many groups in a row without meaning, or so many in all and five more for each example."""
    assert not tally(*[None] * (DRY - 1)).has_enough(10)
    assert tally(*[None] * DRY).has_enough(10)
    assert not tally(*[None] * 50, Kept(), *[None] * 50, Kept(), *[None] * 30).has_enough(10)
    assert tally(*[None] * 50, Kept(), *[None] * 50, Kept(), *[None] * 31).has_enough(10)


def test_the_examples_asked_for_are_enough() -> None:
    """Ten of ten, whatever was passed over between them."""
    assert tally(*[Kept(), None] * 10).has_enough(10)
    assert not tally(*[Kept(), None] * 10).has_enough(11)


def test_an_unexpected_break_outweighs_an_expected_one() -> None:
    """Both are kept; what is shown is the one that nobody had declared."""
    failure = ExpectedFailure(law="one-owner-each", family="clean", reason="known", group="{}")
    counted = tally()
    counted.add_broken(Evidence(GROUP, {"n": 1}, ()), failure)
    counted.add_broken(Evidence(GROUP, {"n": 2}, ()), None)

    assert counted.shown_evidence is not None
    assert {"n": 2} == counted.shown_evidence.facts


def test_an_expected_failure_covers_groups_with_all_its_marks() -> None:
    """Law, family and every trait of the declared group have to be there."""
    claims = {member: {"t": [0]} for member in "ab"}
    overlapping = group_of({"t": 1}, {member: ["t"] for member in "ab"}, claims, generation=1)
    failure = ExpectedFailure(
        law="one-owner-each", family="mixed", reason="known", group=json.dumps(group_to_json(overlapping))
    )

    assert failure is find_excuse([failure], "one-owner-each", "mixed", overlapping)
    assert find_excuse([failure], "one-owner-each", "mixed", GROUP) is None
    assert find_excuse([failure], "one-owner-each", "clean", overlapping) is None
    assert find_excuse([failure], "nothing-left-out", "mixed", overlapping) is None


def test_the_seed_of_a_batch_is_fixed_for_ever() -> None:
    """A number that other machines and later releases have to reproduce, another for each family and batch."""
    assert 6204520340718158858 == batch_seed(0, "clean", 0)
    assert 3 == len({batch_seed(0, "clean", 0), batch_seed(0, "clean", 1), batch_seed(0, "mixed", 0)})


def test_a_batch_is_left_at_once_when_it_is_enough() -> None:
    """`StopBatch` passes through Hypothesis, which neither shrinks nor reports it."""
    seen = []

    def stop(group: object) -> bool:
        seen.append(group)
        raise StopBatch

    with pytest.raises(StopBatch):
        find_first(family_called("clean").groups(), stop, seed=0)

    assert 1 == len(seen)


def test_a_budget_is_parted_by_what_is_left() -> None:
    """Shares are of the time left, and nothing is left of a budget that is spent."""
    now = [0.0]
    budget = Budget(seconds=10.0, clock=lambda: now[0])
    now[0] = 4.0

    assert (4.0, 6.0, 3.0, 5.0) == (
        budget.seconds_spent(),
        budget.seconds_left(),
        budget.share_of_rest(0.5).seconds,
        budget.limited_to(0.9).seconds,
    )
    now[0] = 40.0
    assert 0.0 == budget.seconds_left() == budget.share_of_rest(1.0).seconds == budget.limited_to(0.6).seconds


def test_what_will_be_told_gets_most_of_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Of a law broken in two families the smaller find is shrunk first, and four times as long; of the whole time
    shrinking gets four tenths, however soon the search was done.
    """
    given = []

    def kept_as_found(search: FamilySearch, law: Law, first: Evidence, budget: Budget) -> Evidence:
        given.append((reading_rank(first.example), budget.seconds))
        return first

    monkeypatch.setattr("kafka_assay.properties.search.hunt.find_smallest", kept_as_found)
    law = LAW_BY_ID["nothing-left-out"]

    check(StandIn(forgets_the_last), laws=[law], families=["mixed", "clean"], seconds=10, clock=lambda: 0.0)

    assert given == sorted(given)
    assert [3.2, 4.0] == [round(seconds, 6) for _, seconds in given]


def test_tiny_groups_are_drawn_only_while_there_is_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Time that is up ends the look among tiny groups at its next draw, also where none is smaller than what was found.
    """
    law = LAW_BY_ID["nothing-left-out"]
    search = FamilySearch(StandIn(forgets_the_last), "clean", [law], examples=100, seed=0)
    search.run_batch(Budget(seconds=10.0, clock=lambda: 0.0), lambda: None)
    found = search.tallies[law.id].shown_evidence
    drawn = []

    def counted(strategy: SearchStrategy[Example], wanted: Callable[[Example], bool], seed: int) -> Example | None:
        def looked_at(one: Example) -> bool:
            drawn.append(one)
            return wanted(one)

        return find_first(strategy, looked_at, seed)

    assert found is not None
    monkeypatch.setattr("kafka_assay.properties.search.minimize.find_first", counted)

    find_smallest(search, law, found, Budget(seconds=0.0))

    assert 1 == len(drawn)
