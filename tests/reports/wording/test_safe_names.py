from __future__ import annotations

from kafka_assay.reports.wording.safe_names import anchors, escape_unprintable, member_labels, shorten

UUID = "b77c1e0b-8753-444a-907d-c38cde7887f3"


def test_invisible_characters_are_escaped() -> None:
    """Control characters, half surrogates and direction changes."""
    shown = escape_unprintable("a\x00b\ud800c\u202ed")

    assert "a\\x00b\\ud800c\\u202ed" == shown


def test_other_scripts_are_unchanged() -> None:
    shown = escape_unprintable("zahlungen-für-日本")

    assert "zahlungen-für-日本" == shown


def test_long_name_keeps_both_ends() -> None:
    """Numbers at its end tell it from similar names."""
    shown = shorten("a" * 50 + "-17", 11)

    assert "aaaaa…aa-17" == shown


def test_unique_client_ids_are_the_labels() -> None:
    labels = member_labels([(f"app-1-{UUID}", "app-1"), (f"app-2-{UUID}", "app-2")])

    assert ["app-1", "app-2"] == list(labels.values())


def test_uuid_is_removed_from_the_member_id() -> None:
    labels = member_labels([(f"app-{UUID}", None)])

    assert {f"app-{UUID}": "app"} == labels


def test_equal_labels_are_numbered() -> None:
    """By the member's place in the group."""
    ids = ["x" * 40 + middle + "y" * 40 for middle in "ab"]

    labels = member_labels([(member, "same") for member in ids])

    assert 2 == len(set(labels.values()))


def test_ten_thousand_members_are_labelled() -> None:
    labels = member_labels([(f"member-{number}", "one-client") for number in range(10_000)])

    assert 10_000 == len(set(labels.values()))


def test_anchors_are_unique_for_equal_names() -> None:
    found = anchors("g-", ["x", "X", "x", "x-2", "a/b", "a:b", ""])

    assert 7 == len({anchor.casefold() for anchor in found})


def test_anchor_has_only_plain_characters() -> None:
    """It is used in links, file names and attributes."""
    (found,) = anchors("", ["../\"'<b>#?&\n日本"])

    assert found.replace("-", "").replace(".", "").isalnum()
    assert found.isascii()
