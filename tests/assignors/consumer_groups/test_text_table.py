from __future__ import annotations

import pytest

from kafka_assay.assignors.consumer_groups.text_table import parse_page
from kafka_assay.assignors.errors import InvalidGroup
from tests.assignors.consumer_groups.texts import OFFSETS_HEADER


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
