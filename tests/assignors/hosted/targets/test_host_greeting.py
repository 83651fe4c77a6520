from __future__ import annotations

from pathlib import Path

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.host_command import HostCommand
from kafka_assay.assignors.hosted.targets.host_target import HostTarget
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
