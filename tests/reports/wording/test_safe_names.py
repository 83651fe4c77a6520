"""Names that may be any text, as labels, anchors and short names in sentences."""

from __future__ import annotations

import pytest

from kafka_assay.assignors.model import Group, Member
from kafka_assay.reports.wording.safe_names import (
    anchors,
    escape_unprintable,
    member_labels,
    short_names,
    shorten,
    shorten_members,
)
from kafka_assay.reports.wording.sentences import explain_facts

UUID = "-b77c1e0b-8753-444a-907d-c38cde7887f3"


@pytest.mark.parametrize(
    ("text", "shown"),
    [("a\x00b\ud800c\u202ed", "a\\x00b\\ud800c\\u202ed"), ("zahlungen-für-日本", "zahlungen-für-日本")],
)
def test_only_invisible_characters_are_escaped(text: str, shown: str) -> None:
    """Control characters, half surrogates and direction changes."""
    assert shown == escape_unprintable(text)


def test_long_name_keeps_both_ends() -> None:
    """Numbers at its end tell it from similar names."""
    assert "aaaaa…aa-17" == shorten("a" * 50 + "-17", 11)


def test_label_is_a_unique_client_id_or_the_member_id_without_its_uuid() -> None:
    labels = member_labels([(f"x{UUID}", "app-1"), (f"y{UUID}", "app-2"), (f"app{UUID}", None)])

    assert ["app-1", "app-2", "app"] == list(labels.values())


def test_ten_thousand_equal_labels_are_numbered() -> None:
    """By the member's place in the group."""
    labels = member_labels([("x" * 40 + f"{number}" + "y" * 40, "one-client") for number in range(10_000)])

    assert 10_000 == len(set(labels.values()))


def test_anchors_are_unique_and_have_only_plain_characters() -> None:
    """They are used in links, file names and attributes."""
    found = anchors("g-", ["x", "X", "x", "x-2", "a/b", "a:b", "", "../\"'<b>#?&\n日本"])

    assert 8 == len({anchor.casefold() for anchor in found})
    assert all(anchor.replace("-", "").replace(".", "").isalnum() and anchor.isascii() for anchor in found)


def group_of_ids(*members: tuple[str, str | None]) -> Group:
    """A group of members with these ids and client ids."""
    return Group(topics=(), members=tuple(Member(id=id_, subscription=(), client_id=client) for id_, client in members))


def test_short_name_is_a_unique_client_id_of_all_groups_of_a_life() -> None:
    before = group_of_ids((f"a{UUID}", "app"), (f"b{UUID}", "shared"), (f"c{UUID}", "shared"))
    after = group_of_ids((f"d{UUID}", "two"))

    assert {f"a{UUID}": "app", f"b{UUID}": "b", f"c{UUID}": "c", f"d{UUID}": "two"} == short_names([before, after])


def test_short_ids_stay_and_no_short_name_equals_one() -> None:
    names = short_names([group_of_ids(("app", "x"), (f"app{UUID}", "app"))])

    assert [f"app{UUID}"] == list(names)
    assert "app" != names[f"app{UUID}"]


def test_sentences_and_answers_have_the_short_names() -> None:
    names = {f"long{UUID}": "l"}
    facts = {"most": {"member": f"long{UUID}", "load": 3}, "least": {"member": "b", "load": 1}}

    assert "l has 3 partitions and b has 1" in explain_facts("even-when-equal", facts, names)
    assert {"moved": [{"from": "l", "to": ["b"], "partition": 1}]} == shorten_members(
        {"moved": [{"from": f"long{UUID}", "to": ["b"], "partition": 1}]}, names
    )
    assert {"l": {"t": [0]}, "b": {}} == shorten_members({f"long{UUID}": {"t": [0]}, "b": {}}, names)
    assert shorten_members(None, names) is None
