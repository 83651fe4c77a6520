from __future__ import annotations

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.java.ivy import releases_of
from kafka_assay.assignors.hosted.java.java_host import known_failures_at, likeness_at
from kafka_assay.assignors.promises import parse_likeness
from tests.assignors.hosted.real_hosts import CLIENTS, command_or_skip

CONSUMER = "org.apache.kafka.clients.consumer."
GROUP_COORDINATOR = "org.apache.kafka.coordinator.group.assignor."


@pytest.mark.parametrize(
    ("cls", "version", "promises"),
    [
        (CONSUMER + "RangeAssignor", "0.11.0.0", "range,-static,-racks"),
        (CONSUMER + "RangeAssignor", "2.4.0", "range,-racks"),
        (CONSUMER + "RangeAssignor", "3.5.0", "range"),
        (CONSUMER + "RoundRobinAssignor", "2.3.1", "roundrobin,-static"),
        (CONSUMER + "RoundRobinAssignor", "4.4.0", "roundrobin"),
        (CONSUMER + "StickyAssignor", "2.2.2", "sticky,-claims,-racks"),
        (CONSUMER + "StickyAssignor", "2.3.0", "sticky,-racks"),
        (CONSUMER + "CooperativeStickyAssignor", "2.8.0", "cooperative-sticky,-claims,-racks"),
        (CONSUMER + "CooperativeStickyAssignor", "3.4.1", "cooperative-sticky,-racks"),
        (CONSUMER + "CooperativeStickyAssignor", "7.5.0-ccs", "cooperative-sticky"),
        (GROUP_COORDINATOR + "UniformAssignor", "3.7.0", "server-uniform"),
        (GROUP_COORDINATOR + "RangeAssignor", "3.8.1", "server-range,-range,-static,-fixed"),
        (GROUP_COORDINATOR + "RangeAssignor", "3.9.0", "server-range"),
        (CONSUMER + "StickyAssignor", "", "sticky"),
        ("com.acme.Mine", "1.0", ""),
    ],
)
def test_release_promises_only_what_it_supports(cls: str, version: str, promises: str) -> None:
    assert promises == likeness_at(cls, version)
    assert parse_likeness(promises or None).text == (promises or None)


@pytest.mark.parametrize(
    ("cls", "version", "laws"),
    [
        (GROUP_COORDINATOR + "UniformAssignor", "3.9.2", []),
        (GROUP_COORDINATOR + "UniformAssignor", "4.0.0", ["locally-balanced", "stable-group-moves-nothing"]),
        (GROUP_COORDINATOR + "UniformAssignor", "", ["locally-balanced", "stable-group-moves-nothing"]),
        (GROUP_COORDINATOR + "RangeAssignor", "4.4.0", []),
        ("com.acme.UniformAssignor", "4.4.0", []),
    ],
)
def test_sixteen_laps_are_declared_for_uniform_from_4_0_0(cls: str, version: str, laws: list[str]) -> None:
    """For Kafka's own class only."""
    assert laws == [failure.law for failure in known_failures_at(cls, version)]


def test_all_releases_are_listed_oldest_first() -> None:
    """As Maven orders them."""
    command_or_skip(f"{CLIENTS}:4.4.0:RangeAssignor")
    try:
        found = releases_of("org.apache.kafka", "kafka-clients")
    except AssayError as offline:
        pytest.skip(f"the registry: {offline}")

    known = ("0.11.0.0", "1.0.0", "2.3.1", "2.4.0", "3.9.0", "3.9.1", "4.0.0", "4.4.0")
    assert known == tuple(release for release in found if release in known)


def test_java_options_of_the_user_come_last(monkeypatch: pytest.MonkeyPatch) -> None:
    """So they override ours."""
    monkeypatch.setenv("ASSAY_JAVA_OPTIONS", "-Xmx100m -XX:TieredStopAtLevel=4")

    words = command_or_skip(f"{CLIENTS}:4.4.0:RangeAssignor").words

    assert ("-Xmx100m", "-XX:TieredStopAtLevel=4", "-cp") == words[words.index("-cp") - 2 : words.index("-cp") + 1]
