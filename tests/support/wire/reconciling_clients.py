"""The clients that speak KIP-848, and what is known of their members."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.support.wire.go_recipes import go_program
from tests.support.wire.released_recipes import (
    KAFKA_CLIENTS,
    PLATFORMATIC,
    Words,
    confluent_program,
    java_program,
    platformatic_program,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReconcilingClient:
    """A client that speaks KIP-848, at a release. `settings` make it fetch metadata often."""

    name: str
    release: str
    program: Callable[[Path], Words]
    settings: tuple[str, ...] = ()


CLIENTS = {
    client.name: client
    for client in (
        ReconcilingClient(
            name="kafka-clients",
            release=KAFKA_CLIENTS,
            program=lambda _: java_program(),
            settings=("metadata.max.age.ms=200",),
        ),
        ReconcilingClient(
            name="librdkafka",
            release="2.16.0",
            program=lambda _: confluent_program(),
            settings=("topic.metadata.refresh.interval.ms=200",),
        ),
        ReconcilingClient(
            name="franz-go",
            release="v1.22.2",
            program=lambda _: go_program("franz-go"),
            settings=("metadata-age=200ms",),
        ),
        ReconcilingClient(
            name="platformatic",
            release=PLATFORMATIC,
            program=platformatic_program,
        ),
    )
}
