from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from kafka_assay.assignors.errors import AssayError, InvalidGroup
from kafka_assay.assignors.model import group_of
from kafka_assay.assignors.settings import (
    NO_SETTINGS,
    parse_settings,
    refuse_strangers,
    require_taken,
    settings_from_json,
    settings_of_mappings,
    settings_to_json,
)

PAIR = group_of({"t0": 2}, {"C0": ["t0"], "C1": ["t0"]})


@pytest.mark.parametrize(
    "texts",
    [
        ["zone=a"],
        ["zone="],
        ["bootstrap.servers=localhost:9092,other:9092", "filter=a=b"],
        ["zone=a", "C1:zone=b", "C1:weight=3", "C2:zone=c"],
        ["consumer-1:with:colons:zone=a"],
    ],
)
def test_replay_options_equal_the_given_options(texts: list[str]) -> None:
    """A member's name may contain colons: the last one before the first equals sign ends it."""
    words = parse_settings(texts).words()

    assert [word for text in texts for word in ("--setting", text)] == words
    assert (("a:b", (("zone", "c:d=e"),)),) == parse_settings(["a:b:zone=c:d=e"]).member_config


@pytest.mark.parametrize(
    ("texts", "why"),
    [
        (["zone"], "--setting zone: expected KEY=VALUE or MEMBER:KEY=VALUE"),
        (["=a"], "expected KEY=VALUE"),
        (["C1:=a"], "expected KEY=VALUE"),
        ([":zone=a"], "expected KEY=VALUE"),
        (["zone=a", "zone=b"], "--setting zone=b: zone is set twice"),
        (["C1:zone=a", "C1:zone=a"], "C1:zone is set twice"),
    ],
)
def test_malformed_setting_is_rejected(texts: list[str], why: str) -> None:
    with pytest.raises(AssayError, match=why):
        parse_settings(texts)


@pytest.mark.parametrize(
    ("config", "member_config"),
    [({"a:b": "c"}, {}), ({"": "c"}, {}), ({}, {"C=1": {"a": "b"}}), ({}, {"": {"a": "b"}})],
)
def test_name_that_no_option_can_express_is_rejected(
    config: dict[str, str], member_config: dict[str, dict[str, str]]
) -> None:
    """A replay command would otherwise name another setting."""
    with pytest.raises(AssayError, match="expected the name of a"):
        settings_of_mappings(config, member_config)


def test_most_precise_member_name_wins() -> None:
    """Member id before instance id before client id."""
    first, second = PAIR.members
    group = replace(PAIR, members=(replace(first, client_id="app"), replace(second, client_id="app", instance_id="i1")))
    settings = parse_settings(["app:zone=a", "app:size=1", "i1:zone=b", "C1:size=2", "absent:zone=z"])

    assert {"C0": {"zone": "a", "size": "1"}, "C1": {"zone": "b", "size": "2"}} == settings.by_member_id(group)


def test_documents_contain_settings_where_there_are_any() -> None:
    settings = parse_settings(["zone=a", "C1:zone=b"])

    assert {} == settings_to_json(NO_SETTINGS)
    assert {"config": {"zone": "a"}, "member_config": {"C1": {"zone": "b"}}} == settings_to_json(settings)
    assert settings == settings_from_json(settings_to_json(settings))


@pytest.mark.parametrize(
    "document", [{"config": 5}, {"config": {"zone": 5}}, {"member_config": {"C1": "zone=a"}}, {"config": {"a=b": "c"}}]
)
def test_document_with_malformed_settings_is_rejected(document: dict[str, object]) -> None:
    with pytest.raises(InvalidGroup, match="config"):
        settings_from_json(document)


def test_setting_for_unknown_member_suggests_the_nearest() -> None:
    with pytest.raises(AssayError, match="no member 'C01'; did you mean 'C1'"):
        refuse_strangers(parse_settings(["C01:zone=a"]), PAIR)

    refuse_strangers(parse_settings(["C1:zone=a"]), PAIR)


def test_at_least_one_target_must_accept_settings() -> None:
    given = parse_settings(["zone=a"])
    without: Any = SimpleNamespace(name="sticky", settings=NO_SETTINGS)
    configured: Any = SimpleNamespace(name="mine", settings=given)

    require_taken(given, [without, configured])
    with pytest.raises(AssayError, match="--setting zone=a: none of the targets accepts settings: sticky"):
        require_taken(given, [without])
