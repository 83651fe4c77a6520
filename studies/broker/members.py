"""Members of real clients in a real group: Java's in one JVM, those of each other client in one process."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from kafka_assay.assignors.hosted.artefacts.store import Artefact, ensure_artefact, recipe_of
from kafka_assay.assignors.hosted.java.runtime import find_java
from kafka_assay.assignors.hosted.python_clients.wheels import unpack_release
from studies.broker.jars import RELEASE, ensure_broker_jars, ensure_members_jar
from studies.broker.watched_lines import WatchedLines

LIBRDKAFKA = ("confluent-kafka", "2.16.1")
_PROGRAM = Path(__file__).with_name("python_members.py")
_STOP_SECONDS = 30.0
_ASKED_BY = "the members of a real group"


class Members:
    """Members of one client, started and stopped by name. `lines` tells what each owns."""

    def __init__(self, process: subprocess.Popen[bytes], bootstrap: str, lines: WatchedLines) -> None:
        """Take the running program."""
        self._process, self._bootstrap, self.lines = process, bootstrap, lines

    def start(self, name: str, group: str, topics: str, **settings: str) -> None:
        """Start the member `name`, which is its client id; a setting's `_` stands for `.`."""
        words = {"bootstrap.servers": self._bootstrap, "group.id": group, "client.id": name}
        words |= {key.replace("_", "."): value for key, value in settings.items()}
        self._say("start", name, topics, *(f"{key}={value}" for key, value in words.items()))

    def stop(self, name: str, seconds: float = _STOP_SECONDS) -> None:
        """Stop the member, which leaves the group."""
        start = self.lines.count()
        self._say("stop", name)
        self.lines.wait_for(lambda line: line == f"{name}\tstopped", seconds, start)

    def _say(self, *words: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(("\t".join(words) + "\n").encode())
        self._process.stdin.flush()


@contextmanager
def java_members(bootstrap: str) -> Iterator[Members]:
    """Consumers of Java's client, of the broker's release."""
    java = find_java(_ASKED_BY)
    path = f"{ensure_members_jar()}:{ensure_broker_jars()}/*"
    flags = ("-Xmx192m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
    with _running((java.program, *flags, "-cp", path, "assay.broker.Members"), bootstrap) as members:
        yield members


@contextmanager
def python_members(client: str, bootstrap: str) -> Iterator[Members]:
    """Consumers of `kafka-python` or `aiokafka` as installed, or of `confluent-kafka`, fetched first."""
    environment = {"PYTHONPATH": str(_librdkafka())} if client == LIBRDKAFKA[0] else {}
    with _running((sys.executable, str(_PROGRAM), client), bootstrap, environment) as members:
        yield members


def _librdkafka() -> Path:
    client, release = LIBRDKAFKA
    artefact = Artefact(kind="python", name=f"{client} for members", version=release, recipe=recipe_of((), RELEASE))
    return ensure_artefact(artefact, lambda folder: unpack_release(client, release, folder))


@contextmanager
def _running(words: tuple[str, ...], bootstrap: str, environment: Mapping[str, str] | None = None) -> Iterator[Members]:
    process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment or None)
    lines = WatchedLines(process)
    try:
        yield Members(process, bootstrap, lines)
    finally:
        assert process.stdin is not None
        process.stdin.close()  # its end stops all members
        try:
            process.wait(_STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        lines.close()
