from __future__ import annotations

from kafka_assay.reports.tables.topology import PLACES, hosts_table, topology_table
from tests.properties.places import on_hosts

GROUP = on_hosts({"t": 2}, {"a": "h1", "b": "h2"})


def test_each_answer_of_a_group_on_hosts_has_a_row() -> None:
    table = hosts_table(GROUP, [("today", {"a": {"t": [0, 1]}}), ("range", {"a": {"t": [0]}, "b": {"t": [1]}})])

    assert table is not None
    assert ["answer", *(measure.title for measure in PLACES)] == [column.title for column in table.columns]
    assert [("0–2",), ("1",)] == [row[1].line for row in table.rows]
    assert [("1",), ("0",)] == [row[4].line for row in table.rows]


def test_no_table_without_several_known_hosts() -> None:
    unknown, single = on_hosts({"t": 2}, {"a": "h1", "b": None}), on_hosts({"t": 2}, {"a": "h1", "b": "h1"})

    assert (None, None) == (hosts_table(unknown, [("today", {})]), hosts_table(single, [("today", {})]))


def test_missing_number_is_an_empty_cell() -> None:
    """A bias of zero has no sign."""
    figures = {key: None for measure in PLACES for key in measure.keys} | {"rank_bias": -1e-9}

    (row,) = topology_table("x", PLACES, [("today", figures)]).rows

    assert [("",)] * 5 + [("0.00",)] + [("",)] * 4 == [cell.line for cell in row[1:]]
