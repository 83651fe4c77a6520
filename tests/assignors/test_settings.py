"""Settings are read from options and documents, and named by members in any of three ways."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kafka_assay.assignors.errors import AssayError, InvalidGroup
from kafka_assay.assignors.model import group_of
from kafka_assay.assignors.settings import (
    NO_SETTINGS,
    Settings,
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
def test_options_are_said_again_as_they_were_given(texts: list[str]) -> None:
    """A replay command names the same settings."""
    words = parse_settings(texts).words()

    assert [word for text in texts for word in ("--config", text)] == words


def test_a_member_may_have_colons_and_a_value_may_have_anything() -> None:
    """The last colon before the first equals sign ends the member."""
    settings = parse_settings(["a:b:zone=c:d=e"])

    assert (("a:b", (("zone", "c:d=e"),)),) == settings.member_config


@pytest.mark.parametrize(
    ("texts", "why"),
    [
        (["zone"], "--config zone: expected KEY=VALUE or MEMBER:KEY=VALUE"),
        (["=a"], "expected KEY=VALUE"),
        (["C1:=a"], "expected KEY=VALUE"),
        ([":zone=a"], "expected KEY=VALUE"),
        (["zone=a", "zone=b"], "--config zone=b: zone is set twice"),
        (["C1:zone=a", "C1:zone=a"], "C1:zone is set twice"),
    ],
)
def test_what_is_no_setting_is_refused(texts: list[str], why: str) -> None:
    """One line says what was expected."""
    with pytest.raises(AssayError, match=why):
        parse_settings(texts)


@pytest.mark.parametrize(
    ("config", "member_config"),
    [({"a:b": "c"}, {}), ({"": "c"}, {}), ({}, {"C=1": {"a": "b"}}), ({}, {"": {"a": "b"}})],
)
def test_a_name_that_no_option_could_say_is_refused(
    config: dict[str, str], member_config: dict[str, dict[str, str]]
) -> None:
    """Else a replay command would say something else."""
    with pytest.raises(AssayError, match="expected the name of a"):
        settings_of_mappings(config, member_config)


def test_the_more_precise_name_of_a_member_counts() -> None:
    """The id over the instance id over the client id."""
    first, second = PAIR.members
    group = replace(PAIR, members=(replace(first, client_id="app"), replace(second, client_id="app", instance_id="i1")))
    settings = parse_settings(["app:zone=a", "app:size=1", "i1:zone=b", "C1:size=2", "absent:zone=z"])

    assert {"C0": {"zone": "a", "size": "1"}, "C1": {"zone": "b", "size": "2"}} == settings.by_member_id(group)


def test_documents_carry_settings() -> None:
    """Only where there are any."""
    settings = parse_settings(["zone=a", "C1:zone=b"])

    assert {} == settings_to_json(NO_SETTINGS)
    assert {"config": {"zone": "a"}, "member_config": {"C1": {"zone": "b"}}} == settings_to_json(settings)
    assert settings == settings_from_json(settings_to_json(settings))


@pytest.mark.parametrize(
    "document", [{"config": 5}, {"config": {"zone": 5}}, {"member_config": {"C1": "zone=a"}}, {"config": {"a=b": "c"}}]
)
def test_a_document_with_malformed_settings_is_refused(document: dict[str, object]) -> None:
    """With its path."""
    with pytest.raises(InvalidGroup, match="config"):
        settings_from_json(document)


def test_a_member_that_the_group_has_not_is_a_mistake() -> None:
    """The nearest name is shown."""
    with pytest.raises(AssayError, match="no member called 'C01'; did you mean 'C1'"):
        refuse_strangers(parse_settings(["C01:zone=a"]), PAIR)

    refuse_strangers(parse_settings(["C1:zone=a"]), PAIR)


def test_of_several_targets_one_has_to_take_settings() -> None:
    """What was opened without them has none."""

    class Opened:
        def __init__(self, name: str, settings: Settings) -> None:
            self.name = name
            self.settings = settings

    given = parse_settings(["zone=a"])
    without, configured = Opened("sticky", NO_SETTINGS), Opened("mine", given)

    require_taken(given, [without, configured])
    with pytest.raises(AssayError, match="--config zone=a: none of the targets takes settings: sticky"):
        require_taken(given, [without])
