from __future__ import annotations

import pickle

import pytest

from kafka_assay.assignors.errors import InvalidGroup
from kafka_assay.assignors.formats.documents import MOST_PARTITIONS_AT_WORK, group_from_line

GROUP = '{"format": "assay-group/1", "topics": {"t0": %d}, "members": []}'


def complaint(line: bytes | str) -> str:
    """Return the message about a line that is not a group."""
    with pytest.raises(InvalidGroup) as caught:
        group_from_line(line)
    return str(caught.value)


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
        ("{}", "format: nothing: expected this key, which is required"),
        ("[]", "the document: list []: expected an object with the key 'format': 'assay-group/1'"),
        (
            '{"format": "assay-life/1", "group": {}}',
            "format: 'assay-life/1': expected a group (only judge, check --case and replay accept lives)",
        ),
        ('{"group": []}', "group: list []: expected an object with the key 'format': 'assay-group/1'"),
        ('{"group": {"format": 1}}', "group.format: 1: expected 'assay-group/1'"),
        ('{"group": {"a b": 1}}', 'group["a b"]: 1: expected a known key (known: format, name, strategy, state,'),
        (GROUP % 2_000_001, f"topics: 2000001: expected at most {MOST_PARTITIONS_AT_WORK} partitions in total"),
    ],
)
def test_line_that_is_not_a_group_is_rejected_in_one_line(line: bytes | str, says: str) -> None:
    said = complaint(line)

    assert says == said[: len(says)]
    assert 1 == len(said.splitlines())


def test_error_message_survives_pickling() -> None:
    with pytest.raises(InvalidGroup) as caught:
        group_from_line("{}")

    sent = pickle.loads(pickle.dumps(caught.value))

    assert (str(caught.value), "format", caught.value.value) == (str(sent), sent.path, sent.value)


def test_group_is_read_alone_or_inside_a_record() -> None:
    """A byte order mark and surrounding spaces are accepted."""
    alone = GROUP % 2
    forms: list[bytes | str] = [
        alone,
        alone.encode(),
        b"\xef\xbb\xbf" + alone.encode(),
        f' {{"seen": 7, "group": {alone}}}\r\n',
    ]

    groups = {group_from_line(form) for form in forms}

    assert 1 == len(groups)


def test_maximum_number_of_partitions_is_accepted() -> None:
    group = group_from_line(GROUP % MOST_PARTITIONS_AT_WORK)

    assert MOST_PARTITIONS_AT_WORK == group.topics[0].partitions
