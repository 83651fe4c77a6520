"""
A Kafka broker in KRaft mode on loopback: formatted, started, and stopped by SIGTERM.

Readiness is read from its log; nothing sleeps. Its log shows each rebalance with the reason.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from kafka_assay.assignors.hosted.java.runtime import find_java
from kafka_assay.assignors.hosted.tools import run_tool
from tests.support.broker.jars import ensure_broker_jars
from tests.support.broker.settings import Ports, broker_settings, further_settings
from tests.support.broker.watched_lines import WatchedLines

USERS = {"reader": "reader-secret", "nobody": "nobody-secret"}
"""User -> password, for PLAIN and for SCRAM."""

_STARTED = "Kafka Server started"
_SECONDS = 60.0
_STOP_SECONDS = 20.0
_PASSWORD = "for-a-test"
_CLUSTER = "c2hhcmVkLWNsdXN0ZXItMQ"
_ASKED_BY = "the real broker"

_LOGGING = """
appender.out.type = Console
appender.out.name = OUT
appender.out.layout.type = PatternLayout
appender.out.layout.pattern = %d{HH:mm:ss.SSS} %p %c{1} %m%n
rootLogger.level = WARN
rootLogger.appenderRef.out.ref = OUT
logger.server.name = kafka.server
logger.server.level = INFO
logger.groups.name = org.apache.kafka.coordinator.group
logger.groups.level = INFO
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class RealBroker:
    """A running broker: `address` needs no login, `sasl_address` one, `tls_address` one over TLS."""

    ports: Ports
    lines: WatchedLines
    authority: Path

    @property
    def address(self) -> str:
        """HOST:PORT of the listener without a login."""
        return f"127.0.0.1:{self.ports.plain}"

    @property
    def sasl_address(self) -> str:
        """HOST:PORT of the listener with SASL and without TLS."""
        return f"127.0.0.1:{self.ports.sasl}"

    @property
    def tls_address(self) -> str:
        """HOST:PORT of the listener with SASL over TLS; `authority` is its certificate (PEM)."""
        return f"127.0.0.1:{self.ports.tls}"


@contextmanager
def running_broker(**changes: str) -> Iterator[RealBroker]:
    """
    A started broker with an empty disk; stopped at the end. Raises `AssayError` where it cannot be started.

    `changes` are further settings of the broker; their `_` stands for `.`.
    """
    java = find_java(_ASKED_BY)
    with TemporaryDirectory() as temporary:
        folder = Path(temporary)
        ports = _free_ports()
        authority = _make_certificate(java.home, folder)
        settings = broker_settings(ports, str(folder / "logs"), USERS, str(folder / "broker.p12"), _PASSWORD)
        with _node(folder, settings, changes, _scram_words()) as lines:
            yield RealBroker(ports=ports, lines=lines, authority=authority)


@contextmanager
def further_broker(first: RealBroker, rack: str) -> Iterator[None]:
    """A second broker of the cluster of `first`, in this rack. Nothing that exists is moved to it."""
    with TemporaryDirectory() as temporary:
        settings = further_settings(first.ports, _free_ports().plain, str(Path(temporary, "logs")), rack)
        with _node(Path(temporary), settings, {}):
            yield


@contextmanager
def _node(
    folder: Path, settings: Mapping[str, str], changes: Mapping[str, str], format_words: Sequence[str] = ()
) -> Iterator[WatchedLines]:
    every = {**settings, **{key.replace("_", "."): value for key, value in changes.items()}}
    properties, logging = folder / "server.properties", folder / "log4j2.properties"
    properties.write_text("".join(f"{key}={value}\n" for key, value in every.items()))
    logging.write_text(_LOGGING)
    flags = ("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", f"-Dlog4j2.configurationFile={logging}")
    words = (find_java(_ASKED_BY).program, *flags, "-cp", f"{ensure_broker_jars()}/*")
    disk = ("kafka.tools.StorageTool", "format", "-t", _CLUSTER, "-c", str(properties), *format_words)
    run_tool((*words, *disk), folder=folder, target_text=_ASKED_BY, seconds=_SECONDS)
    process = subprocess.Popen(
        [*words, "kafka.Kafka", str(properties)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    lines = WatchedLines(process)
    try:
        lines.wait_for(lambda line: _STARTED in line, _SECONDS)
        yield lines
    finally:
        _stop(process)
        lines.close()


def _scram_words() -> list[str]:
    return [
        word
        for user, secret in USERS.items()
        for word in ("--add-scram", f"SCRAM-SHA-256=[name={user},password={secret}]")
    ]


def _make_certificate(home: Path, folder: Path) -> Path:
    """A key for 127.0.0.1 in `broker.p12`, and its certificate as PEM."""
    keytool = (str(home / "bin" / "keytool"), "-keystore", str(folder / "broker.p12"), "-storepass", _PASSWORD)
    made = folder / "broker.pem"
    names = ("-dname", "CN=localhost", "-ext", "san=ip:127.0.0.1", "-ext", "bc:c=ca:true")
    for words in (
        ("-genkeypair", "-alias", "broker", "-keyalg", "EC", "-storetype", "PKCS12", *names),
        ("-exportcert", "-alias", "broker", "-rfc", "-file", str(made)),
    ):
        run_tool((*keytool, *words), folder=folder, target_text=_ASKED_BY)
    return made


def _free_ports() -> Ports:
    with ExitStack() as stack:
        taken = [stack.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(4)]
        plain, sasl, tls, controller = (one.getsockname()[1] for one in taken)
    return Ports(plain=plain, sasl=sasl, tls=tls, controller=controller)


def _stop(process: subprocess.Popen[bytes]) -> None:
    os.kill(process.pid, signal.SIGTERM)
    try:
        process.wait(_STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
