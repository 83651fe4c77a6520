"""A user's own classes, compiled once: how they are loaded, called and configured."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from zipfile import ZipFile

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.host_target import HostTarget
from kafka_assay.assignors.hosted.java.runtime import find_java
from kafka_assay.assignors.hosted.tools import run_tool
from kafka_assay.assignors.interface import AssignorFailed, CannotBeAsked
from kafka_assay.assignors.model import Group, group_of
from kafka_assay.assignors.settings import parse_settings
from tests.assignors.hosted.real_hosts import CLIENTS, COORDINATOR, Open, command_or_skip

SOURCES = sorted((Path(__file__).parent / "classes").glob("*.java"))


@cache
def kafka_on_the_path() -> str:
    """Return the class path of the newest coordinator with its dependencies, the consumers' classes included."""
    words = command_or_skip(f"{COORDINATOR}:4.4.0:RangeAssignor").words
    return words[words.index("-cp") + 1].partition(":")[2]


def own_target(classes: Path, name: str) -> str:
    """Return the target text of a class in the folder."""
    return f"jar:{classes}:{kafka_on_the_path()}:{name}"


@pytest.fixture(scope="package")
def classes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the compiled classes of `classes/`. Skip where there is no compiler."""
    compiler = find_java("a test").compiler
    if compiler is None:
        pytest.skip("no javac beside the Java runtime")
    folder = tmp_path_factory.mktemp("classes")
    words = (compiler, "-cp", kafka_on_the_path(), "-d", str(folder), *map(str, SOURCES))
    run_tool(words, folder=folder, target_text="a test")
    return folder


PAIR = group_of({"t0": 2}, {"C0": ["t0"], "C1": ["t0"]})


@contextmanager
def open_configured(classes: Path, name: str, *options: str) -> Iterator[HostTarget]:
    """Open our class called `name` with the settings in `options`."""
    text = own_target(classes, name)
    with closing(HostTarget(text, command_or_skip(text), settings=parse_settings(options))) as target:
        yield target


def owners(target: HostTarget, group: Group) -> dict[str, list[int]]:
    """Return member -> its partitions of t0."""
    return {member: sorted(topics.get("t0", [])) for member, topics in target.assign(group).items()}


def test_missing_setting_makes_the_group_not_expressible(classes: Path) -> None:
    """The reason and the stack are those of `configure()`."""
    with open_configured(classes, "Zoned") as target, pytest.raises(CannotBeAsked) as refused:
        target.assign(PAIR)

    assert "configure() of the assigning object failed: " in refused.value.message
    assert "a zone has to be given" in refused.value.message
    assert "at acme.Zoned.configure(Zoned.java:" in refused.value.trace


@pytest.mark.parametrize(
    ("name", "options", "owned"),
    [
        ("Zoned", ["zone=a"], {"C0": [0], "C1": [1]}),
        # A member has a member id, an instance id and a client id.
        *(("Zoned", ["zone=a", f"{named}:zone=b"], {"C0": [0, 1], "C1": []}) for named in ("C1", "i1", "app")),
        ("ZonedOnCoordinator", ["zone=a"], {"C0": [], "C1": [0, 1]}),
    ],
)
def test_settings_reach_the_leader_and_the_members(
    classes: Path, name: str, options: list[str], owned: dict[str, list[int]]
) -> None:
    first, second = PAIR.members
    group = replace(PAIR, members=(first, replace(second, instance_id="i1", client_id="app")))

    with open_configured(classes, name, *options) as target:
        assert owned == owners(target, group)


@pytest.mark.parametrize(
    ("name", "options", "why"),
    [
        # Settings of single members alone leave the leader without any.
        ("Zoned", ["C0:zone=a"], r"configure\(\) of the assigning object failed"),
        ("Zoned", ["zone=a", "C1:zone=nowhere"], r"configure\(\) of member C1 failed"),
        # The coordinator's assignor is configured by its broker, which has no settings of members.
        ("ZonedOnCoordinator", ["zone=a", "C1:zone=b"], "no member has settings of its own"),
        ("ZonedOnCoordinator", [], "a zone has to be"),
    ],
)
def test_object_that_fails_to_configure_is_named(classes: Path, name: str, options: list[str], why: str) -> None:
    with open_configured(classes, name, *options) as target, pytest.raises(CannotBeAsked, match=why):
        target.assign(PAIR)


def test_reused_objects_and_other_processes_are_configured(classes: Path) -> None:
    with open_configured(classes, "Zoned", "zone=a", "C1:zone=b") as target:
        kept, elsewhere = target.reused_object(), target.other_process()

        assert elsewhere is not None
        assert target.assign(PAIR) == kept(PAIR) == kept(PAIR) == elsewhere(PAIR)


def test_settings_for_a_class_without_configure_are_a_usage_error() -> None:
    text = f"{CLIENTS}:4.4.0:RangeAssignor"

    with pytest.raises(AssayError, match="accepts no settings: remove --setting zone=a"):
        HostTarget(text, command_or_skip(text), settings=parse_settings(["zone=a"]))


def group_on(topic: str) -> Group:
    return group_of({topic: 2}, {"C1": [topic], "C0": [topic]})


@pytest.mark.parametrize("name", ["First", "acme.First"])
def test_class_in_a_folder_is_hosted(host: Open, classes: Path, name: str) -> None:
    """It is configured as in a consumer, and its output is not an answer."""
    mine = host(own_target(classes, name))

    assert {"C0": {"t0": [0, 1]}, "C1": {}} == mine.assign(group_on("t0"))
    assert mine.like is None


POM = "META-INF/maven/com.acme/{}/pom.properties"


@pytest.mark.parametrize(
    ("poms", "version"), [(["mine"], "2.1"), ([], "jar [0-9a-f]{8}"), (["mine", "other"], "jar [0-9a-f]{8}")]
)
def test_version_of_a_jar_is_that_of_its_build_or_its_content(
    host: Open, classes: Path, tmp_path: Path, poms: list[str], version: str
) -> None:
    with ZipFile(tmp_path / "mine.jar", "w") as jar:
        for path in sorted(classes.rglob("*.class")):
            jar.write(path, path.relative_to(classes))
        for name in poms:
            jar.writestr(POM.format(name), "version=2.1\n")

    assert re.fullmatch(version, host(own_target(tmp_path / "mine.jar", "First")).version)


@pytest.mark.parametrize(
    ("topic", "kind"),
    [
        ("throws", "java.lang.IllegalStateException"),
        ("recurses", "java.lang.StackOverflowError"),
        ("hoards", "java.lang.OutOfMemoryError"),
        ("exits", "crash"),
    ],
)
def test_each_misbehaviour_is_reported(
    host: Open, classes: Path, monkeypatch: pytest.MonkeyPatch, topic: str, kind: str
) -> None:
    """The next question is answered."""
    monkeypatch.setenv("ASSAY_JAVA_OPTIONS", "-Xmx100m")
    mine = host(own_target(classes, "Falling"))

    with pytest.raises(AssignorFailed) as failed:
        mine.assign(group_on(topic))

    assert kind == failed.value.kind
    assert {"C0": {"t0": [0, 1]}, "C1": {}} == mine.assign(group_on("t0"))


def test_missing_kafka_classes_are_named(classes: Path) -> None:
    """So is a class without a default constructor, with which consumers create their assignors."""
    with pytest.raises(AssayError, match=r"cannot be loaded: .*NoClassDefFoundError.*; kafka-clients"):
        HostTarget("mine", command_or_skip(f"jar:{classes}:First"))
    with pytest.raises(AssayError, match=r"acme\.NotMade has no constructor without parameters"):
        HostTarget("mine", command_or_skip(own_target(classes, "NotMade")))
