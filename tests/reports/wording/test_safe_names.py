"""Tests of `kafka_assay.reports.wording.safe_names`."""

from __future__ import annotations

from kafka_assay.reports.wording.safe_names import anchors, escape_unprintable, member_labels, shorten

UUID = "b77c1e0b-8753-444a-907d-c38cde7887f3"


def test_what_has_no_glyph_is_escaped() -> None:
    """Control characters, half surrogates and characters that turn the line around are written as escapes."""
    shown = escape_unprintable("a\x00b\ud800c\u202ed")

    assert "a\\x00b\\ud800c\\u202ed" == shown


def test_other_scripts_stay_as_they_are() -> None:
    """Text in any script is shown as it is."""
    shown = escape_unprintable("zahlungen-für-日本")

    assert "zahlungen-für-日本" == shown


def test_a_long_name_keeps_both_ends() -> None:
    """A long name loses its middle, so that numbers at its end still tell it from its neighbours."""
    shown = shorten("a" * 50 + "-17", 11)

    assert "aaaaa…aa-17" == shown


def test_a_member_is_called_by_its_client_id() -> None:
    """Client ids that are unique are the labels."""
    labels = member_labels([(f"app-1-{UUID}", "app-1"), (f"app-2-{UUID}", "app-2")])

    assert ["app-1", "app-2"] == list(labels.values())


def test_without_a_client_id_the_uuid_is_left_out() -> None:
    """The UUID that clients append to a member id says nothing to people."""
    labels = member_labels([(f"app-{UUID}", None)])

    assert {f"app-{UUID}": "app"} == labels


def test_members_that_look_alike_are_numbered() -> None:
    """Where even the shortened ids are alike, the place in the group tells the members apart."""
    ids = ["x" * 40 + middle + "y" * 40 for middle in "ab"]

    labels = member_labels([(member, "same") for member in ids])

    assert 2 == len(set(labels.values()))


def test_many_members_are_labelled_in_one_pass() -> None:
    """Ten thousand members get ten thousand labels."""
    labels = member_labels([(f"member-{number}", "one-client") for number in range(10_000)])

    assert 10_000 == len(set(labels.values()))


def test_anchors_differ_where_names_do_not() -> None:
    """Repeated names, and names that only a lossy spelling makes alike, get anchors of their own."""
    found = anchors("g-", ["x", "X", "x", "x-2", "a/b", "a:b", ""])

    assert 7 == len({anchor.casefold() for anchor in found})


def test_an_anchor_holds_nothing_but_plain_characters() -> None:
    """Whatever the name, its anchor can stand in a link, a file name and an attribute."""
    (found,) = anchors("", ["../\"'<b>#?&\n日本"])

    assert found.replace("-", "").replace(".", "").isalnum()
    assert found.isascii()
