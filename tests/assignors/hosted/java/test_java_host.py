"""The host of Java classes: releases, their promises, jars, and Ivy, which fetches them."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.java import ivy, java_host
from kafka_assay.assignors.hosted.java.ivy import releases_of
from kafka_assay.assignors.hosted.java.java_host import (
    ensure_released_jars,
    full_name,
    known_failures_at,
    likeness_at,
    local_jars,
)
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


FILES = ("com/acme/Mine.class", "com/acme/Mine$Part.class", "com/acme/Mine$1.class", "META-INF/versions/9/Mine.class")


@pytest.fixture
def jar(tmp_path: Path) -> Path:
    """Return a jar with a class, a nested one, an anonymous one, one for other Java releases, and a text file."""
    path = tmp_path / "mine-1.2.jar"
    with ZipFile(path, "w") as made:
        for name in (*FILES, "mine.properties"):
            made.writestr(name, b"")
    return path


def test_only_named_classes_of_a_jar_are_listed(jar: Path) -> None:
    """
    Anonymous classes and variants for other Java releases are not.

    A folder may contain classes and jars. The first of two classes with one name wins.
    """
    found = local_jars((str(jar),), "a target")
    loose = jar.parent / "org" / "Loose.class"
    for file in (loose, jar.parent / "com" / "acme" / "Mine.class"):
        file.parent.mkdir(parents=True)
        file.touch()
    in_folder = local_jars((str(jar.parent),), "a target")

    assert ({"com.acme.Mine": "1.2", "com.acme.Mine$Part": "1.2"}, (str(jar),)) == (found.classes, found.path)
    assert {"org.Loose": "", "com.acme.Mine": "", "com.acme.Mine$Part": "1.2"} == in_folder.classes
    assert (str(jar.parent), str(jar)) == in_folder.path


def test_missing_path_suggests_the_nearest(jar: Path) -> None:
    """A file that is not a jar is rejected."""
    source = jar.parent / "Mine.java"
    source.write_text("class Mine {}")

    with pytest.raises(AssayError, match=r"a target: .*mina\.jar does not exist; did you mean 'mine-1\.2\.jar'\?"):
        local_jars((str(jar.parent / "mina.jar"),), "a target")
    with pytest.raises(AssayError, match=r"Mine\.java is not a jar"):
        local_jars((str(source),), "a target")


CLASSES = (
    CONSUMER + "RangeAssignor",
    CONSUMER + "internals.RangeAssignor",
    CONSUMER + "internals.AbstractStickyAssignor",
    CONSUMER + "ConsumerPartitionAssignor",
    CONSUMER + "RangeAssignor$AssignorState",
    CONSUMER + "StickyAssignor",
    "com.acme.Mine",
    "com.acme.old.Mine",
    "com.acme.Outer$Inner",
)

LIKELY = ("AbstractStickyAssignor", "ConsumerPartitionAssignor", "RangeAssignor", "StickyAssignor")


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ("StickyAssignor", CONSUMER + "StickyAssignor"),
        ("com.acme.Mine", "com.acme.Mine"),
        ("RangeAssignor", CONSUMER + "RangeAssignor"),
        ("Inner", "com.acme.Outer$Inner"),
        ("com.acme.Outer$Inner", "com.acme.Outer$Inner"),
    ],
)
def test_name_selects_one_class(wanted: str, found: str) -> None:
    """A full name or its last word; Kafka's own class wins over a class of the same name."""
    assert found == full_name(wanted, CLASSES, "a target")


@pytest.mark.parametrize(
    ("wanted", "why"),
    [
        ("StikyAssignor", "the jars have no class StikyAssignor; did you mean 'StickyAssignor'?"),
        ("com.acme.Mime", "the jars have no class com.acme.Mime; did you mean 'com.acme.Mine'?"),
        ("Xyz", f"the jars have no class Xyz; it has {', '.join(LIKELY)}"),
        ("StickyAssign", "the jars have no class StickyAssign; did you mean 'StickyAssignor'?"),
        ("Iner", "the jars have no class Iner; did you mean 'Inner'?"),
        ("Mine", "2 classes have the name Mine: com.acme.Mine, com.acme.old.Mine; give the full name of one"),
    ],
)
def test_unknown_or_ambiguous_name_is_rejected(wanted: str, why: str) -> None:
    with pytest.raises(AssayError) as wrong:
        full_name(wanted, CLASSES, "a target")

    assert f"a target: {why}" == str(wrong.value)


def test_assignor_wins_over_another_class_of_nearly_the_same_name() -> None:
    """By convention its name says that it is one."""
    classes = (CONSUMER + "RangeAssignorTest", CONSUMER + "RangeAssignor")

    with pytest.raises(AssayError, match=f"did you mean '{CONSUMER}RangeAssignor'"):
        full_name(CONSUMER + "RangeAssignorTes", classes, "a target")


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Use an empty cache, and a registry that lists two releases."""
    monkeypatch.setenv("ASSAY_CACHE", str(tmp_path))
    monkeypatch.setattr(java_host, "releases_of", lambda group, artifact: ("1.2", "2.0"))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ": :: UNRESOLVED :: :: com.acme#mine;1.3: not found ::::",
            "not found in any reachable registry: com.acme:mine:1.3; did you mean '1.2'?; the newest is 2.0",
        ),
        (": :: com.other#part;7: not found ::::", "it needs com.other:part:7, which is not in any reachable registry"),
        (  # The release is not called missing.
            " (no registry can be reached; are you offline?): :: com.acme#mine;1.3: not found ::",
            "no registry can be reached; are you offline? (ASSAY_IVY_SETTINGS names another one)",
        ),
    ],
)
@pytest.mark.usefixtures("own_cache")
def test_failure_of_ivy_names_what_is_missing(monkeypatch: pytest.MonkeyPatch, words: str, said: str) -> None:
    """For an unknown release, the nearest and the newest are suggested."""

    def run(*_: object, **__: Any) -> str:
        raise AssayError(f"the target: `java ..` failed{words}")

    monkeypatch.setattr(ivy, "run_tool", run)
    with pytest.raises(AssayError) as wrong:
        ensure_released_jars("com.acme", "mine", "1.3", "the target")
    assert f"the target: {said}" == str(wrong.value)


@pytest.mark.usefixtures("own_cache")
def test_missing_ivy_names_the_extra_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ivy, "find_spec", lambda name: None)
    monkeypatch.setattr(ivy, "which", lambda tool: None)

    with pytest.raises(AssayError, match=r"^the target, without mvn on the PATH, needs PySpark: .*\[spark\]$"):
        ivy.ivy_jar("the target")


@pytest.mark.usefixtures("own_cache")
def test_without_pyspark_maven_fetches_ivy_once(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    def run(words: tuple[str, ...], *, folder: Path, **further: Any) -> str:
        calls.append(words[0])
        (folder / "ivy-2.5.3.jar").write_bytes(b"another one")
        return ""

    monkeypatch.setattr(ivy, "find_spec", lambda name: None)
    monkeypatch.setattr(ivy, "which", lambda tool: tool)
    monkeypatch.setattr(ivy, "run_tool", run)
    with pytest.raises(AssayError, match=r"ivy-2.5.3.jar has SHA-256 .*, but 9502aa5a"):
        ivy.ivy_jar("the target")
    monkeypatch.setattr(ivy, "check_pin", lambda *known: None)

    assert ivy.ivy_jar("the target") == ivy.ivy_jar("the target")
    assert ["mvn", "mvn"] == calls
