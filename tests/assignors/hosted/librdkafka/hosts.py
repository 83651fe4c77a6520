"""
Hosts of librdkafka for the tests: the newest release is built where it is not kept yet, and skipped by name where this
machine cannot build it; older ones are asked where somebody has built them, since each takes up to a minute.
"""

from __future__ import annotations

import json
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Any

import pytest

from assignors.errors import AssayError
from assignors.hosted.host_target import HostCommand, HostTarget
from assignors.hosted.librdkafka.building import artefact_of
from assignors.hosted.librdkafka.opened import host_command
from assignors.hosted.limits import Limits
from assignors.hosted.protocol import Questions, compact
from assignors.hosted.target_name import PackageName

if TYPE_CHECKING:
    from collections.abc import Iterator

    from assignors.hosted.host_process import HostProcess
    from assignors.model import Group

NEWEST = "2.15.1"
WITHOUT_GENERATIONS = "2.1.1"
WITHOUT_OWNERSHIP = "1.5.3"
OLD = (WITHOUT_GENERATIONS, "1.6.0", WITHOUT_OWNERSHIP)

_PATIENT = Limits(start_seconds=60.0, call_seconds=60.0)
_MISSING = ("not on the PATH", "offline")


def command(release: str, assignor: str, **environment: str) -> HostCommand:
    """
    What starts the host of `release`. Skips the test where it cannot be had here.
    """
    if release in OLD and not artefact_of(release).folder.exists():
        pytest.skip(
            f"librdkafka {release} is not built here; `assay assign librdkafka=={release}:range GROUP.json` builds it"
        )
    try:
        started = host_command(PackageName("librdkafka", "librdkafka", release, assignor))
    except AssayError as wrong:
        if any(missing in str(wrong) for missing in _MISSING):
            pytest.skip(str(wrong))
        raise
    return HostCommand(words=started.words, assignor=assignor, environment=environment, limits=_PATIENT)


def opened(release: str, assignor: str) -> closing[HostTarget]:
    """
    An assignor of `release`, closed at the end of the block.
    """
    return closing(HostTarget(f"librdkafka=={release}:{assignor}", command(release, assignor)))


@contextmanager
def talking(release: str = NEWEST, **environment: str) -> Iterator[HostProcess]:
    """
    The host of `release` itself, to be spoken to line by line.
    """
    process, _ = command(release, "range", **environment).start()
    try:
        yield process
    finally:
        process.kill()


def said(process: HostProcess, line: bytes) -> dict[str, Any]:
    """
    What a host answers to one line.
    """
    reply: dict[str, Any] = json.loads(process.exchange(line + b"\n"))
    process.replied()
    return reply


def echoed(release: str, group: Group) -> dict[str, Any]:
    """
    What an assignor of `release` would have seen of `group`.
    """
    with talking(release, ASSAY_ECHO="1") as process:
        reply = said(process, Questions().line(1, compact("echo"), group, None).strip())
    seen: dict[str, Any] = reply["echo"]
    return seen
