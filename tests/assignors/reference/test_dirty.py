"""What every reference does with odd groups. That its answers are valid is a law."""

from __future__ import annotations

import pytest

from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.assignors.ownership import loads
from kafka_assay.assignors.registry import default_names, reference_assignor
from tests.assignors.reference.answers import answer, question

NAMES = [name for name in default_names() if name != "cooperative-sticky"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("group", "expected"),
    [
        (question({"t": 3}, {}), {}),
        (question({}, {"C0": ""}), answer(C0="")),
        (question({}, {"C0": "gone"}, answer(C0="gone-0")), answer(C0="")),
        (question({"t": 0}, "C0 C1"), answer(C0="", C1="")),
        (question({"t": 0, "u": 1}, {"C0": "t", "C1": "u"}), answer(C0="", C1="u-0")),
        (question({"t": 2, "unread": 9}, {"C0": "t"}, answer(C0="unread-3")), answer(C0="t-0 t-1")),
        (question({"t": 1}, {"C0": "", "C1": "t t t"}), answer(C0="", C1="t-0")),
    ],
)
def test_groups_with_one_possible_answer_get_it(name: str, group: Group, expected: Assignment) -> None:
    """No members, topics or partitions; only a missing topic; a topic without subscribers."""
    assert expected == reference_assignor(name).assign(group)


@pytest.mark.parametrize("name", NAMES)
def test_group_is_not_changed(name: str) -> None:
    """The caller may change an answer; the next one is new."""
    group = question({"t0": 2, "t1": 2}, {"A": "t0", "B": "t0 t1"}, answer(A="t0-0"))
    first = reference_assignor(name).assign(group)
    sizes = list(loads(group, first).values())
    for mine in first.values():
        for ids in mine.values():
            ids.clear()

    again = reference_assignor(name).assign(group)

    assert sizes == list(loads(group, again).values())
