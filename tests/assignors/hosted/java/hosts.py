"""Java hosts for the tests. Missing ones are fetched and compiled, or skipped by name where that is not possible."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from functools import cache
from typing import TypeAlias

from kafka_assay.assignors.hosted.host_target import HostTarget
from kafka_assay.assignors.hosted.supervised_process import Limits
from kafka_assay.assignors.hosted.target_kinds import parse_target
from kafka_assay.assignors.hosted.target_name import HostCommand
from tests.assignors.hosted.real_hosts import start_or_skip

Open: TypeAlias = Callable[[str], HostTarget]

CLIENTS = "maven:org.apache.kafka:kafka-clients"
COORDINATOR = "maven:org.apache.kafka:kafka-group-coordinator"
NEWEST = f"{CLIENTS}:4.4.0"
RECORDED = f"{CLIENTS}:4.0.0"
COOPERATIVE_FIRST = f"{CLIENTS}:2.4.1"
OLDEST = f"{CLIENTS}:0.11.0.0"
NEWEST_COORDINATOR = f"{COORDINATOR}:4.4.0"
RECORDED_COORDINATOR = f"{COORDINATOR}:4.0.0"
OLDEST_COORDINATOR = f"{COORDINATOR}:3.7.2"

PATIENT = Limits(start_seconds=120.0, call_seconds=60.0)
_MISSING = ("needs Java", "kafka-assay[spark]", "offline")


def command(text: str, **environment: str) -> HostCommand:
    """Return the command for the host of the target `text`. Skip the test where Java, Ivy or the network is missing."""
    found = start_or_skip(text, parse_target(text).host_command, _MISSING)
    return replace(found, environment=environment, limits=PATIENT)


def open_assignor(text: str) -> closing[HostTarget]:
    """Open the target `text`, and close it at the end of the block."""
    return closing(HostTarget(text, command(text)))


@cache
def kafka_on_the_path() -> str:
    """Return the class path of the newest coordinator with its dependencies, the consumers' classes included."""
    words = command(f"{NEWEST_COORDINATOR}:RangeAssignor").words
    return words[words.index("-cp") + 1].partition(":")[2]
