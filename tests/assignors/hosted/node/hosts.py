"""JavaScript hosts for the tests: of real packages, installed where needed, and of packages written by the tests."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.host_process import HostProcess
from kafka_assay.assignors.hosted.node.node_host import host_words
from kafka_assay.assignors.hosted.protocol import Greeting
from kafka_assay.assignors.hosted.supervised_process import Limits
from kafka_assay.assignors.hosted.target_kinds import parse_target
from kafka_assay.assignors.hosted.target_name import HostCommand
from kafka_assay.assignors.hosted.tools import find_program
from kafka_assay.assignors.model import Group
from tests.assignors.hosted.real_hosts import PATIENT, reply_for, start_or_skip

KAFKAJS = "npm:kafkajs@2.2.4"
OLD_KAFKAJS = "npm:kafkajs@1.0.0"
OLDEST_KAFKAJS = "npm:kafkajs@0.2.0"
KAFKA_NODE = "npm:kafka-node@5.0.0"
OLD_KAFKA_NODE = "npm:kafka-node@1.0.7"
PLATFORMATIC = "npm:@platformatic/kafka@2.12.1"
OLD_PLATFORMATIC = "npm:@platformatic/kafka@1.11.0"
NO_KAFKA = "npm:no-kafka@3.4.4"
OLD_NO_KAFKA = "npm:no-kafka@3.1.0"


def node() -> str:
    """Return the path of node. Skip the test where it is missing."""
    try:
        return find_program("node", "this test")
    except AssayError as wrong:
        pytest.skip(str(wrong))


def command(text: str, environment: Mapping[str, str] | None = None) -> HostCommand:
    """Return the command for the host of the target `text`. Skip the test where node, npm or the network is missing."""
    found = start_or_skip(text, parse_target(text).host_command)
    return replace(found, environment=environment or {}, limits=PATIENT)


class Clients:
    """Hosts of real packages, one process each, started at the first question."""

    def __init__(self) -> None:
        self._started: dict[str, tuple[HostProcess, Greeting]] = {}

    def greeting(self, package: str) -> Greeting:
        """Return the greeting of the host of `package`, such as `npm:kafkajs@2.2.4`."""
        return self._host(package)[1]

    def answer(self, target: str, group: Group) -> Any:
        """Return the answer of the assignor that `target` names."""
        package, _, assignor = target.rpartition(":")
        return self._reply(package, assignor, group)["assignment"]

    def refusal(self, target: str, group: Group) -> str:
        """Return why the group cannot be expressed to the assignor that `target` names."""
        package, _, assignor = target.rpartition(":")
        error = self._reply(package, assignor, group)["error"]
        assert error["type"] == "CannotBeAsked"
        return str(error["message"])

    def close(self) -> None:
        """Stop all hosts."""
        for process, _ in self._started.values():
            process.kill()

    def _reply(self, package: str, assignor: str, group: Group) -> dict[str, Any]:
        return reply_for(self._host(package)[0], assignor, group)

    def _host(self, package: str) -> tuple[HostProcess, Greeting]:
        if package not in self._started:
            self._started[package] = command(f"{package}:any").start()
        return self._started[package]


def command_of_invented_package(folder: Path, assigner: str, *, call_seconds: float = 60.0) -> HostCommand:
    """Return the host of a package with the layout of kafkajs 0.3, whose assigner has the body `assigner`."""
    home = folder / "node_modules" / "kafkajs"
    assigners = home / "src" / "consumer" / "assigners"
    assigners.mkdir(parents=True)
    (home / "package.json").write_text('{"name": "kafkajs", "version": "0.3.1"}')
    (assigners / "roundRobinAssigner.js").write_text(
        f"module.exports = ({{ cluster }}) => ({{ members, topics }}) => {{ {assigner} }}"
    )
    limits = Limits(start_seconds=60.0, call_seconds=call_seconds)
    return HostCommand(words=host_words(node(), "kafkajs", "kafkajs", folder), assignor=None, limits=limits)
