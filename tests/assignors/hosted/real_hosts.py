"""Hosts of real clients for the tests, skipped by name where they are not available, and read line by line."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.host_command import HostCommand
from kafka_assay.assignors.hosted.host_process import HostProcess
from kafka_assay.assignors.hosted.protocol import QuestionWriter, compact_json
from kafka_assay.assignors.hosted.supervised_process import Limits
from kafka_assay.assignors.model import Group

T = TypeVar("T")

PATIENT = Limits(start_seconds=60.0, call_seconds=60.0)
MISSING = ("not on the PATH", "offline")
"""Error messages for a missing tool or network."""


def start_or_skip(text: str, start: Callable[[], T], missing: tuple[str, ...] = MISSING) -> T:
    """Return the command, or the started host, of the target `text`. Skip where something is `missing`."""
    try:
        return start()
    except AssayError as wrong:
        said_so = str(wrong)
        if any(one in said_so for one in missing):
            pytest.skip(said_so if said_so.startswith(text) else f"{text}: {said_so}")
        raise


@contextmanager
def running_host(command: HostCommand) -> Iterator[HostProcess]:
    """Start a host to talk to it line by line. Stop it at the end of the block."""
    process, _ = command.start()
    try:
        yield process
    finally:
        process.kill()


def reply_to(process: HostProcess, line: bytes) -> dict[str, Any]:
    """Return the reply of a host to one line."""
    reply: dict[str, Any] = json.loads(process.exchange(line + b"\n"))
    process.note_reply()
    return reply


def reply_for(process: HostProcess, assignor: str, group: Group) -> dict[str, Any]:
    """Return the reply of a host for one of its assignors, or for the echo."""
    return reply_to(process, QuestionWriter().line(1, compact_json(assignor), group, None).strip())
