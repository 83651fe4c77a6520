"""
Start the host of a Java assignor, with the promises of Kafka's own assignors at each release.

Each class of Kafka makes the promises of the reference with the same rule, except those that its release cannot know.
A class that ignores a feature promises nothing about it. Source: the classes of each release. The issues named here say
when and why a promise started.
"""

from __future__ import annotations

import json
import os
import shlex
from dataclasses import asdict

from kafka_assay.assignors.hosted.host_command import HostCommand
from kafka_assay.assignors.hosted.java.compiling import ensure_host_jar, releases_of
from kafka_assay.assignors.hosted.java.jars import Jars, ensure_released_jars, full_name, local_jars
from kafka_assay.assignors.hosted.java.runtime import find_java
from kafka_assay.assignors.hosted.release_order import ReleaseOrder
from kafka_assay.assignors.hosted.supervised_process import Limits
from kafka_assay.assignors.hosted.target_name import TargetName
from kafka_assay.assignors.interface import ExpectedFailure
from kafka_assay.assignors.reference.known_failures import STOPPED_TOO_EARLY

_MAIN = "assay.host.Host"

OPTIONS = "ASSAY_JAVA_OPTIONS"
"""The environment variable with additional Java options. They override ours, because the last one counts."""

_FLAGS = (
    # Small and quick to start: no garbage collection threads, no file that lists this process.
    "-XX:+UseSerialGC",
    "-XX:-UsePerfData",
    "-Xshare:auto",
    # On 6,000 small questions the other compiler doubles the work; it pays off only on very large groups. To measure
    # these, set ASSAY_JAVA_OPTIONS=-XX:TieredStopAtLevel=4.
    "-XX:TieredStopAtLevel=1",
    # Keep the message and the trace of every exception; the compiler would drop them for frequent ones.
    "-XX:-OmitStackTraceInFastThrow",
    "-Dfile.encoding=UTF-8",
)

_CONSUMER = "org.apache.kafka.clients.consumer."
_COORDINATOR = "org.apache.kafka.coordinator.group.assignor."

_GENERATIONS = "2.3.0"
"""KIP-341: sticky's user data contains the generation of a claim. Before, all claims count as equally new."""

_STATIC_ORDER = "2.4.0"
"""After KIP-345: range and round-robin sort static members by their instance ids."""

_COOPERATIVE_GENERATIONS = "2.8.1"
"""KAFKA-12984: cooperative-sticky's members send their generation, in four bytes of user data."""

_RACKS = "3.5.0"
"""KIP-881: range and the sticky family use racks."""

_COORDINATOR_RANGES = "3.9.0"
"""
KAFKA-16944: the coordinator's range assigns blocks, like the consumers' range.

Before, it kept what members had, in an order unlike theirs.
"""

_SIXTEEN_LAPS = "4.0.0"
"""KAFKA-17710: the coordinator's uniform levels members with unequal subscriptions in at most 16 laps (its Javadoc)."""

_SINCE: dict[str, tuple[str, tuple[tuple[str, str], ...]]] = {
    _CONSUMER + "RangeAssignor": ("range", ((_STATIC_ORDER, "static"), (_RACKS, "racks"))),
    _CONSUMER + "RoundRobinAssignor": ("roundrobin", ((_STATIC_ORDER, "static"),)),
    _CONSUMER + "StickyAssignor": ("sticky", ((_GENERATIONS, "claims"), (_RACKS, "racks"))),
    _CONSUMER + "CooperativeStickyAssignor": (
        "cooperative-sticky",
        ((_COOPERATIVE_GENERATIONS, "claims"), (_RACKS, "racks")),
    ),
    _COORDINATOR + "UniformAssignor": ("server-uniform", ()),
    _COORDINATOR + "RangeAssignor": (
        "server-range",
        ((_COORDINATOR_RANGES, "range"), (_COORDINATOR_RANGES, "static"), (_COORDINATOR_RANGES, "fixed")),
    ),
}
"""Class -> the reference of the same rule, and (release, promise) pairs: the first release that makes the promise."""


def host_command(name: TargetName) -> HostCommand:
    """The command that starts the host; a released artefact is fetched first, where it is missing."""
    if name.is_released:
        jars = ensure_released_jars(name["group"], name.package, name["release"], name.text)
    else:
        jars = local_jars(name["paths"].split(":"), name.text)
    return _java_command(name.assignor, jars, name.text)


def list_releases(name: TargetName) -> tuple[str, ...]:
    """All releases of the artefact."""
    return releases_of(name["group"], name.package)


def _java_command(assignor: str, jars: Jars, target_text: str) -> HostCommand:
    """The command that starts the host of the class called `assignor` among the `jars`. Raises `AssayError`."""
    cls = full_name(assignor, jars.classes, target_text)
    path = ":".join((str(ensure_host_jar(target_text)), *jars.path))
    options = shlex.split(os.environ.get(OPTIONS, ""))
    words = (find_java(target_text).program, *_FLAGS, _heap(), *options, "-cp", path)
    version = jars.classes[cls]
    failures = json.dumps([asdict(failure) for failure in known_failures_at(cls, version)])
    return HostCommand(words=(*words, _MAIN, cls, assignor, likeness_at(cls, version), failures), assignor=assignor)


def _heap() -> str:
    """The heap limit for foreign code. Within it, Java raises an out-of-memory error instead of losing the process."""
    return f"-Xmx{Limits().most_memory() * 3 // 4 >> 20}m"


def likeness_at(cls: str, version: str) -> str:
    """
    The promises of the class at that release, in the form of `--like`; empty where the class is unknown.

    A version that is not a release (a private build) makes all current promises.

    >>> likeness_at("org.apache.kafka.clients.consumer.StickyAssignor", "2.2.2")
    'sticky,-claims,-racks'
    """
    if cls not in _SINCE:
        return ""
    reference, since = _SINCE[cls]
    return ",".join((reference, *(f"-{promise}" for release, promise in since if _is_before(version, release))))


def known_failures_at(cls: str, version: str) -> tuple[ExpectedFailure, ...]:
    """
    The promises that the class is known to break at that release.

    A version that is not a release breaks those of the newest release.
    """
    if cls == _COORDINATOR + "UniformAssignor" and not _is_before(version, _SIXTEEN_LAPS):
        return STOPPED_TOO_EARLY
    return ()


def _is_before(version: str, release: str) -> bool:
    order = ReleaseOrder.MAVEN
    return order.is_release(version) and order.sort_key(version) < order.sort_key(release)
