from __future__ import annotations

from dataclasses import replace

import pytest

from kafka_assay.assignors.interface import Promise
from kafka_assay.assignors.model import Assignment, Group, Member, Topic
from kafka_assay.assignors.registry import reference_assignor
from kafka_assay.properties.judging.judgement import is_applicable
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.trials.ask_modes import AskModes
from kafka_assay.properties.trials.trial import Trial
from kafka_assay.properties.verdict import Kept, Undecided
from tests.properties.verdicts import broken_facts, deals_in_turn, laws_asked_of, two_members, verdict_of
from tests.support.mutants.placement import STATIC


def test_blocks_are_not_required_of_range_where_racks_matter() -> None:
    """Range matches racks, which splits blocks; server-range ignores racks and needs blocks everywhere."""
    racked = replace(
        two_members(2),
        topics=(Topic(name="t", partitions=2, replica_racks=(("r",), ("s",))),),
        members=(Member(id="a", subscription=("t",), rack="r"), Member(id="b", subscription=("t",), rack="s")),
    )

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
