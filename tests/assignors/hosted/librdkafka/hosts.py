"""
Hosts of librdkafka for the tests: the newest release is built where it is not kept yet, and skipped by name where this
machine cannot build it; older ones are asked where somebody has built them, since each takes up to a minute.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, closing
from dataclasses import replace
from typing import Any

import pytest

from kafka_assay.assignors.hosted.host_command import HostCommand
from kafka_assay.assignors.hosted.librdkafka.building import librdkafka_host_artefact
from kafka_assay.assignors.hosted.process.host_process import HostProcess
from kafka_assay.assignors.hosted.targets.host_target import HostTarget
from kafka_assay.assignors.hosted.targets.target_name import parse_target
from kafka_assay.assignors.model import Group
from tests.assignors.hosted.real_hosts import PATIENT, had_or_skipped, replied, spoken_to

NEWEST = "2.15.1"
WITHOUT_GENERATIONS = "2.1.1"
WITHOUT_OWNERSHIP = "1.5.3"
OLD = (WITHOUT_GENERATIONS, "1.6.0", WITHOUT_OWNERSHIP)


def command(release: str, assignor: str, **environment: str) -> HostCommand:
    """What starts the host of `release`. Skips the test where it cannot be had here."""
    if release in OLD and not librdkafka_host_artefact(release).folder.exists():
        pytest.skip(
            f"librdkafka {release} is not built here; `assay assign librdkafka=={release}:range GROUP.json` builds it"
        )
    found = had_or_skipped("librdkafka", parse_target(f"librdkafka=={release}:{assignor}").host_command)
    return replace(found, environment=environment, limits=PATIENT)


def opened(release: str, assignor: str) -> closing[HostTarget]:
    """An assignor of `release`, closed at the end of the block."""
    return closing(HostTarget(f"librdkafka=={release}:{assignor}", command(release, assignor)))


def talking(release: str = NEWEST, **environment: str) -> AbstractContextManager[HostProcess]:
    """The host of `release` itself, to be spoken to line by line."""
    return spoken_to(command(release, "range", **environment))


def echoed(release: str, group: Group) -> dict[str, Any]:
    """What an assignor of `release` would have seen of `group`."""
    with talking(release, ASSAY_ECHO="1") as process:
        seen: dict[str, Any] = replied(process, "echo", group)["echo"]
    return seen
