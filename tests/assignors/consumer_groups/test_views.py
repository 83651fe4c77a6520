"""Texts of kafka-consumer-groups, cut into tables and read as views."""

from __future__ import annotations

import pytest

from kafka_assay.assignors.consumer_groups.text_table import parse_page
from kafka_assay.assignors.errors import AssayError, InvalidGroup
from tests.assignors.consumer_groups.texts import OFFSETS_HEADER, group_of_text, members, offsets, owned


def test_columns_follow_the_header() -> None:
    text = "\nGROUP      GROUP-INSTANCE-ID HOST\nmy  group                    /h 1\nother      x\n"

    rows = parse_page(text).tables[0].rows

    assert [
        {"GROUP": "my  group", "GROUP-INSTANCE-ID": "", "HOST": "/h 1"},
        {"GROUP": "other", "GROUP-INSTANCE-ID": "x", "HOST": ""},
    ] == [row.cells for row in rows]


def test_column_widths_count_utf_16_units() -> None:
    text = "GROUP  CLIENT-ID HOST\n😀😀    c1        /h\n"

    assert {"GROUP": "😀😀", "CLIENT-ID": "c1", "HOST": "/h"} == parse_page(text).tables[0].rows[0].cells


def test_rows_without_padding_are_split_at_spaces() -> None:
    """The assignment is the last cell."""
    text = "GROUP CONSUMER-ID #PARTITIONS ASSIGNMENT\ngroup-1 consumer-1 3 t0(0,1), t1(2)\n"

    assert {"GROUP": "group-1", "CONSUMER-ID": "consumer-1", "#PARTITIONS": "3", "ASSIGNMENT": "t0(0,1), t1(2)"} == (
        parse_page(text).tables[0].rows[0].cells
    )


def test_text_around_tables_is_skipped() -> None:
    """Warnings of the tool are kept."""
    text = f"$ kafka-consumer-groups.sh --describe\n{OFFSETS_HEADER}\nWarning: x\n\nsome log line\nError: no such group"

    page = parse_page(text)

    assert [()] == [table.rows for table in page.tables]
    assert ("Warning: x", "Error: no such group") == page.notices


@pytest.mark.parametrize(
    "line",
    [
        'pod "kafka-client" deleted',
        'pod "kafka-client" deleted from default namespace',
        "command terminated with exit code 1",
        "If you don't see a command prompt, try pressing enter.",
    ],
)
def test_kubectl_line_after_the_table_is_skipped(line: str) -> None:
    """kubectl prints it directly below the last row."""
    text = f"GROUP   TOPIC\ng       t0\n{line}\ng       t1\n"

    assert ["t0", "t1"] == [row.cells["TOPIC"] for row in parse_page(text).tables[0].rows]


def test_truncated_last_row_is_rejected() -> None:
    with pytest.raises(InvalidGroup, match=r'line 3: \'pod "x"\': expected a cell under each of GROUP, TOPIC, HOST'):
        parse_page('GROUP TOPIC HOST\ng t0 /h\npod "x" ')


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ("g t0 x 1 1 0 m /h cl", "line 2 PARTITION: 'x': expected a number from 0 to 2147483646, or -"),
        ("g t0 2147483647 1 1 0 m /h cl", "line 2 PARTITION: '2147483647': expected a number from 0 to 2147483646"),
        ("g t0 -1 1 1 0 m /h cl", "line 2 PARTITION: '-1': expected a number"),
        ("g t0 0 1e9 1 0 m /h cl", "line 2 CURRENT-OFFSET: '1e9': expected a number"),
        ("g t0 - 1 1 0 m /h cl", "line 2 PARTITION: '-': expected a partition id if there is a topic, otherwise -"),
        ("g t/0 0 1 1 0 m /h cl", "line 2 TOPIC: 't/0': expected a topic name, or -"),
        ("g t0 0 1 1 0 m /h", "line 2: 'g t0 0 1 1 0 m /h': expected a cell under each of GROUP, TOPIC, PARTITION"),
        ("g t0 0 1 1 0 m /h c l", "line 2: 'g t0 0 1 1 0 m /h c l': expected a cell under each of"),
    ],
)
def test_malformed_row_is_rejected(row: str, says: str) -> None:
    with pytest.raises(AssayError) as caught:
        group_of_text(f"{OFFSETS_HEADER}\n{row}\n")

    assert says == str(caught.value)[: len(says)]


