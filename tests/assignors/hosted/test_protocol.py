from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.host_target import HostTarget
from kafka_assay.assignors.hosted.target_name import HostCommand
from kafka_assay.assignors.interface import AssignorFailed, CannotBeAsked
from kafka_assay.assignors.model import Group
from kafka_assay.assignors.settings import parse_settings
from tests.assignors.hosted.conftest import OpenHost

GREETINGS = {
    "": "no greeting: the process ended with exit code 0",
    "hello": "its first line is not an assay-host/1 greeting: 'hello'",
    '{"format": "assay-group/1"}': "its first line is not an assay-host/1 greeting",
    '{"format": "assay-host/1", "assignors": []}': "its greeting is malformed: assignors: list []",
    '{"format": "assay-host/1", "implementation": "i", "assignors": ["a"], "expected_failures": {"a": '
    '[{"law": "l", "family": "f", "reason": "r", "group": "{}"}]}}': "its greeting is malformed: "
    "expected_failures.a.group: '{}': expected the smallest group as JSON (format: nothing: expected",
    '{"format": "assay-host/1", "implementation": "x", "assignors": ["a", "b"]}': "the host "
    "has several assignors (a, b): choose one with #NAME",
    '{"format": "assay-host/1", "implementation": "x", "assignors": ["a"], "like": {"a": "stick"}}': (
        "like: unknown reference assignor 'stick'; did you mean 'sticky'?"
    ),
    '{"format": "assay-host/1", "implementation": "x", "assignors": ["a"], "targets": "a"}': "a list of names",
    '{"format": "assay-host/1", "implementation": "x", "assignors": ["a"], "unordered": {"a": ["member"]}}': (
        "unordered.a: 'member': expected a list of names out of members, topics, subscriptions, claims"
    ),
}


@pytest.mark.parametrize(("line", "why"), GREETINGS.items())
def test_host_without_a_valid_greeting_is_a_usage_error(
    open_host: OpenHost, tmp_path: Path, line: str, why: str
) -> None:
    program = tmp_path / "host.py"
    program.write_text(f"import time; print({line!r}, flush=True); time.sleep(60)" if line else "")

    with pytest.raises(AssayError) as wrong:
        open_host(program)

    assert str(wrong.value).startswith("a host: ")
    assert why in str(wrong.value)
    assert "\n" not in str(wrong.value)


def test_host_that_never_greets_times_out(open_host: OpenHost, tmp_path: Path) -> None:
    program = tmp_path / "host.py"
    program.write_text("import time; time.sleep(60)")

    with pytest.raises(AssayError, match=r"no greeting: no answer within 0\.2 s"):
        open_host(program, start_seconds=0.2)


def test_missing_program_is_a_usage_error() -> None:
    command = HostCommand(words=("no-such-program",), assignor=None)

    with pytest.raises(AssayError, match="a host: program not found: 'no-such-program'"):
        HostTarget("a host", command)


def test_program_without_execute_permission_gets_its_own_tip(tmp_path: Path) -> None:
    script = tmp_path / "host.sh"
    script.write_text("#!/bin/sh\n")

    with pytest.raises(AssayError, match=r"a host: '.*host\.sh' is not executable"):
        HostTarget("a host", HostCommand(words=(str(script),), assignor=None))


TELLING = """
import json, sys
print(json.dumps({"format": "assay-host/1", "implementation": "x", "assignors": ["x"], ACCEPTS}), flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    seen = {key: asked[key] for key in ("config", "member_config") if key in asked}
    print(json.dumps({"id": asked["id"], "error": {"type": "KIND", "message": json.dumps(seen), "trace": "at x"}}),
          flush=True)
"""


@contextmanager
def open_reporting_host(
    folder: Path, *options: str, accepts: str = '"accepts": ["config"]', kind: str = "Seen", optional: bool = False
) -> Iterator[HostTarget]:
    """Open a host that returns the settings that it received."""
    program = folder / "host.py"
    program.write_text(TELLING.replace("ACCEPTS", accepts).replace("KIND", kind))
    command = HostCommand(words=(sys.executable, "-S", "-E", str(program)), assignor=None)
    settings = parse_settings(options)
    with closing(HostTarget("x", command, settings=settings.where_accepted() if optional else settings)) as target:
        yield target


def received_settings(target: HostTarget, group: Group) -> Any:
    """Return the settings that the host received with a question about `group`."""
    with pytest.raises(AssignorFailed) as failed:
        target.assign(group)
    return json.loads(failed.value.message)


def test_settings_are_keys_of_the_question(tmp_path: Path, group: Group) -> None:
    """Settings of members that are not in the group are left out, and so are empty keys."""
    with open_reporting_host(tmp_path, "zone=a", "C1:zone=b=c", "C1:size=1", "C9:zone=d") as target:
        assert {"config": {"zone": "a"}, "member_config": {"C1": {"zone": "b=c", "size": "1"}}} == received_settings(
            target, group
        )

    with open_reporting_host(tmp_path, "C9:zone=d") as target:
        assert {} == received_settings(target, group)

    with open_reporting_host(tmp_path) as target:
        assert {} == received_settings(target, group)


@pytest.mark.parametrize("accepts", ['"accepts": []', '"accepts": ["other"]', '"like": {}'])
def test_host_that_accepts_no_settings_gets_none(tmp_path: Path, group: Group, accepts: str) -> None:
    """They are a usage error, unless they are optional."""
    with (
        pytest.raises(AssayError, match="x: it accepts no settings: remove --setting zone=a"),
        open_reporting_host(tmp_path, "zone=a", accepts=accepts),
    ):
        pass

    with open_reporting_host(tmp_path, "zone=a", accepts=accepts, optional=True) as target:
        assert {} == received_settings(target, group)
        assert not target.settings


def test_accepts_in_the_greeting_must_be_a_list(tmp_path: Path) -> None:
    with (
        pytest.raises(AssayError, match="its greeting is malformed: accepts: 'config': expected a list of keys"),
        open_reporting_host(tmp_path, accepts='"accepts": "config"'),
    ):
        pass


def test_trace_of_a_refusal_is_stored(tmp_path: Path, group: Group) -> None:
    """It can then be shown once, below the reason."""
    with open_reporting_host(tmp_path, "zone=a", kind="CannotBeAsked") as target:
        assert target.refusal_trace == ""
        with pytest.raises(CannotBeAsked) as refused:
            target.assign(group)

    assert "at x" == refused.value.trace == target.refusal_trace
