from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.host_target import HostTarget
from kafka_assay.assignors.hosted.target_name import HostCommand
from kafka_assay.assignors.interface import AssignorFailed, CannotBeAsked
from kafka_assay.assignors.model import Group
from kafka_assay.assignors.settings import parse_settings
from tests.assignors.hosted.conftest import OpenCode, OpenHost
from tests.support.messages import one_line

GREETINGS: list[tuple[dict[str, object], str]] = [
    ({"format": "assay-group/1"}, "its first line is not an assay-host/1 greeting"),
    ({"assignors": []}, "its greeting is malformed: assignors: list []"),
    (
        {"expected_failures": {"a": [{"law": "l", "family": "f", "reason": "r", "group": "{}"}]}},
        "its greeting is malformed: expected_failures.a.group: '{}': expected the smallest group as JSON (format: ",
    ),
    ({"assignors": ["a", "b"]}, "the host has several assignors (a, b): choose one with #NAME"),
    ({"like": {"a": "stick"}}, "like: unknown reference assignor 'stick'; did you mean 'sticky'?"),
    ({"targets": "a"}, "a list of names"),
    (
        {"unordered": {"a": ["member"]}},
        "unordered.a: 'member': expected a list of names out of members, topics, subscriptions, claims",
    ),
    ({"accepts": "config"}, "its greeting is malformed: accepts: 'config': expected a list of keys"),
]


@pytest.mark.parametrize(("said", "why"), GREETINGS)
def test_host_without_a_valid_greeting_is_a_usage_error(open_code: OpenCode, said: dict[str, object], why: str) -> None:
    with pytest.raises(AssayError, match=one_line("a host: ", why)):
        open_code("time.sleep(60)", said)


@pytest.mark.parametrize(
    ("program", "seconds", "why"),
    [
        ("", 60.0, "no greeting: the process ended with exit code 0"),
        ("print('hello', flush=True); input()", 60.0, "its first line is not an assay-host/1 greeting: 'hello'"),
        ("input()", 0.2, r"no greeting: no answer within 0\.2 s"),
    ],
)
def test_host_that_says_something_else_is_a_usage_error(
    open_host: OpenHost, tmp_path: Path, program: str, seconds: float, why: str
) -> None:
    (tmp_path / "host.py").write_text(program)

    with pytest.raises(AssayError, match=f"^a host: {why}"):
        open_host(tmp_path / "host.py", start_seconds=seconds)


def test_missing_program_is_a_usage_error(tmp_path: Path) -> None:
    """One without the permission to execute it gets its own tip."""
    script = tmp_path / "host.sh"
    script.write_text("#!/bin/sh\n")

    not_executable = r"'.*host\.sh' is not executable"
    for word, why in (("no-such-program", "program not found: 'no-such-program'"), (script, not_executable)):
        with pytest.raises(AssayError, match=rf"^a host: {why}"):
            HostTarget("a host", HostCommand(words=(str(word),), assignor=None))


TELLING = """
for line in sys.stdin:
    asked = json.loads(line)
    seen = {key: asked[key] for key in ("config", "member_config") if key in asked}
    error = {"type": "Seen", "message": json.dumps(seen), "trace": "at x"}
    print(json.dumps({"id": asked["id"], "error": error}), flush=True)
"""
"""A host that returns the settings that it received."""
ACCEPTS = {"accepts": ["config"]}
ZONE = parse_settings(["zone=a"])


def received_settings(target: HostTarget, group: Group) -> Any:
    """Return the settings that the host received with a question about `group`."""
    with pytest.raises(AssignorFailed) as failed:
        target.assign(group)
    return json.loads(failed.value.message)


@pytest.mark.parametrize(
    ("options", "received"),
    [
        (
            ["zone=a", "C1:zone=b=c", "C1:size=1", "C9:zone=d"],
            {"config": {"zone": "a"}, "member_config": {"C1": {"zone": "b=c", "size": "1"}}},
        ),
        (["C9:zone=d"], {}),
        ([], {}),
    ],
)
def test_settings_are_keys_of_the_question(
    open_code: OpenCode, group: Group, options: list[str], received: dict[str, object]
) -> None:
    """Settings of members that are not in the group are left out, and so are empty keys."""
    target = open_code(TELLING, ACCEPTS, settings=parse_settings(options))

    assert received == received_settings(target, group)


@pytest.mark.parametrize("said", [{"accepts": []}, {"accepts": ["other"]}, {"like": {}}])
def test_host_that_accepts_no_settings_gets_none(open_code: OpenCode, group: Group, said: dict[str, object]) -> None:
    """They are a usage error, unless they are optional."""
    with pytest.raises(AssayError, match="a host: it accepts no settings: remove --setting zone=a"):
        open_code(TELLING, said, settings=ZONE)

    target = open_code(TELLING, said, settings=ZONE.where_accepted())

    assert {} == received_settings(target, group)
    assert not target.settings


def test_trace_of_a_refusal_is_stored(open_code: OpenCode, group: Group) -> None:
    """It can then be shown once, below the reason."""
    target = open_code(TELLING.replace("Seen", "CannotBeAsked"), ACCEPTS, settings=ZONE)
    before = target.refusal_trace

    with pytest.raises(CannotBeAsked) as refused:
        target.assign(group)

    assert ("", "at x", "at x") == (before, refused.value.trace, target.refusal_trace)
