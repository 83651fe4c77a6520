"""The clients that have a host and a recipe for the wire, and how both are started."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from studies.newest_releases import IMPLEMENTATIONS
from studies.wire.go_recipes import RECIPES, ensure_go_consumer

ARGUMENTS = "{bootstrap} {group} {topics} {strategy}"


@dataclass(frozen=True, slots=True, kw_only=True)
class WireClient:
    """
    A client: its name in `IMPLEMENTATIONS`, its strategies, and the words that start its recipe.

    `host` is its host's target without the assignor; None: the one in `IMPLEMENTATIONS`.
    """

    name: str
    strategies: tuple[str, ...]
    program: Callable[[], tuple[str, ...]]
    host: str | None = None

    def host_target(self, strategy: str) -> str:
        """The host's target for a strategy."""
        host = self.host or IMPLEMENTATIONS[self.name][0].rpartition(":")[0]
        return f"{host}:{strategy}"

    def wire_target(self, strategy: str, consumers: int = 1) -> str:
        """The target on the wire for a strategy. Raises `AssayError` where the recipe cannot be built."""
        several = f"--consumers={consumers} " if consumers > 1 else ""
        return f"wire:{several}{shlex.join(self.program())} {ARGUMENTS}#{strategy}"


def _python(path: Path) -> tuple[str, ...]:
    return sys.executable, str(path / "consumer.py")


_EAGER = ("range", "roundrobin", "sticky")
_ALL = (*_EAGER, "cooperative-sticky")

CLIENTS = {
    client.name: client
    for client in (
        WireClient(
            name="kafka-python",
            strategies=_ALL,
            program=lambda: _python(RECIPES / "kafka-python"),
            host="kafka-python",
        ),
        WireClient(name="aiokafka", strategies=_EAGER, program=lambda: _python(RECIPES / "aiokafka"), host="aiokafka"),
        WireClient(name="sarama", strategies=_ALL, program=lambda: (str(ensure_go_consumer("sarama")),)),
        WireClient(name="franz-go", strategies=_ALL, program=lambda: (str(ensure_go_consumer("franz-go")),)),
    )
}
"""Name -> client. The hosts of Python clients use the installed release, as their recipes do."""

PAIRS = {
    f"{client.name}:{strategy}": (client, strategy) for client in CLIENTS.values() for strategy in client.strategies
}
"""`client:strategy` -> both."""
