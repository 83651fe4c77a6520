from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import pytest

from kafka_assay.assignors.errors import InvalidGroup
from kafka_assay.assignors.model import Group, group_of
from kafka_assay.properties.records.typed_record import read_record


@dataclass(frozen=True, kw_only=True)
class Part:
    """A record inside another one."""

    word: Literal["kept", "broken"]
    interval: tuple[float, float] | None = None


@dataclass(frozen=True, kw_only=True)
class Whole:
    """A field of each kind that the reader supports."""

    parts: tuple[Part, ...]
    versions: Mapping[str, str | None]
    group: Group | None = None


GROUP = {"format": "assay-group/1", "topics": {"t": 1}, "members": [{"id": "a", "subscription": ["t"]}]}
DOCUMENT = {
    "parts": [{"word": "kept", "interval": [0, 0.5], "more": "is ignored"}, {"word": "broken", "interval": None}],
    "versions": {"x": "1", "y": None},
    "group": GROUP,
}


def test_each_field_is_read_as_declared() -> None:
    """Nested records, pairs, mappings, and a group in its own format."""
    parts = (Part(word="kept", interval=(0, 0.5)), Part(word="broken"))

    whole = Whole(parts=parts, versions={"x": "1", "y": None}, group=group_of({"t": 1}, {"a": ["t"]}))

    assert whole == read_record(Whole, DOCUMENT)


@pytest.mark.parametrize(
    ("damage", "place"),
    [
        ({"parts": {}}, "parts"),
        ({"parts": [{}]}, "parts[0].word"),
        ({"parts": [{"word": "fine"}]}, "parts[0].word"),
        ({"parts": [{"word": "kept", "interval": [0, "1"]}]}, "parts[0].interval[1]"),
        ({"parts": [{"word": "kept", "interval": [0]}]}, "parts[0].interval"),
        ({"versions": {"x": 1}}, "versions.x"),
        ({"group": []}, "group"),
        ({"group": GROUP | {"topics": {"t": "1"}}}, "group.topics.t"),
    ],
)
def test_damaged_value_is_reported_with_its_json_path(damage: dict[str, Any], place: str) -> None:
    with pytest.raises(InvalidGroup) as refused:
        read_record(Whole, DOCUMENT | damage)

    assert place == refused.value.path
