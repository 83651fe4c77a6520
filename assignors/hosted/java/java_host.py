"""
Start the host of a Java assignor: find its jars and its class, and the promises of Kafka's own assignors.

Each class of Kafka makes the promises of the reference with the same rule, except those that its release cannot know.
A class that ignores a feature promises nothing about it. Source: the classes of each release. The issues named here say
when and why a promise started.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import zipfile
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from kafka_assay.assignors.errors import AssayError, spelling_tip
from kafka_assay.assignors.hosted.artefacts import Artefact, ensure_artefact, recipe_of
from kafka_assay.assignors.hosted.java.ivy import NotReleased, ensure_host_jar, fetch, releases_of
from kafka_assay.assignors.hosted.java.runtime import find_java
from kafka_assay.assignors.hosted.release_order import ReleaseOrder
from kafka_assay.assignors.hosted.supervised_process import Limits
from kafka_assay.assignors.hosted.target_name import HostCommand, TargetName
from kafka_assay.assignors.interface import ExpectedFailure
from kafka_assay.assignors.reference.known_failures import STOPPED_TOO_EARLY

_CLASSES = "classes.txt"
_VERSION = re.compile(r".+?-(?P<version>\d.*)\.jar")
_CLASS = ".class"
_RECIPE = "1"
"""Change this whenever other things are fetched or recorded."""

_KAFKAS = ("org.apache.kafka.clients.consumer.", "org.apache.kafka.coordinator.group.assignor.")
"""The packages of Kafka's own assignors, which win where a simple name is ambiguous."""

_ASSIGNOR = "Assignor"
"""By convention the name of an assignor's class ends so."""

_MOST_SHOWN = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Jars:
    """
    The class path, in order, and the `classes` among which the assignor is searched.

    `classes` maps a class name to the version of its jar (empty where it is unknown).
    """

    path: tuple[str, ...]
    classes: Mapping[str, str]


def ensure_released_jars(group: str, name: str, version: str, target_text: str) -> Jars:
    """The jars of a released artefact and of its dependencies, fetched first where they are missing."""

    def make(folder: Path) -> dict[str, str]:
        try:
            tools = fetch(group, name, version, folder, target_text)
        except NotReleased as missing:
            tip = ""
            with suppress(AssayError):
                tip = ReleaseOrder.MAVEN.tip(version, releases_of(group, name))
            raise AssayError(f"{missing}{tip}") from None
        # Recorded once: searching a large jar takes as long as starting the host.
        (folder / _CLASSES).write_text("\n".join(_classes_in(folder / own)) + "\n", "utf-8")
        return tools

    own = f"{name}-{version}.jar"
    artefact = Artefact(kind="java", name=f"{group}:{name}", version=version, recipe=recipe_of((), _RECIPE))
    folder = ensure_artefact(artefact, make)
    others = sorted(jar.name for jar in folder.glob("*.jar") if jar.name != own)
    return Jars(
        path=tuple(str(folder / jar) for jar in (own, *others)),
        classes=dict.fromkeys((folder / _CLASSES).read_text("utf-8").split(), version),
    )


def local_jars(paths: Iterable[str], target_text: str) -> Jars:
    """
    Local jars and folders. A folder stands for its classes and for its jars.

    Raises `AssayError` where one is missing or is not a jar.
    """
    path: list[Path] = []
    for given in paths:
        place = Path(given).expanduser().absolute()
        if not place.exists():
            lying = (found.name for found in place.parent.glob("*"))
            raise AssayError(f"{target_text}: {given} does not exist{spelling_tip(place.name, lying)}")
        path += [place, *sorted(place.glob("*.jar"))] if place.is_dir() else [place]
    classes: dict[str, str] = {}
    for place in path:
        try:
            found = _classes_in(place)
        except (zipfile.BadZipFile, OSError):
            raise AssayError(f"{target_text}: {place} is not a jar: expected jars and folders") from None
        named = _VERSION.fullmatch(place.name)
        for cls in found:
            classes.setdefault(cls, named["version"] if named else "")  # Java loads the first one on the path
    return Jars(path=tuple(map(str, path)), classes=classes)


def _classes_in(place: Path) -> list[str]:
    if place.is_dir():
        return _names(str(file.relative_to(place)) for file in sorted(place.rglob(f"*{_CLASS}")))
    with zipfile.ZipFile(place) as jar:
        return _names(jar.namelist())


def _names(files: Iterable[str]) -> list[str]:
    """The names of classes, without anonymous classes and without classes for other Java releases."""
    return [
        file.removesuffix(_CLASS).replace("/", ".")
        for file in files
        if file.endswith(_CLASS) and not file.startswith("META-INF/") and not file.rpartition("$")[2][:1].isdigit()
    ]


def full_name(wanted: str, classes: Collection[str], target_text: str) -> str:
    """
    The full name of the class called `wanted` among `classes`.

    Raises `AssayError` where there is none, with the nearest name, or where there are several.

    >>> full_name("Mine", ["com.acme.Mine", "com.acme.Other"], "a target")
    'com.acme.Mine'
    """
    if wanted in classes:
        return wanted
    called = [name for name in classes if _simple_name(name) == wanted]
    if len(called) > 1:
        called = [name for name in called if name.removesuffix(wanted) in _KAFKAS] or called
    match called:
        case [only]:
            return only
        case []:
            raise AssayError(f"{target_text}: the jars have no class {wanted}{_nearest_class(wanted, classes)}")
    shown = ", ".join(called[:_MOST_SHOWN])
    raise AssayError(f"{target_text}: {len(called)} classes have the name {wanted}: {shown}; give the full name of one")


def _simple_name(name: str) -> str:
    """The last word of a class's name: `Mine` for `com.acme.Outer$Mine`."""
    return name.rpartition(".")[2].rpartition("$")[2]


def _nearest_class(wanted: str, classes: Collection[str]) -> str:
    """The nearest class, among those that are called assignors first; without a near one, all that are called so."""
    names = [_simple_name(name) for name in classes] if wanted == _simple_name(wanted) else list(classes)
    likely = sorted(name for name in names if name.endswith(_ASSIGNOR))
    near = spelling_tip(wanted, likely) or spelling_tip(wanted, names)
    if near:
        return near
    likely = sorted(set(map(_simple_name, likely)))
    return f"; it has {', '.join(likely[:_MOST_SHOWN])}" if likely else ""


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
    # Within its heap, Java raises an out-of-memory error instead of losing the process.
    heap = f"-Xmx{Limits().most_memory() * 3 // 4 >> 20}m"
    words = (find_java(target_text).program, *_FLAGS, heap, *options, "-cp", path)
    version = jars.classes[cls]
    failures = json.dumps([asdict(failure) for failure in known_failures_at(cls, version)])
    return HostCommand(words=(*words, _MAIN, cls, assignor, likeness_at(cls, version), failures), assignor=assignor)


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
