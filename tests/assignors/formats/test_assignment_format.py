from __future__ import annotations

import pytest

from kafka_assay.assignors.errors import InvalidGroup
from kafka_assay.assignors.formats.assignment_format import (
    assignment_at,
    assignment_from_json,
    assignment_in,
    assignment_to_json,
)
from kafka_assay.assignors.model import Assignment


def test_invalid_assignments_are_read_unchanged() -> None:
    """Repeated ids, negative ids, unknown members and empty lists stay for the laws."""
    answer = {"C0": {"t0": [1, 1, -1], "no such topic!": []}, "C9": {}}

    assert answer == assignment_from_json({"format": "assay-assignment/1", "assignment": answer})


def test_figures_beside_the_assignment_are_ignored() -> None:
    """`judge` and `optimum` print figures beside the assignment."""
    printed = {"format": "assay-optimum/1", "engine": "flow", "assignment": {"C0": {}}, "loads": [0]}

    assert {"C0": {}} == assignment_from_json(printed)


@pytest.mark.parametrize(
    ("document", "says"),
    [
        ([], "the document: list []: expected an object with the keys 'format': 'assay-assignment/1' and 'assignment'"),
        ({"C0": {"t0": [0]}}, "format: nothing: expected 'assay-assignment/1'"),
        ({"format": ["x"], "assignment": {}}, "format: list ['x']: expected 'assay-assignment/1'"),
        ({"format": "assay-assignment/1"}, "assignment: nothing: expected an object: member id -> topic"),
        ({"format": "assay-assignment/1", "assignment": []}, "assignment: list []: expected an object: member id"),
    ],
)
def test_malformed_documents_are_rejected(document: object, says: str) -> None:
    with pytest.raises(InvalidGroup) as caught:
        assignment_from_json(document)

    assert says == str(caught.value)[: len(says)]


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        ({"C0": [0]}, "assignment.C0: list [0]: expected an object: topic -> partition ids"),
        ({"C0": {"t0": 0}}, "assignment.C0.t0: 0: expected a list of partition ids"),
        ({"C0": {"t0": [0, True]}}, "assignment.C0.t0[1]: true: expected a partition id, an integer"),
        ({"a b": {"t0": [0.0]}}, 'assignment["a b"].t0[0]: 0.0: expected a partition id, an integer'),
        ({"\udfff": {}}, "assignment: '\\udfff': expected text without a lone surrogate"),
    ],
)
def test_hosted_answer_of_wrong_shape_is_rejected(answer: object, says: str) -> None:
    with pytest.raises(InvalidGroup) as caught:
        assignment_at(answer)

    assert says == str(caught.value)


def test_writing_sorts_ids_and_topics_and_omits_empty_lists() -> None:
    """Members keep their order, repeated ids stay."""
    assignment: Assignment = {"C1": {"t1": [2, 0, 2], "t0": [0]}, "C0": {"t0": []}}

    assert [("C1", [("t0", [0]), ("t1", [0, 2, 2])]), ("C0", [])] == [
        (member, list(topics.items())) for member, topics in assignment_to_json(assignment).items()
    ]


@pytest.mark.parametrize("carried", [{"C0": {}}, {"format": "assay-assignment/1", "assignment": {"C0": {}}}])
def test_record_may_contain_object_or_whole_document(carried: object) -> None:
    assert {"C0": {}} == assignment_in(carried)