@pytest.mark.parametrize(("length", "column"), [(20, "CONSUMER-ID"), (30, "HOST")])
def test_truncated_row_is_not_an_unowned_partition(length: int, column: str) -> None:
    """The tool prints a dash for an unowned partition."""
    header = "GROUP  TOPIC  PARTITION  CONSUMER-ID  HOST  CLIENT-ID"
    row = "g      t0     0          m            /h    c"

    with pytest.raises(AssayError) as caught:
        group_of_text(f"{header}\n{row[:length]}\n")

    assert f"line 2 {column}: '': expected text, or - (the row may be cut off)" == str(caught.value)


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ("m 3 - t0:0,1", "line 2: '2 partitions': expected 3, as in #PARTITIONS (the row may be cut off)"),
        ("m 1 - t0:0;", "line 2 CURRENT-ASSIGNMENT: '': expected an assignment such as"),
        ("m 2 - t0:0;t0:1", "line 2 CURRENT-ASSIGNMENT: 't0:1': expected an assignment such as"),
        ("m 1 - t0:99999999999", "line 2 CURRENT-ASSIGNMENT: 't0:99999999999': expected partition ids below"),
        ("m x - t0:0", "line 2 #PARTITIONS: 'x': expected a number"),
        ("m - - t0:0", "line 2 #PARTITIONS: '-': expected a number"),
        ("- 1 - t0:0", "line 2 CONSUMER-ID: '-': expected the id of a member"),
    ],
)
def test_malformed_member_row_is_rejected(row: str, says: str) -> None:
    with pytest.raises(AssayError) as caught:
        group_of_text(members(row))

    assert says == str(caught.value)[: len(says)]


@pytest.mark.parametrize(
    "assignment", ["t0:1,0;t1:2", "t0(0,1), t1(2)"], ids=["since 4.0, with colons", "until 3.7, with brackets"]
)
def test_both_notations_of_assignments_are_read(assignment: str) -> None:
    header = "GROUP CONSUMER-ID HOST CLIENT-ID #PARTITIONS ASSIGNMENT"

    group = group_of_text(f"{header}\ngroup-1 consumer-1 /h client-1 3 {assignment}\n")

    assert {"consumer-1": {"t0": (0, 1), "t1": (2,)}} == owned(group)
    assert {"t0": 2, "t1": 3} == group.partition_counts()


def test_assignment_without_topic_names_needs_the_offsets_view() -> None:
    """`(0), (1)` gives partition ids only."""
    header = "GROUP CONSUMER-ID HOST CLIENT-ID #PARTITIONS ASSIGNMENT"
    nameless = f"{header}\ng         member-1    /h   c         2           (0), (1)\n"

    with pytest.raises(AssayError, match="does not show topics: add the offsets view"):
        group_of_text(nameless)
    group = group_of_text(nameless, offsets("t0 0 5 9 member-1", "t1 1 - 7 member-1"))

    assert {"member-1": {"t0": (0,), "t1": (1,)}} == owned(group)


def test_last_of_two_equal_views_counts() -> None:
    group = group_of_text(members("m 1 1 t0:0"), members("m 1 1 t0:1"))

    assert {"m": {"t0": (1,)}} == owned(group)
    assert "the members view was given more than once; the last one is used" in group.assumptions


def test_idle_members_in_the_offsets_view_are_read() -> None:
    """Older releases print a row without a topic for an idle member."""
    group = group_of_text(offsets("t0 0 1 1 m", "- - - - idle"))

    assert {"m": {"t0": (0,)}, "idle": {}} == owned(group)
