"""The clients that have a host and a recipe for the wire, and how both are started."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.support.newest_releases import IMPLEMENTATIONS
from tests.support.wire.go_recipes import go_program
from tests.support.wire.released_recipes import (
    Words,
    confluent_program,
    installed_program,
    java_program,
    kafkajs_program,
    platformatic_program,
)

ARGUMENTS = "{bootstrap} {group} {topics} {strategy}"
_EAGER = ("range", "roundrobin", "sticky")
_ALL = (*_EAGER, "cooperative-sticky")


@dataclass(frozen=True, slots=True)
class WireClient:
    """
    A client: `strategies` maps each of its strategies on the wire to the target of its host.

    `program` returns the words that start its recipe; the folder is for files that it needs. It raises `AssayError`
    where the recipe cannot be built.
    """

    name: str
    strategies: Mapping[str, str]
    program: Callable[[Path], Words]


def _hosts(release: str, *strategies: str, **others: str) -> dict[str, str]:
    """Strategy -> the host's target: `others` give the names of assignors that differ from the strategies."""
    return {
        **{strategy: f"{release}:{strategy}" for strategy in strategies},
        **{strategy.replace("_", "-"): f"{release}:{assignor}" for strategy, assignor in others.items()},
    }


def _installed(name: str, *strategies: str) -> WireClient:
    """A Python client. Its hosts use the installed release, as its recipe does."""
    return WireClient(name, _hosts(name, *strategies), lambda _: installed_program(name))


def _released(
    name: str, program: Callable[[Path], Words], *strategies: str, host: str = "", **others: str
) -> WireClient:
    """A client whose newest release is fetched; `host` is the name of its implementation, if it is another one."""
    release = IMPLEMENTATIONS[host or name][0].rpartition(":")[0]
    return WireClient(name, _hosts(release, *strategies, **others), program)


CLIENTS = {
    client.name: client
    for client in (
        _installed("kafka-python", *_ALL),
        _installed("aiokafka", *_EAGER),
        _released("sarama", lambda _: go_program("sarama"), *_ALL),
        _released("franz-go", lambda _: go_program("franz-go"), *_ALL),
        _released(
            "kafka-clients",
            lambda _: java_program(),
            range="RangeAssignor",
            roundrobin="RoundRobinAssignor",
            sticky="StickyAssignor",
            cooperative_sticky="CooperativeStickyAssignor",
        ),
        _released(
            "confluent-kafka",
            lambda _: confluent_program(),
            "range",
            "roundrobin",
            host="librdkafka",
            cooperative_sticky="cooperative-sticky-adjusted",
        ),
        _released("kafkajs", kafkajs_program, RoundRobinAssigner="roundrobin"),
        _released("platformatic", platformatic_program, "roundrobin", "cooperative-sticky"),
    )
}
"""Name -> client."""
