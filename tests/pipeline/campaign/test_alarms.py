"""Tests of the kinds of alarm: their causes, their order, and the shrunk case of each."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kafka_assay.assignors.hosted.host_target import MOST_LATE_FAILURES, HostTarget, LateFailure
from kafka_assay.assignors.hosted.targets import open_target
from kafka_assay.assignors.interface import AssignorFailed
from kafka_assay.assignors.model import group_of
from kafka_assay.pipeline.campaign import alarm_kinds, finishing
from kafka_assay.pipeline.campaign.alarm_kinds import NUMBERS, TRAITS, AlarmKind, features_of, rank_kinds
from kafka_assay.pipeline.campaign.finishing import shrink_kind, shrink_kinds
from kafka_assay.pipeline.campaign.plan import CampaignPlan
from kafka_assay.properties.judging.cause import cause_of
from kafka_assay.properties.search.check import check_group
from tests.pipeline.campaign.campaigns import host_target, judged_cases, small_plan

GROUP = group_of({"t": 2}, {"a": ["t"]})


def kind(law: str, features: tuple[int, ...] = (0, 0, 0, 0, 0, 0, 0), *, count: int = 1, **more: Any) -> AlarmKind:
    """A kind of alarm of `sticky`."""
    rest: dict[str, Any] = {"family": "clean", "cause": "", "declared": False, **more}
    return AlarmKind(
        target="sticky", law=law, count=count, of=10, low=0.0, high=1.0, case=0, members=1, partitions=1,
        features=features, **rest,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("facts", "cause"),
    [
        ({}, ""),
        ({"error": "KeyError", "message": "'C1'"}, "KeyError: '...'"),
        ({"error": "crash", "message": "signal 11\nmore"}, "crash: signal #"),
        ({"way": "backwards", "lists": ["members", "claims"]}, "backwards, members, claims"),
        ({"error": "E", "message": "at 0x7f3a", "way": "again"}, "E: at #x#, again"),
        ({"error": "E", "message": "of Foo@1b2c3d"}, "E: of Foo@#"),
    ],
)
def test_cause_has_no_names_and_numbers(facts: dict[str, object], cause: str) -> None:
    assert cause == cause_of(facts, GROUP, None)


def test_each_next_kind_differs_most_from_those_before() -> None:
    same = [kind("a", (size, 0, 0, 0, 0, 0, 0), cause=str(size)) for size in (10, 11)]
    frequent, other = kind("a", count=9), kind("b", (500, 0, 0, 0, 0, 0, 0))

    ranked = rank_kinds([*same, frequent, other])

    assert [frequent, other] == ranked[:2]
    assert set(same) == set(ranked[2:])


def test_kinds_beyond_the_most_frequent_follow_by_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alarm_kinds, "MOST_RANKED", 2)
    often, seldom, differs = kind("a", count=9), kind("a", count=8, cause="1"), kind("b", (9,) * 7, count=2)
    least = kind("c", (99,) * 7)

    assert [often, seldom, differs, least] == rank_kinds([least, differs, seldom, often])


def test_declared_kinds_come_last() -> None:
    declared = kind("a", declared=True, count=100)

    assert [kind("b"), declared] == rank_kinds([declared, kind("b")])
    assert [] == rank_kinds([])


def test_every_feature_has_a_name() -> None:
    assert len(NUMBERS) + len(TRAITS) == len(features_of(GROUP, None, None))


def uneven_kind(plan: CampaignPlan) -> AlarmKind:
    """The kind of the first large group on which `range` is not even."""
    row = next(one for one in judged_cases(plan, range(60)) if (one.sum_of_squares or 0) > 40)
    return replace(kind("even-when-equal", ()), target="range", case=row.case)


def test_shrunk_case_breaks_the_law_again_for_the_cause_of_its_kind() -> None:
    plan = small_plan(targets=("range",), groups=60, stretch=60, families=("clean",))
    uneven = uneven_kind(plan)
    with closing(open_target("range", like="+even")) as target:
        found = shrink_kind(target, plan, uneven, 5.0)
        assert found is not None

        verdict = check_group(target, found.example, inputs="clean").verdict

        assert shrink_kind(target, plan, replace(uneven, cause="crash: #"), 1.0) is None
    assert len(found.group.members) <= len(plan.example(uneven.case).members)  # type: ignore[union-attr]
    assert "broken" == verdict
    assert ("even-when-equal", "clean", "range") == (found.law, found.inputs, found.target)


def test_break_that_does_not_come_again_has_no_case() -> None:
    plan = small_plan(targets=("sticky",), families=("clean",))
    with closing(open_target("sticky")) as target:
        assert shrink_kind(target, plan, kind("one-owner-each"), 1.0) is None


def test_mistake_of_ours_costs_the_shrunk_case_of_one_kind_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """It keeps its drawn case, which the number finds again."""

    def fail(*_: object) -> None:
        raise ValueError("a mistake")

    plan = small_plan(targets=("range",), groups=2, stretch=2)
    monkeypatch.setattr(finishing, "shrink_kind", fail)

    assert [None] == shrink_kinds(None, plan, [replace(kind("even-when-equal"), target="range")])


def test_late_failures_of_other_kinds_are_forgotten(tmp_path: Path) -> None:
    """A target keeps only so many, so that the kind's own one would be lost."""
    plan = small_plan(targets=("sticky",), families=("clean",))
    failure = LateFailure(group=GROUP, failure=AssignorFailed("crash", "signal 9"))
    with closing(open_target(host_target(tmp_path, "never"))) as target:
        assert isinstance(target, HostTarget)
        target.late_failures += [failure] * MOST_LATE_FAILURES

        shrink_kind(target, plan, kind("one-owner-each"), 1.0)

    assert [] == target.late_failures
