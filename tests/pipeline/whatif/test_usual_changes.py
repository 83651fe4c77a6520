from __future__ import annotations

from kafka_assay.assignors.model import Group, group_of
from kafka_assay.assignors.registry import SHIPPED
from kafka_assay.pipeline.whatif.what_if import usual_changes, usual_outcomes
from tests.pipeline.whatif.groups import THREE_OF_NINE


def test_widest_subscribed_topic_grows_if_there_is_one() -> None:
    assert ["leave", "join", "restart", "grow"] == list(usual_changes(THREE_OF_NINE))
    assert "grow" not in usual_changes(group_of({"t": 0}, {"a": ["t"]}))
    assert (("t", 4),) == usual_changes(group_of({"t": 2, "u": 9}, {"a": ["t"]}))["grow"].grow


def test_each_change_has_an_outcome_for_each_reference() -> None:
    found = usual_outcomes(THREE_OF_NINE, SHIPPED)

    assert {6} == {len(outcomes) for outcomes in found.values()}
    assert {27} == {outcomes[0].interrupted for outcomes in found.values() if outcomes[0].target == "range"}


def test_present_assignor_comes_first() -> None:
    group = Group(topics=THREE_OF_NINE.topics, members=THREE_OF_NINE.members, strategy="sticky")

    assert {("sticky", True)} == {
        (outcomes[0].target, outcomes[0].present) for outcomes in usual_outcomes(group, SHIPPED).values()
    }


def test_group_without_members_has_none() -> None:
    assert {} == usual_outcomes(Group(topics=(), members=()), SHIPPED)
