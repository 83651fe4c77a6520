"""Go hosts for the tests."""

from __future__ import annotations

from contextlib import AbstractContextManager, closing

from kafka_assay.assignors.hosted.host_process import HostProcess
from kafka_assay.assignors.hosted.host_target import HostTarget
from tests.assignors.hosted.real_hosts import command_or_skip, running_host

FRANZ = "go:github.com/twmb/franz-go@v1.22.2"
OLD_FRANZ = "go:github.com/twmb/franz-go@v1.5.0"
SARAMA = "go:github.com/IBM/sarama@v1.61.1"
OLD_SARAMA = "go:github.com/Shopify/sarama@v1.26.0"
KAFKA_GO = "go:github.com/segmentio/kafka-go@v0.4.51"
OLD_KAFKA_GO = "go:github.com/segmentio/kafka-go@v0.2.0"


def open_assignor(text: str) -> closing[HostTarget]:
    """Open the target `text`, and close it at the end of the block."""
    return closing(HostTarget(text, command_or_skip(text)))


def run_host(text: str) -> AbstractContextManager[HostProcess]:
    """Start the host of `text`, to talk to it line by line."""
    return running_host(command_or_skip(text))
