"""Cutting the text of kafka-consumer-groups into tables and cells."""

from __future__ import annotations

import pytest

from kafka_assay.assignors.consumer_groups.text_table import parse_page
from kafka_assay.assignors.errors import InvalidGroup
from tests.assignors.consumer_groups.texts import OFFSETS_HEADER


def test_cells_are_cut_where_the_header_says() -> None:
    """Empty cells stay empty, spaces inside a cell stay inside, and a row may end early."""
    text = "\nGROUP      GROUP-INSTANCE-ID HOST\nmy  group                    /h 1\nother      x\n"

    rows = parse_page(text).tables[0].rows

    assert [
        {"GROUP": "my  group", "GROUP-INSTANCE-ID": "", "HOST": "/h 1"},
        {"GROUP": "other", "GROUP-INSTANCE-ID": "x", "HOST": ""},
    ] == [row.cells for row in rows]


def test_java_counts_in_utf_16() -> None:
    """A character outside the Basic Multilingual Plane takes two columns of the padding."""
    text = "GROUP  CLIENT-ID HOST\n😀😀    c1        /h\n"

    assert {"GROUP": "😀😀", "CLIENT-ID": "c1", "HOST": "/h"} == parse_page(text).tables[0].rows[0].cells


def test_rows_that_lost_their_padding_are_cut_at_spaces() -> None:
    """Text that was pasted through something that joins spaces is still read, the assignment as the last cell."""
    text = "GROUP CONSUMER-ID #PARTITIONS ASSIGNMENT\ngroup-1 consumer-1 3 t0(0,1), t1(2)\n"

    assert {"GROUP": "group-1", "CONSUMER-ID": "consumer-1", "#PARTITIONS": "3", "ASSIGNMENT": "t0(0,1), t1(2)"} == (
        parse_page(text).tables[0].rows[0].cells
    )


def test_what_stands_around_tables_is_passed_over() -> None:
    """Prompts and log lines are no rows, remarks of the tool are kept, and an empty line ends a table."""
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
def test_a_line_of_kubectl_is_no_row(line: str) -> None:
    """It stands right under the last row, without an empty line between, and whatever follows is read."""
    text = f"GROUP   TOPIC\ng       t0\n{line}\ng       t1\n"

    assert ["t0", "t1"] == [row.cells["TOPIC"] for row in parse_page(text).tables[0].rows]


def test_a_cut_row_is_no_line_of_kubectl() -> None:
    """A last row of which the end is missing is still refused."""
    with pytest.raises(InvalidGroup, match=r'line 3: \'pod "x"\': expected a cell under each of GROUP, TOPIC, HOST'):
        parse_page('GROUP TOPIC HOST\ng t0 /h\npod "x" ')
