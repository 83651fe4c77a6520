"""Tests of groups that are not expressible: they break no law, do not count as examples, and are reported."""

from __future__ import annotations

from itertools import count

import pytest

from kafka_assay.assignors.interface import AssignorFailed, CannotBeAsked, Promise, failure_of
from kafka_assay.assignors.model import Assignment, Group, group_of
from kafka_assay.properties.judging.evidence import make_trial
from kafka_assay.properties.laws.agreement import same_plan
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.search.check import check
from kafka_assay.properties.trials.ask_modes import TargetPair
from tests.properties.stand_ins import StandIn, right
from tests.properties.verdicts import judge_trial

PAIR = group_of({"t0": 2}, {"C0": ["t0"], "C1": ["t0"]})
NO_STATIC = "the client knows no instance ids"


def without_static_members(group: Group) -> Assignment:
    """The right answer; a group with a static member is not expressible."""
    if any(member.instance_id is not None for member in group.members):
        raise CannotBeAsked(NO_STATIC)
    return right(group)


def never(group: Group) -> Assignment:
    """No group is expressible."""
    raise CannotBeAsked("it has no words for that")


def sorted_only(group: Group) -> Assignment:
    """The right answer; only groups whose members are sorted are expressible."""
    if group.member_ids() != sorted(group.member_ids()):
        raise CannotBeAsked("members are sorted there")
    return right(group)


def test_host_reports_it_by_the_type_of_its_error() -> None:
    """Any other type is a failure of the assignor."""
    assert isinstance(failure_of("CannotBeAsked", NO_STATIC), CannotBeAsked)
    assert type(failure_of("KeyError", "t0")) is AssignorFailed
    assert f"cannot express this group: {NO_STATIC}" == str(failure_of("CannotBeAsked", NO_STATIC))


def test_every_law_is_undecided_with_the_reason() -> None:
    target = StandIn(never, frozenset({Promise.EVEN, Promise.REPEATABLE}))

    verdicts = judge_trial(make_trial(target, PAIR), target.promises)

    assert len(verdicts) > 8
    assert {"it cannot express this group: it has no words for that"} == {one.verdict.reason for one in verdicts}  # type: ignore[union-attr]


def test_search_skips_and_counts_such_groups() -> None:
    record = check(StandIn(without_static_members), families=["clean", "mixed"], examples=15)

    assert {"kept"} == {one.verdict for one in record.cells}
    assert {"7+8"} == {one.limit for one in record.cells}
    (unasked,) = record.unasked
    assert ("mixed", None) == (unasked.inputs, unasked.law)
    assert f"it cannot express this group: {NO_STATIC}" == unasked.reason
    assert unasked.groups > 0


def test_family_of_such_groups_has_no_cells_but_a_reason() -> None:
    record = check(StandIn(without_static_members), families=["static-members"], examples=5)

    assert ((), ("static-members",)) == (record.cells, record.not_put)
    assert f"it cannot express this group: {NO_STATIC}" == record.unasked[0].reason


@pytest.mark.parametrize(("seconds", "verdicts", "not_put"), [(10.0, ["undecided"], ()), (100.0, [], ("clean",))])
def test_family_without_an_expressible_group_is_not_reported_as_out_of_time(
    seconds: float, verdicts: list[str], not_put: tuple[str, ...]
) -> None:
    """A fake clock: after twenty refusals the family has no cells, before that it is undecided."""
    ticks = map(float, count())

    record = check(
        StandIn(never), laws=[LAW_BY_ID["one-owner-each"]], families=["clean"], seconds=seconds, clock=ticks.__next__
    )

    assert (verdicts, not_put) == ([one.verdict for one in record.cells], record.not_put)
    assert 0 < record.unasked[0].groups < 120


def test_law_whose_further_questions_are_not_expressible_has_no_cell() -> None:
    laws = [LAW_BY_ID["one-owner-each"], LAW_BY_ID["order-does-not-matter"]]

    record = check(StandIn(sorted_only, frozenset({Promise.REPEATABLE})), laws=laws, families=["clean"], examples=20)

    assert {"one-owner-each"} <= {one.law for one in record.cells}
    assert "order-does-not-matter" in {one.law for one in record.unasked}
    assert all(one.verdict != "broken" for one in record.cells)


def test_repetition_that_is_not_expressible_is_no_difference() -> None:
    target = StandIn(sorted_only, frozenset({Promise.REPEATABLE}))

    verdicts = {one.law: one.verdict for one in judge_trial(make_trial(target, PAIR), target.promises)}

    assert "undecided" == verdicts["order-does-not-matter"].word
    assert "kept" == verdicts["one-owner-each"].word


@pytest.mark.parametrize("swapped", [False, True])
def test_comparison_skips_groups_that_one_target_cannot_express(*, swapped: bool) -> None:
    free, bound = StandIn(right, name="free"), StandIn(without_static_members, name="bound")
    pair = TargetPair(bound, free) if swapped else TargetPair(free, bound)

    record = check(pair, laws=[same_plan], families=["clean", "static-members"], examples=5)

    assert {"clean": "kept"} == {one.inputs: one.verdict for one in record.cells}
    assert {"static-members"} == {one.inputs for one in record.unasked}
    assert "(bound)" in record.unasked[0].reason
