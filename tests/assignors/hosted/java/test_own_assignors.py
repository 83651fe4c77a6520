from __future__ import annotations

from pathlib import Path

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.host_target import HostTarget
from kafka_assay.assignors.interface import AssignorFailed
from kafka_assay.assignors.model import Group, group_of
from tests.assignors.hosted.java.hosts import Open, command
from tests.assignors.hosted.java.own_classes import own_target as target


def group_on(topic: str) -> Group:
    return group_of({topic: 2}, {"C1": [topic], "C0": [topic]})


@pytest.mark.parametrize("name", ["First", "acme.First"])
def test_class_in_a_folder_is_hosted(host: Open, classes: Path, name: str) -> None:
    """It is configured as in a consumer, and its output is not an answer."""
    mine = host(target(classes, name))

    assert {"C0": {"t0": [0, 1]}, "C1": {}} == mine.assign(group_on("t0"))
    assert mine.like is None


def test_class_with_the_coordinator_interface_is_hosted(host: Open, classes: Path) -> None:
    mine = host(target(classes, "OnCoordinator"))

    assert {"C0": {}, "C1": {"t0": [0, 1]}} == mine.assign(group_on("t0"))


@pytest.mark.parametrize(
    ("topic", "kind"),
    [
        ("throws", "java.lang.IllegalStateException"),
        ("recurses", "java.lang.StackOverflowError"),
        ("hoards", "java.lang.OutOfMemoryError"),
        ("exits", "crash"),
    ],
)
def test_each_misbehaviour_is_reported(host: Open, classes: Path, topic: str, kind: str) -> None:
    """The next question is answered."""
    mine = host(target(classes, "Falling"))

    with pytest.raises(AssignorFailed) as failed:
        mine.assign(group_on(topic))

    assert kind == failed.value.kind
    assert {"C0": {"t0": [0, 1]}, "C1": {}} == mine.assign(group_on("t0"))


def test_missing_kafka_classes_are_named(classes: Path) -> None:
    with pytest.raises(AssayError, match=r"cannot be loaded: .*NoClassDefFoundError.*; kafka-clients"):
        HostTarget("mine", command(f"jar:{classes}:First"))


def test_class_without_default_constructor_is_rejected(classes: Path) -> None:
    """Consumers create their assignors with it."""
    with pytest.raises(AssayError, match=r"acme\.NotMade has no constructor without parameters"):
        HostTarget("mine", command(target(classes, "NotMade")))
