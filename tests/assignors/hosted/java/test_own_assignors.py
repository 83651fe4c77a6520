"""Somebody's own assignor, compiled into a folder of this machine."""

from __future__ import annotations

from pathlib import Path

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.targets.host_target import HostTarget
from kafka_assay.assignors.interface import AssignorFailed
from kafka_assay.assignors.model import Group, group_of
from tests.assignors.hosted.java.hosts import Open, command
from tests.assignors.hosted.java.own_classes import own_target as target


def about(topic: str) -> Group:
    """Two members on one topic."""
    return group_of({topic: 2}, {"C1": [topic], "C0": [topic]})


@pytest.mark.parametrize("name", ["First", "acme.First"])
def test_a_class_of_a_folder_answers(host: Open, classes: Path, name: str) -> None:
    """It is configured as a consumer would, what it prints is no answer, and nobody knows what it promises."""
    mine = host(target(classes, name))

    assert {"C0": {"t0": [0, 1]}, "C1": {}} == mine.assign(about("t0"))
    assert mine.like is None


def test_a_class_of_the_coordinators_interface_answers(host: Open, classes: Path) -> None:
    """It is found by what it implements; a member that it leaves out has nothing."""
    mine = host(target(classes, "OnCoordinator"))

    assert {"C0": {}, "C1": {"t0": [0, 1]}} == mine.assign(about("t0"))


@pytest.mark.parametrize(
    ("topic", "kind"),
    [
        ("throws", "java.lang.IllegalStateException"),
        ("recurses", "java.lang.StackOverflowError"),
        ("hoards", "java.lang.OutOfMemoryError"),
        ("exits", "crash"),
    ],
)
def test_whatever_it_does_is_a_finding(host: Open, classes: Path, topic: str, kind: str) -> None:
    """And the next question is answered."""
    mine = host(target(classes, "Falling"))

    with pytest.raises(AssignorFailed) as failed:
        mine.assign(about(topic))

    assert kind == failed.value.kind
    assert {"C0": {"t0": [0, 1]}, "C1": {}} == mine.assign(about("t0"))


def test_a_class_without_kafka_beside_it_says_what_is_missing(classes: Path) -> None:
    """The folder alone is not enough: one line names the class that could not be loaded."""
    with pytest.raises(AssayError, match=r"cannot be loaded: .*NoClassDefFoundError.*; kafka-clients"):
        HostTarget("mine", command(f"jar:{classes}:First"))


def test_a_class_that_kafka_could_not_make_is_refused(classes: Path) -> None:
    """Consumers make their assignors by the constructor without parameters."""
    with pytest.raises(AssayError, match=r"acme\.NotMade has no constructor without parameters"):
        HostTarget("mine", command(target(classes, "NotMade")))
