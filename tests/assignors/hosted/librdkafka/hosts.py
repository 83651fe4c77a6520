"""librdkafka hosts for the tests. The newest release is built; older ones are used only where they are in the cache."""

from __future__ import annotations

from contextlib import AbstractContextManager, closing
from dataclasses import replace
from typing import Any

import pytest

from kafka_assay.assignors.hosted.host_command import HostCommand
from kafka_assay.assignors.hosted.host_process import HostProcess
from kafka_assay.assignors.hosted.host_target import HostTarget
from kafka_assay.assignors.hosted.librdkafka.librdkafka_host import librdkafka_host_artefact
from kafka_assay.assignors.hosted.target_kinds import parse_target
from kafka_assay.assignors.model import Group
from tests.assignors.hosted.real_hosts import PATIENT, reply_for, running_host, start_or_skip

NEWEST = "2.15.1"
WITHOUT_GENERATIONS = "2.1.1"
WITHOUT_OWNERSHIP = "1.5.3"
OLD = (WITHOUT_GENERATIONS, "1.6.0", WITHOUT_OWNERSHIP)


def command(release: str, assignor: str, **environment: str) -> HostCommand:
    """Return the command for the host of `release`. Skip the test where it is not available."""
    if release in OLD and not librdkafka_host_artefact(release).folder.exists():
        pytest.skip(
            f"librdkafka {release} is not built here; `assay assign librdkafka=={release}:range GROUP.json` builds it"
        )
    found = start_or_skip("librdkafka", parse_target(f"librdkafka=={release}:{assignor}").host_command)
    return replace(found, environment=environment, limits=PATIENT)


def open_assignor(release: str, assignor: str) -> closing[HostTarget]:
    """Open an assignor of `release`, and close it at the end of the block."""
    return closing(HostTarget(f"librdkafka=={release}:{assignor}", command(release, assignor)))


def run_host(release: str = NEWEST, **environment: str) -> AbstractContextManager[HostProcess]:
    """Start the host of `release`, to talk to it line by line."""
    return running_host(command(release, "range", **environment))


def echo_of(release: str, group: Group) -> dict[str, Any]:
    """Return what an assignor of `release` would have seen of `group`."""
    with run_host(release, ASSAY_ECHO="1") as process:
        seen: dict[str, Any] = reply_for(process, "echo", group)["echo"]
    return seen
