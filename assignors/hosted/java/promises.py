"""
The promises of Kafka's own assignors at each release, and the promises that they are known to break.

Each class makes the promises of the reference with the same rule, except those that its release cannot know. A class
that ignores a feature promises nothing about it. Source: the classes of each release. The issues named here say when
and why a promise started.
"""

from __future__ import annotations

from kafka_assay.assignors.hosted.release_order import ReleaseOrder
from kafka_assay.assignors.interface import ExpectedFailure
from kafka_assay.assignors.reference.known_failures.sixteen_laps import STOPPED_TOO_EARLY

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
