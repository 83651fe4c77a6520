"""Tests of the laws on placement and on racks, and of which laws are checked where racks matter."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kafka_assay.assignors.interface import Promise
from kafka_assay.assignors.model import Assignment, Group, Member, Topic
from kafka_assay.assignors.registry import reference_assignor
from kafka_assay.properties.judging.judgement import decide, is_applicable
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.trials.ask_modes import AskModes
from kafka_assay.properties.trials.trial import Trial
from kafka_assay.properties.verdict import Kept, Undecided, Verdict
from tests.assignors.reference.answers import group_on_racks
from tests.properties.verdicts import broken_facts, deals_in_turn, laws_asked_of, verdict_of
from tests.support.mutants.placement import STATIC


def test_blocks_are_not_required_of_range_where_racks_matter() -> None:
    """Range matches racks, which splits blocks; server-range ignores racks and needs blocks everywhere."""
    racked = group_on_racks({"t": "r s"}, a="r", b="s")

    asked = [laws_asked_of(reference_assignor(name).promises, racked) for name in ("range", "server-range")]

    assert [False, True] == ["contiguous" in laws for laws in asked]
    assert all("co-partitioned" in laws for laws in asked)


def test_restart_of_static_members_moves_nothing() -> None:
    """Round-robin uses instance ids; an assignor that uses member ids breaks the law."""

    def by_member_id(group: Group) -> Assignment:
        return deals_in_turn(replace(group, members=tuple(sorted(group.members, key=lambda member: member.id))))

    facts = broken_facts(verdict_of("restart-keeps-static-members", STATIC, by_member_id))

    assert Kept() == verdict_of("restart-keeps-static-members", STATIC, reference_assignor("roundrobin").assign)
    assert {"topic": "t", "partition": 0, "from": "i1", "to": ["i2"]} == facts["moved"][0]


@pytest.mark.parametrize("instances", [("i1", None), ("i1", "i1")])
def test_restart_law_needs_static_members_with_different_instance_ids(instances: tuple[str | None, str | None]) -> None:
    members = tuple(
        replace(member, instance_id=instance) for member, instance in zip(STATIC.members, instances, strict=True)
    )
    asked = laws_asked_of(frozenset({Promise.STATIC}), replace(STATIC, members=members))

    assert "restart-keeps-static-members" not in asked
    assert LAW_BY_ID["restart-keeps-static-members"].defined(STATIC)


@pytest.mark.parametrize(("named", "is_asked"), [("i1", True), (STATIC.members[0].id, False), ("absent", True)])
def test_restart_law_is_not_checked_on_members_configured_by_id(*, named: str, is_asked: bool) -> None:
    """Their new ids would have no settings."""
    law, promises = LAW_BY_ID["restart-keeps-static-members"], frozenset({Promise.STATIC})
    modes = AskModes(configured_members=frozenset({named}))

    trial = Trial(STATIC, ask=deals_in_turn, promises=promises, ask_modes=modes)

    assert is_asked == is_applicable(law, trial, promises)


def test_restart_law_is_undecided_on_an_invalid_answer() -> None:
    verdict = verdict_of(
        "restart-keeps-static-members", STATIC, lambda group: {one.id: {"t": [0]} for one in group.members}
    )

    assert Undecided("the answer breaks one-owner-each (t-0)") == verdict


RACKED = Group(
    topics=(
        Topic(name="t", partitions=2, replica_racks=(("ra",), ("rb",))),
        Topic(name="u", partitions=2, replica_racks=(("rb",), ("rb", "ra"))),
    ),
    members=(Member(id="a", subscription=("t", "u"), rack="ra"), Member(id="b", subscription=("t", "u"), rack="rb")),
)
EVEN: Assignment = {"a": {"t": [0], "u": [1]}, "b": {"t": [1], "u": [0]}}
BLIND: Assignment = {"a": {"t": [0, 1]}, "b": {"u": [0, 1]}}


def verdict_with_racks(shown: Assignment, hidden: Assignment, *, name: str = "sticky", law: str) -> Verdict:
    """The verdict of `law` on an assignor like `name` that answers `shown`, and `hidden` without racks."""

    def answer(group: Group) -> Assignment:
        return shown if any(member.rack for member in group.members) else hidden

    return decide(LAW_BY_ID[law], Trial(RACKED, ask=answer, promises=reference_assignor(name).promises))


def checked_laws(group: Group, name: str) -> set[str]:
    """The laws that an assignor like `name` is checked against on `group`."""
    return laws_asked_of(reference_assignor(name).promises, group)


def test_racks_may_change_loads_per_topic_for_sticky_but_not_for_range() -> None:
    law = "racks-never-cost-balance"

    assert Kept() == verdict_with_racks(BLIND, EVEN, law=law)
    assert {"topic": "t", "loads": [0, 2], "loads_without": [1, 1]} == broken_facts(
        verdict_with_racks(BLIND, EVEN, name="range", law=law)
    )


def test_loads_and_matches_with_and_without_racks_are_shown() -> None:
    uneven: Assignment = {"a": {"t": [0]}, "b": {"t": [1], "u": [0, 1]}}
    costly = verdict_with_racks(uneven, EVEN, law="racks-never-cost-balance")
    worse = verdict_with_racks(BLIND, EVEN, law="rack-match-not-worse")

    assert {"loads": [1, 3], "loads_without": [2, 2]} == broken_facts(costly)
    assert {"matches": 3, "blind_matches": 4} == broken_facts(worse)
    assert Kept() == verdict_with_racks(EVEN, BLIND, law="rack-match-not-worse")


@pytest.mark.parametrize("name", ["sticky", "range"])
def test_loads_that_are_more_even_with_racks_break_no_law(name: str) -> None:
    """An old claim may make the loads uneven only where racks are hidden: librdkafka 2.15.1."""
    uneven: Assignment = {"a": {"t": [0, 1], "u": [0, 1]}, "b": {}}

    assert Kept() == verdict_with_racks(EVEN, uneven, name=name, law="racks-never-cost-balance")


@pytest.mark.parametrize("law", ["racks-never-cost-balance", "rack-match-not-worse"])
def test_invalid_answer_is_not_compared(law: str) -> None:
    """Nor one without racks. A partition given to two members matches more racks, which proves nothing."""
    both: Assignment = {"a": {"t": [0, 1], "u": [0, 1]}, "b": {"t": [0]}}

    incomplete = verdict_of(law, RACKED, lambda group: {"a": {"t": [0]}})

    assert Undecided("the answer breaks nothing-left-out (t-1)") == incomplete
    assert Undecided("the answer breaks one-owner-each (t-0)") == verdict_with_racks(EVEN, both, law=law)


def test_rack_matches_are_checked_where_racks_matter() -> None:
    """For sticky assignors: equal subscriptions, and every member has a rack and a version that carries it."""
    some = replace(RACKED, members=(RACKED.members[0], replace(RACKED.members[1], rack=None)))
    mute = replace(RACKED, members=(RACKED.members[0], replace(RACKED.members[1], metadata_version=2)))
    unequal = replace(RACKED, members=(RACKED.members[0], replace(RACKED.members[1], subscription=("t",))))
    both = {"racks-never-cost-balance", "rack-match-not-worse"}

    assert both <= checked_laws(RACKED, "sticky")
    assert [{"racks-never-cost-balance"}] * 2 == [checked_laws(group, "sticky") & both for group in (some, mute)]
    assert [set(), {"racks-never-cost-balance"}] == [checked_laws(unequal, name) & both for name in ("sticky", "range")]
    assert set() == checked_laws(replace(RACKED, topics=(Topic(name="t", partitions=2),)), "sticky") & both
