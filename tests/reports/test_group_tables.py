from __future__ import annotations

import pytest

from kafka_assay.assignors.model import Assignment, Group, Member, Topic, group_of
from kafka_assay.reports.group_tables import (
    MOST_MEMBERS,
    PLACES,
    hand_over_table,
    hosts_table,
    member_blocks,
    partition_list,
    places_cell,
)
from kafka_assay.reports.render.blocks import Code
from tests.properties.verdicts import on_hosts
from tests.reports.blocks import cells_of, titles_of


def test_long_list_of_partitions_is_cut_with_a_count() -> None:
    text = partition_list([*(("t", one) for one in range(0, 200, 2)), ("u", 5)])

    assert text.endswith("78 … (100 in all); 1 more")


def test_changed_members_come_first_with_marks() -> None:
    """Minus for lost, plus for gained partitions."""
    group = group_of({"t": 3, "u": 1}, {"a": ["t", "u"], "b": ["t", "u"]})

    table = hand_over_table(
        group,
        {"a": {"t": [0]}, "b": {"t": [1, 2]}},
        {"a": {"t": [0]}, "b": {"t": [1], "u": [0]}},
        "sticky",
        {"a": "A", "b": "B"},
    )

    assert [["−t 2", "+u 0", "t 1"], ["", "", "t 0"]] == [row[4:] for row in cells_of(table)]
    assert table.caption.startswith("Ownership with sticky: 1 of 2 members change")


def test_member_has_its_lag_today_and_after() -> None:
    """Topics without end offsets count as 0."""
    known = Topic(name="t", partitions=2, end_offsets=(1_500, 40), committed_offsets=(100, 10))
    members = tuple(Member(id=one, subscription=("t", "u")) for one in "ab")
    group = Group(topics=(known, Topic(name="u", partitions=1)), members=members)

    table = hand_over_table(
        group, {"a": {"t": [0, 1]}, "b": {"u": [0]}}, {"a": {"t": [0]}, "b": {"t": [1], "u": [0]}}, "sticky",
        {"a": "A", "b": "B"},
    )  # fmt: skip

    assert ["lag today", "lag after"] == titles_of(table)[4:6]
    assert [["1,430", "1,400"], ["0", "30"]] == [row[4:6] for row in cells_of(table)]


def test_full_id_is_followed_by_a_label_that_it_does_not_begin_with() -> None:
    group = group_of({"t": 1}, {"consumer-1-af3": ["t"], "7f4e": ["t"]})

    table = hand_over_table(group, {}, {}, "sticky", {"consumer-1-af3": "consumer-1", "7f4e": "member 2"})

    assert [(Code("7f4e"), " (member 2)"), (Code("consumer-1-af3"),)] == [row[0].line for row in table.rows]


def test_large_group_shows_the_members_that_change_most() -> None:
    """And the number of members."""
    members = {f"m{number:04}": ["t"] for number in range(1_000)}
    group = group_of({"t": 1_000}, members)
    today = {member: {"t": [place]} for place, member in enumerate(members)}

    table = hand_over_table(group, today, {**today, "m0999": {}}, "range", {member: member for member in members})

    assert MOST_MEMBERS == len(table.rows)
    assert "Only the 200 members with the most changes are shown." in table.caption
    assert "m0999" == cells_of(table)[0][0]


def rows_of(group: Group, answer: Assignment) -> dict[str, list[str]]:
    """Return the cells after the name of each member in the table of an answer."""
    table, *_ = member_blocks(group, answer, "title")
    return {name: cells for name, *cells in cells_of(table)}


def test_row_of_an_answer_counts_what_a_member_kept_gained_and_lost() -> None:
    group = group_of({"t": 4}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0, 1, 2]}}, generation=1)

    assert ["2", "1", "1", "2", "t 0 3"] == rows_of(group, {"a": {"t": [0, 3]}, "b": {"t": [1, 2]}})["a"]


def test_claim_of_a_member_that_is_not_shown_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both claim t-0 at the same generation, so a owned only t-1."""
    group = group_of({"t": 3}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0, 1]}, "b": {"t": [2, 0]}}, generation=1)

    monkeypatch.setattr("kafka_assay.reports.group_tables.MOST_SHOWN", 1)

    assert {"a": ["2", "1", "1", "0", "t 0–1"]} == rows_of(group, {"a": {"t": [0, 1]}, "b": {"t": [2]}})


def test_hidden_members_are_counted() -> None:
    group = group_of({"t": 1}, {f"m{number:03}": ["t"] for number in range(63)})

    table, below = member_blocks(group, {"m000": {"t": [0]}}, "title")

    assert "3 more members are not shown. --json lists them all." == below
    assert 60 == len(cells_of(table))


GROUP = on_hosts({"t": 2}, {"a": "h1", "b": "h2"})


def test_each_answer_of_a_group_on_hosts_has_a_row() -> None:
    table = hosts_table(GROUP, [("today", {"a": {"t": [0, 1]}}), ("range", {"a": {"t": [0]}, "b": {"t": [1]}})])

    assert table is not None
    assert ["answer", *(measure.title for measure in PLACES)] == titles_of(table)
    assert [("1",), ("0",)] == [row[1].line for row in table.rows]
    assert [("1",), ("0",)] == [row[3].line for row in table.rows]


def test_no_table_without_several_known_hosts() -> None:
    unknown, single = on_hosts({"t": 2}, {"a": "h1", "b": None}), on_hosts({"t": 2}, {"a": "h1", "b": "h1"})

    assert (None, None) == (hosts_table(unknown, [("today", {})]), hosts_table(single, [("today", {})]))


def test_missing_number_is_an_empty_cell() -> None:
    """A bias of zero has no sign."""
    figures = {measure.key: None for measure in PLACES} | {"rank_bias": -1e-9}

    assert [("",)] * 4 + [("0.00",)] + [("",)] * 4 == [places_cell(one, figures).line for one in PLACES]
