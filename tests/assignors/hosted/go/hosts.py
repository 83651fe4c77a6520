"""Go hosts for the tests. The newest releases are built; older ones are used only where they are in the cache."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager, closing
from dataclasses import replace
from typing import Any

import pytest

from kafka_assay.assignors.hosted.go.go_clients import resolve_release
from kafka_assay.assignors.hosted.go.go_host import go_host_artefact
from kafka_assay.assignors.hosted.host_command import HostCommand
from kafka_assay.assignors.hosted.host_process import HostProcess
from kafka_assay.assignors.hosted.host_target import HostTarget
from kafka_assay.assignors.hosted.target_kinds import parse_target
from kafka_assay.assignors.model import Group
from tests.assignors.hosted.real_hosts import PATIENT, reply_for, running_host, start_or_skip

FRANZ = "go:github.com/twmb/franz-go@v1.22.2"
OLD_FRANZ = "go:github.com/twmb/franz-go@v1.5.0"
SARAMA = "go:github.com/IBM/sarama@v1.61.1"
OLD_SARAMA = "go:github.com/Shopify/sarama@v1.26.0"
KAFKA_GO = "go:github.com/segmentio/kafka-go@v0.4.51"
OLD_KAFKA_GO = "go:github.com/segmentio/kafka-go@v0.2.0"

OLD = (OLD_FRANZ, OLD_SARAMA, OLD_KAFKA_GO)


def command(text: str, environment: Mapping[str, str] | None = None) -> HostCommand:
    """Return the command for the host of the target `text`. Skip the test where it is not available."""
    name = parse_target(text)
    release = resolve_release(name.package, name["release"], name.assignor, text)
    if text.rpartition(":")[0] in OLD and not go_host_artefact(*release).folder.exists():
        pytest.skip(f"{text} is not built here; `assay assign {text} GROUP.json` builds it")
    return replace(start_or_skip(text, name.host_command), environment=environment or {}, limits=PATIENT)


def open_assignor(text: str) -> closing[HostTarget]:
    """Open the target `text`, and close it at the end of the block."""
    return closing(HostTarget(text, command(text)))


def run_host(text: str, **environment: str) -> AbstractContextManager[HostProcess]:
    """Start the host of `text`, to talk to it line by line."""
    return running_host(command(text, environment))


def echo_of(text: str, group: Group) -> dict[str, Any]:
    """Return what the assignor of `text` would have seen of `group`."""
    with run_host(text, ASSAY_ECHO="1") as process:
        seen: dict[str, Any] = reply_for(process, f"echo-{text.rpartition(':')[2]}", group)["echo"]
    return seen
