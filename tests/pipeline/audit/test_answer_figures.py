"""Tests that the fast figures of valid answers are the plain ones."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kafka_assay.assignors.hosted.targets import ReferenceTarget
from kafka_assay.assignors.model import group_of
from kafka_assay.assignors.ownership import loads, stickiness, unassigned_partitions, valid_owners
from kafka_assay.benchmarks.workload_group import everyday_group
from kafka_assay.pipeline.audit.answer_figures import FiguresOfGroup, host_spread, topic_spread
from kafka_assay.properties.measures.facts import sum_of_squares
from kafka_assay.properties.measures.flaws import is_flawless

GROUP = group_of({"t": 3, "u": 2}, {"a": ["t", "u"], "b": ["t"], "c": []}, {"a": {"t": [0, 7], "u": [0]}}, generation=1)


@pytest.mark.parametrize("name", ["range", "sticky", "sticky-yet-fair"])
def test_figures_of_real_answers_are_the_plain_ones(name: str) -> None:
    for group in map(everyday_group, range(12)):
        hosts = (replace(member, host=f"host-{place % 3}") for place, member in enumerate(group.members))
        group = replace(group, members=tuple(hosts))  # noqa: PLW2901
        answer = ReferenceTarget(name).assign(group)

        by_member = loads(group, answer)
        found = FiguresOfGroup(group).figures_of(answer, by_member, is_valid=is_flawless(group, answer))

        assert is_flawless(group, answer)
        assert (sorted(by_member.values()), sum_of_squares(by_member.values())) == found[:2]
        assert (stickiness(valid_owners(group), answer).moved, len(unassigned_partitions(group, answer))) == found[2:4]
        assert (topic_spread(group, answer), host_spread(group, by_member)) == found[4:]


def test_faulty_answer_has_figures() -> None:
    """A member is missing, a partition is left out, one does not exist."""
    answer = {"a": {"t": [0, 9], "u": [1]}, "b": {"t": [1]}}

    found = FiguresOfGroup(GROUP).figures_of(answer, loads(GROUP, answer), is_valid=False)

    assert ([0, 1, 3], 10, 1, 2, 0.0, None) == found
