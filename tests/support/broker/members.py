"""Members of real clients in a real group: Java's in one JVM, those of each other client in one process."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from kafka_assay.assignors.hosted.java.ivy import KAFKA
from kafka_assay.assignors.hosted.java.java_host import ensure_released_jars
from kafka_assay.assignors.hosted.java.runtime import find_java
from kafka_assay.assignors.hosted.node.node_host import ensure_installed
from kafka_assay.assignors.hosted.tools import find_program
from tests.support.broker.jars import RELEASE, ensure_members_jar
from tests.support.broker.watched_lines import WatchedLines
from tests.support.wire.recipes import KAFKA_CLIENTS, KAFKAJS, confluent_folder, go_program

_HERE = Path(__file__).parent
_STOP_SECONDS = 60.0
_ASKED_BY = "the members of a real group"


@dataclass(frozen=True, slots=True)
class Member:
    """A member of a real group: what its lines say, and the commands that it obeys."""

    name: str
    members: Members

    def owned(self) -> frozenset[str]:
        """What the member owns, as its last line about that says."""
        said = self._said("owns", "gave up")
        return frozenset(said[-1].split(",")) - {""} if said else frozenset()

    def error(self) -> str | None:
        """The error that the member's client has raised, if any."""
        return next(iter(self._said("failed")), None)

    def reads(self, partition: str) -> int:
        """How many records of the partition the member has read."""
        return self._said("reads").count(partition)

    def _said(self, *words: str) -> list[str]:
        """What follows each of these words in the member's lines."""
        said = [line.split("\t", 2) for line in self.members.lines.since(0) if line.startswith(f"{self.name}\t")]
        return [rest[0] for _, word, *rest in said if word in words]

    def obey(self, word: str, *rest: str) -> None:
        """
        Wait until the member has obeyed: `pause` lets it poll no more, `resume` again, `subscribe` read other topics.

        An aiokafka client that is paused does nothing, because its event loop is blocked.
        """
        start = self.members.say(word, self.name, *rest)
        self.members.lines.wait_for(lambda said: said == f"{self.name}\tdid\t{word}", _STOP_SECONDS, start)

    def stop(self) -> None:
        """Stop the member, and wait for its end."""
        start = self.members.say("stop", self.name)
        self.members.lines.wait_for(lambda said: said == f"{self.name}\tstopped", _STOP_SECONDS, start)

    def find_frame(self, part: str) -> str:
        """The frame with `part` in the stack of the member's thread. Raises `AssayError` where it is not there."""
        start, begin = self.members.say("stack", self.name), f"{self.name}\tis in\t"
        said = self.members.lines.wait_for(lambda line: line.startswith(begin) and part in line, _STOP_SECONDS, start)
        return said.removeprefix(begin)


class Members:
    """A program with members of one client, started by name. `lines` tells what each does."""

    def __init__(self, process: subprocess.Popen[bytes], bootstrap: str) -> None:
        """Take the running program."""
        self.process, self.lines = process, WatchedLines(process)
        self._bootstrap = bootstrap

    def start(self, name: str, group: str, topics: str, **settings: str) -> Member:
        """Start the member `name`, which is its client id; a setting's `_` stands for `.`."""
        words = {"bootstrap.servers": self._bootstrap, "group.id": group, "client.id": name}
        words |= {key.replace("_", "."): value for key, value in settings.items()}
        self.say("start", name, topics, *(f"{key}={value}" for key, value in words.items()))
        return Member(name, self)

    def say(self, *words: str) -> int:
        """Send a command. Returns the number of the lines before."""
        start = self.lines.count()
        assert self.process.stdin is not None
        self.process.stdin.write(("\t".join(words) + "\n").encode())
        self.process.stdin.flush()
        return start


def members_of(client: str, bootstrap: str) -> AbstractContextManager[Members]:
    """A program for members of the client: of those with a recipe on the wire, or installed; fetched or built first."""
    match client:
        case "kafka-clients":
            return java_members(bootstrap, KAFKA_CLIENTS)
        case "kafkajs":
            folder = ensure_installed(client, KAFKAJS, _ASKED_BY)
            return _running((find_program("node", _ASKED_BY), str(_HERE / "members.mjs"), str(folder)), bootstrap)
        case "sarama":
            return _running(go_program(client, source=_HERE / "go" / "members.go"), bootstrap)
        case _:
            return python_members(client, bootstrap)


def java_members(bootstrap: str, release: str = RELEASE) -> AbstractContextManager[Members]:
    """Consumers of Java's client."""
    java = find_java(_ASKED_BY)
    path = (str(ensure_members_jar()), *ensure_released_jars(KAFKA, "kafka-clients", release, _ASKED_BY).path)
    flags = ("-Xmx192m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
    return _running((java.program, *flags, "-cp", ":".join(path), "assay.broker.Members"), bootstrap)


def python_members(client: str, bootstrap: str) -> AbstractContextManager[Members]:
    """Consumers of `kafka-python` or `aiokafka` as installed, or of `confluent-kafka`, fetched first."""
    environment = {"PYTHONPATH": str(confluent_folder())} if client == "confluent-kafka" else {}
    return _running((sys.executable, str(_HERE / "python_members.py"), client), bootstrap, environment)


@contextmanager
def _running(words: tuple[str, ...], bootstrap: str, environment: Mapping[str, str] | None = None) -> Iterator[Members]:
    process = subprocess.Popen(
        words,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**os.environ, **(environment or {})},
    )
    members = Members(process, bootstrap)
    try:
        yield members
    finally:
        assert process.stdin is not None
        process.stdin.close()  # its end stops all members
        members.lines.wait_for_end(_STOP_SECONDS)
