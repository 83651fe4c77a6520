"""
A Kafka broker in KRaft mode on loopback: formatted, started, and stopped by SIGTERM.

Readiness is read from its log; nothing sleeps. Its log shows each rebalance with the reason.
"""

from __future__ import annotations

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
from tests.support.broker.watched_lines import WatchedLines

USERS = {"reader": "reader-secret", "nobody": "nobody-secret"}
"""User -> password, for PLAIN and for SCRAM."""

_STARTED = "Kafka Server started"
_SECONDS = 180.0
_STOP_SECONDS = 20.0
_PASSWORD = "for-a-test"
_KEYS = "broker.p12"
_LOGIN = "org.apache.kafka.common.security"
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
    """A running broker: `address` needs no login, `sasl_address` one, `tls_address` one over TLS (HOST:PORT each)."""

    address: str
    sasl_address: str
    tls_address: str
    quorum: dict[str, str]
    """The properties that name the controller."""
    lines: WatchedLines
    authority: Path
    """The certificate of `tls_address` (PEM)."""


@contextmanager
def running_broker(**changes: str) -> Iterator[RealBroker]:
    """
    A started broker with an empty disk; stopped at the end. Raises `AssayError` where it cannot be started.

    It has a listener for each way to log in. Without a login a client may do anything; `USERS` may do what access rules
    allow. `changes` are further settings of the broker; their `_` stands for `.`.
    """
    with TemporaryDirectory() as temporary:
        folder = Path(temporary)
        authority = _make_certificate(find_java(_ASKED_BY).home, folder)
        *addresses, controller = _free_addresses(4)
        listeners = dict(zip(("PLAINTEXT", "SASL_PLAINTEXT", "SASL_SSL"), addresses, strict=True))
        known = "".join(f' user_{user}="{secret}"' for user, secret in USERS.items())
        quorum = {"controller.quorum.voters": f"1@{controller}", "controller.listener.names": "CONTROLLER"}
        settings = {
            **quorum,
            **_common_settings(folder, "rack-a", {**listeners, "CONTROLLER": controller}),
            "process.roles": "broker,controller",
            "node.id": "1",
            "sasl.enabled.mechanisms": "PLAIN,SCRAM-SHA-256",
            **{
                f"listener.name.{name.lower()}.{mechanism}.sasl.jaas.config": f"{_LOGIN}.{module} required{accounts};"
                for name in ("SASL_PLAINTEXT", "SASL_SSL")
                for mechanism, module, accounts in (
                    ("plain", "plain.PlainLoginModule", known),
                    ("scram-sha-256", "scram.ScramLoginModule", ""),
                )
            },
            "ssl.keystore.location": str(folder / _KEYS),
            "ssl.keystore.password": _PASSWORD,
            "ssl.keystore.type": "PKCS12",
            "auto.create.topics.enable": "true",
            "num.partitions": "1",
            "offsets.topic.replication.factor": "1",
            "offsets.topic.num.partitions": "3",
            "group.initial.rebalance.delay.ms": "500",
            "group.consumer.heartbeat.interval.ms": "500",
            "group.consumer.min.heartbeat.interval.ms": "500",
            **{key.replace("_", "."): value for key, value in changes.items()},
        }
        scram = [f"SCRAM-SHA-256=[name={user},password={secret}]" for user, secret in USERS.items()]
        with _node(folder, settings, [word for one in scram for word in ("--add-scram", one)]) as lines:
            plain, sasl, tls = addresses
            yield RealBroker(
                address=plain, sasl_address=sasl, tls_address=tls, quorum=quorum, lines=lines, authority=authority
            )


@contextmanager
def further_broker(first: RealBroker, rack: str) -> Iterator[None]:
    """A second broker of the cluster of `first`, in this rack, without a login. Nothing that exists is moved to it."""
    with TemporaryDirectory() as temporary:
        listeners = dict(zip(["PLAINTEXT"], _free_addresses(1), strict=True))
        more = {**first.quorum, "process.roles": "broker", "node.id": "2"}
        with _node(Path(temporary), _common_settings(Path(temporary), rack, listeners) | more):
            yield


def _common_settings(folder: Path, rack: str, listeners: Mapping[str, str]) -> dict[str, str]:
    """The properties of any broker of a cluster: its listeners by name, rack, disk and access rules."""
    texts = {name: f"{name}://{address}" for name, address in listeners.items()}
    own = [name for name in listeners if name != "CONTROLLER"]
    return {
        "broker.rack": rack,
        "listeners": ",".join(texts.values()),
        "advertised.listeners": ",".join(texts[name] for name in own),
        "listener.security.protocol.map": ",".join(["CONTROLLER:PLAINTEXT", *(f"{name}:{name}" for name in own)]),
        "inter.broker.listener.name": "PLAINTEXT",
        "authorizer.class.name": "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
        "super.users": "User:ANONYMOUS",
        "log.dirs": str(folder / "logs"),
        "log.segment.bytes": "1048576",
    }


@contextmanager
def _node(folder: Path, settings: Mapping[str, str], format_words: Sequence[str] = ()) -> Iterator[WatchedLines]:
    properties, logging = folder / "server.properties", folder / "log4j2.properties"
    properties.write_text("".join(f"{key}={value}\n" for key, value in settings.items()))
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
        process.terminate()
        lines.wait_for_end(_STOP_SECONDS)


def _make_certificate(home: Path, folder: Path) -> Path:
    """A key for 127.0.0.1 in `_KEYS`, and its certificate as PEM."""
    keytool = (str(home / "bin" / "keytool"), "-keystore", str(folder / _KEYS), "-storepass", _PASSWORD)
    made = folder / "broker.pem"
    names = ("-dname", "CN=localhost", "-ext", "san=ip:127.0.0.1", "-ext", "bc:c=ca:true")
    for words in (
        ("-genkeypair", "-alias", "broker", "-keyalg", "EC", "-storetype", "PKCS12", *names),
        ("-exportcert", "-alias", "broker", "-rfc", "-file", str(made)),
    ):
        run_tool((*keytool, *words), folder=folder, target_text=_ASKED_BY)
    return made


def _free_addresses(count: int) -> list[str]:
    with ExitStack() as stack:
        taken = [stack.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(count)]
        return [f"127.0.0.1:{one.getsockname()[1]}" for one in taken]
