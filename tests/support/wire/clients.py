"""The clients that have a host and a recipe for the wire, and how both are started."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from shlex import join

from kafka_assay.assignors.hosted.host_target import HostTarget
from kafka_assay.assignors.hosted.targets import open_target
from tests.support import ROOT
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


@dataclass(frozen=True, slots=True, kw_only=True)
class WireClient:
    """
    A client: `strategies` maps each of its strategies on the wire to the target of its host.

    `program` returns the words that start its recipe; the folder is for files that it needs. It raises `AssayError`
    where the recipe cannot be built. `consumers` is the number of programs that the study runs side by side.
    `informed` is a host whose metadata has all topics of a group, as the program's has, without the assignor.
    """

    name: str
    strategies: Mapping[str, str]
    program: Callable[[Path], Words]
    consumers: int = 1
    informed: str | None = None

    def wire_target(self, strategy: str, folder: Path) -> str:
        """The target on the wire for a strategy. Raises `AssayError` where the recipe cannot be built."""
        several = f"--consumers={self.consumers} " if self.consumers > 1 else ""
        return f"wire:{several}{join(self.program(folder))} {ARGUMENTS}#{strategy}"


_WHOLE_CLUSTER = "tests.support.wire.whole_cluster_host"
_EAGER = ("range", "roundrobin", "sticky")
_ALL = (*_EAGER, "cooperative-sticky")


def _hosts(release: str, *strategies: str, **others: str) -> dict[str, str]:
    """Strategy -> the host's target: `others` give the names of assignors that differ from the strategies."""
    return {
        **{strategy: f"{release}:{strategy}" for strategy in strategies},
        **{strategy.replace("_", "-"): f"{release}:{assignor}" for strategy, assignor in others.items()},
    }


def _with_whole_cluster(client: str) -> str:
    """The host of an installed Python client that has the metadata of all topics, without the assignor."""
    return f"exec:{join(('env', f'PYTHONPATH={ROOT}', sys.executable, '-m', _WHOLE_CLUSTER, client))}"


def _newest(implementation: str) -> str:
    """The newest release of an implementation, as targets begin."""
    return IMPLEMENTATIONS[implementation][0].rpartition(":")[0]


@contextmanager
def open_host(text: str, call_timeout: float) -> Iterator[HostTarget]:
    """The target of that name, closed at the end of the block. It is no reference."""
    target = open_target(text, call_timeout=call_timeout)
    assert isinstance(target, HostTarget)
    with closing(target):
        yield target


CLIENTS = {
    client.name: client
    for client in (
        # The hosts of Python clients use the installed release, as their recipes do.
        WireClient(
            name="kafka-python",
            strategies=_hosts("kafka-python", *_ALL),
            program=lambda _: installed_program("kafka-python"),
            informed=_with_whole_cluster("kafka-python"),
        ),
        WireClient(
            name="aiokafka",
            strategies=_hosts("aiokafka", *_EAGER),
            program=lambda _: installed_program("aiokafka"),
            informed=_with_whole_cluster("aiokafka"),
        ),
        WireClient(
            name="sarama",
            strategies=_hosts(_newest("sarama"), *_ALL),
            program=lambda _: go_program("sarama"),
        ),
        WireClient(
            name="franz-go",
            strategies=_hosts(_newest("franz-go"), *_ALL),
            program=lambda _: go_program("franz-go"),
        ),
        WireClient(
            name="kafka-clients",
            strategies=_hosts(
                _newest("kafka-clients"),
                range="RangeAssignor",
                roundrobin="RoundRobinAssignor",
                sticky="StickyAssignor",
                cooperative_sticky="CooperativeStickyAssignor",
            ),
            program=lambda _: java_program(),
        ),
        WireClient(
            name="confluent-kafka",
            strategies=_hosts(
                _newest("librdkafka"), "range", "roundrobin", cooperative_sticky="cooperative-sticky-adjusted"
            ),
            program=lambda _: confluent_program(),
            consumers=8,  # librdkafka waits between two rebalances
        ),
        WireClient(
            name="kafkajs",
            strategies=_hosts(_newest("kafkajs"), RoundRobinAssigner="roundrobin"),
            program=kafkajs_program,
        ),
        WireClient(
            name="platformatic",
            strategies=_hosts(_newest("platformatic"), "roundrobin", "cooperative-sticky"),
            program=platformatic_program,
        ),
    )
}
"""Name -> client."""

PAIRS = {
    f"{client.name}:{strategy}": (client, strategy) for client in CLIENTS.values() for strategy in client.strategies
}
"""`client:strategy` -> both."""
