"""librdkafka hosts for the tests. The newest release is built; older ones are used only where they are in the cache."""

from __future__ import annotations

from contextlib import AbstractContextManager, closing

from kafka_assay.assignors.hosted.host_process import HostProcess
from kafka_assay.assignors.hosted.host_target import HostTarget
from tests.assignors.hosted.real_hosts import command_or_skip, running_host

NEWEST = "2.15.1"
WITHOUT_GENERATIONS = "2.1.1"
WITHOUT_OWNERSHIP = "1.5.3"
OLD = (WITHOUT_GENERATIONS, "1.6.0", WITHOUT_OWNERSHIP)


def open_assignor(release: str, assignor: str) -> closing[HostTarget]:
    """Open an assignor of `release`, and close it at the end of the block."""
    text = f"librdkafka=={release}:{assignor}"
    return closing(HostTarget(text, command_or_skip(text)))


def run_host(release: str = NEWEST) -> AbstractContextManager[HostProcess]:
    """Start the host of `release`, to talk to it line by line."""
    return running_host(command_or_skip(f"librdkafka=={release}:range"))
