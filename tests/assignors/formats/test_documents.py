"""Documents: groups from lines, assignments, and the fast text of a question."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from dataclasses import replace

import pytest

from kafka_assay.assignors.errors import InvalidGroup
from kafka_assay.assignors.formats.assignment_format import (
    assignment_at,
    assignment_from_json,
    assignment_in,
    assignment_to_json,
)
from kafka_assay.assignors.formats.documents import MOST_PARTITIONS_AT_WORK, group_from_line
from kafka_assay.assignors.formats.group_format import question_to_json
from kafka_assay.assignors.formats.question_text import question_text
from kafka_assay.assignors.model import Assignment, Group, Member, Topic
from kafka_assay.properties.input_families import FAMILIES
from tests.assignors.reference.answers import drawn_groups

FORMAT = "assay-assignment/1"
GROUP = '{"format": "assay-group/1", "topics": {"t0": %d}, "members": []}'


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("", "line 1 column 1: 'the end of the text': expected JSON (expecting value)"),
        ('{"format": "assay-g', "line 1 column 12: '\"assay-g': expected JSON (unterminated string starting at)"),
        ('{"a": 1\n "b": 2}', "line 2 column 2: '\"b\": 2}': expected JSON (expecting ',' delimiter)"),
        (
            "{} {}",
            "line 1 column 4: '{}': expected the end of the document (many groups need a .jsonl file, one per line)",
        ),
        (b'{"name": "\xff\xfe"}', 'byte 10: b\'{"name": "\\xff\\xfe"}\': expected text in UTF-8'),
        ("[" * 100_000, f"the document: '{'[' * 40}': expected JSON with fewer than a thousand levels"),
        ("9" * 5_000, f"the document: '{'9' * 40}': expected JSON with shorter numbers"),
        ('{"a": {"b": [0, {"c": 1, "d": 2, "c": 3}]}}', "a.b[1].c: 'c': expected an object with each key once"),
        ('{"a": {"b": 1, "b": 2}, "a": 3}', "a: 'a': expected an object with each key once"),
        ("{}", "format: nothing: expected 'assay-group/1' (assay import reads what other tools write)"),
        ("[]", "the document: list []: expected an object with the key 'format': 'assay-group/1'"),
        (
            '{"format": "assay-life/1", "group": {}}',
            "format: 'assay-life/1': expected a group (only judge, check --case and replay accept lives)",
        ),
        ('{"group": []}', "group: list []: expected an object with the key 'format': 'assay-group/1'"),
        ('{"group": {"format": 1}}', "group.format: 1: expected 'assay-group/1'"),
        ('{"group": {"format": "assay-group/1", "a b": 1}}', 'group["a b"]: 1: expected a known key (known: format'),
        (GROUP % 2_000_001, f"topics: 2000001: expected at most {MOST_PARTITIONS_AT_WORK} partitions in total"),
    ],
)
def test_line_that_is_not_a_group_is_rejected_in_one_line(line: bytes | str, says: str) -> None:
    """The message survives pickling."""
    with pytest.raises(InvalidGroup) as caught:
        group_from_line(line)

    wrong, sent = caught.value, pickle.loads(pickle.dumps(caught.value))
    assert (says, 1) == (str(wrong)[: len(says)], len(str(wrong).splitlines()))
    assert (str(wrong), wrong.path, wrong.value) == (str(sent), sent.path, sent.value)


def test_group_is_read_alone_or_inside_a_record() -> None:
    """A byte order mark and surrounding spaces are accepted."""
    alone = GROUP % 2
    marked, record = b"\xef\xbb\xbf" + alone.encode(), f' {{"seen": 7, "group": {alone}}}\r\n'

    assert 1 == len({group_from_line(form) for form in (alone, alone.encode(), marked, record)})


def test_maximum_number_of_partitions_is_accepted() -> None:
    assert MOST_PARTITIONS_AT_WORK == group_from_line(GROUP % MOST_PARTITIONS_AT_WORK).topics[0].partitions


def test_invalid_assignments_are_read_unchanged() -> None:
    """
    Repeated ids, negative ids, unknown members and empty lists stay for the laws.

    A record may contain the object, the whole document, or one with figures beside it, as `judge` and `optimum` print.
    """
    answer = {"C0": {"t0": [1, 1, -1], "no such topic!": []}, "C9": {}}
    whole = {"format": "assay-assignment/1", "assignment": answer}
    printed = {"format": "assay-optimum/1", "engine": "flow", "assignment": answer, "loads": [0]}

    assert [answer] * 2 == [assignment_from_json(document) for document in (whole, printed)]
    assert [answer] * 2 == [assignment_in(carried) for carried in (answer, whole)]


@pytest.mark.parametrize(
    ("read", "document", "says"),
    [
        (
            assignment_from_json,
            [],
            f"the document: list []: expected an object with the keys 'format': {FORMAT!r} and 'assignme",
        ),
        (assignment_from_json, {"C0": {"t0": [0]}}, f"format: nothing: expected {FORMAT!r}"),
        (assignment_from_json, {"format": ["x"], "assignment": {}}, f"format: list ['x']: expected {FORMAT!r}"),
        (assignment_from_json, {"format": FORMAT}, "assignment: nothing: expected an object: member id -> topic"),
        (
            assignment_from_json,
            {"format": FORMAT, "assignment": []},
            "assignment: list []: expected an object: member id",
        ),
        (assignment_at, {"C0": [0]}, "assignment.C0: list [0]: expected an object: topic -> partition ids"),
        (assignment_at, {"C0": {"t0": 0}}, "assignment.C0.t0: 0: expected a list of partition ids"),
        (assignment_at, {"C0": {"t0": [0, True]}}, "assignment.C0.t0[1]: true: expected a partition id, an integer"),
        (assignment_at, {"a b": {"t0": [0.0]}}, 'assignment["a b"].t0[0]: 0.0: expected a partition id, an integer'),
        (assignment_at, {"\udfff": {}}, "assignment: '\\udfff': expected text without a lone surrogate"),
    ],
)
def test_malformed_documents_and_answers_are_rejected(
    read: Callable[[object], Assignment], document: object, says: str
) -> None:
    with pytest.raises(InvalidGroup) as caught:
        read(document)

    said = str(caught.value)
    assert says == (said if read is assignment_at else said[: len(says)])


def test_writing_sorts_ids_and_topics_and_omits_empty_lists() -> None:
    """Members keep their order, repeated ids stay."""
    assignment: Assignment = {"C1": {"t1": [2, 0, 2], "t0": [0]}, "C0": {"t0": []}}

    assert [("C1", [("t0", [0]), ("t1", [0, 2, 2])]), ("C0", [])] == [
        (member, list(topics.items())) for member, topics in assignment_to_json(assignment).items()
    ]


RICH = Group(
    topics=(
        Topic(name="t", partitions=1, replica_racks=(("ra", "rb"),), weights=(1.5,), committed_offsets=(None,)),
        Topic(name="u", partitions=0),
    ),
    members=(
        Member(id='"ä\n\\', subscription=("t", "t"), owned=(("t", (0, 0)), ("u", ()), ("x", (-1,))), generation=-1),
        Member(id="b", subscription=(), owned=(("t", (0,)), ("t", (1,)))),
        Member(
            id="c", subscription=("u",), instance_id="", rack="ra", host="h", client_id="\ud800", metadata_version=0
        ),
    ),
    name="one",
    assumptions=("racks",),
    auto_offset_reset="earliest",
    strategy="range",
    state="Stable",
)


def plain_text(group: Group) -> str:
    """The same text, by way of the document."""
    return json.dumps(question_to_json(group), separators=(",", ":"))


def test_text_follows_each_change_of_a_group() -> None:
    """Texts of topics and members are kept while the same objects come again; there may be more than are kept."""
    fewer, other = RICH.with_members(RICH.members[:1]), replace(RICH, topics=RICH.topics[:1])
    many = RICH.with_members(tuple(Member(id=f"C{number}", subscription=("t",)) for number in range(1200)))

    for group in (RICH, fewer, other, RICH, many, many):
        assert plain_text(group) == question_text(group)


@pytest.mark.parametrize("family", FAMILIES)
def test_text_of_drawn_groups_is_that_of_their_documents(family: str) -> None:
    for group in drawn_groups(40, family):
        assert plain_text(group) == question_text(group)
