"""The jars of a target as one class path, and the class in them that a name means."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from kafka_assay.assignors.errors import AssayError, nearest_word, spelling_tip
from kafka_assay.assignors.hosted.artefacts import Artefact, ensure_artefact, recipe_of
from kafka_assay.assignors.hosted.java.compiling import releases_of
from kafka_assay.assignors.hosted.java.ivy import NotReleased, fetch

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
            raise AssayError(f"{missing}{_tip(group, name, version)}") from None
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


def _tip(group: str, name: str, version: str) -> str:
    """The nearest existing release, and the newest."""
    try:
        known = releases_of(group, name)
    except AssayError:
        return ""
    return f"{spelling_tip(version, known)}; the newest is {known[-1]}"


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
    by_simple = {_simple_name(name): name for name in reversed(list(classes))}
    likely = sorted(name for name in by_simple if name.endswith(_ASSIGNOR))
    for candidates in (likely, by_simple):
        nearest = nearest_word(_simple_name(wanted), candidates)
        if nearest is not None:
            return f"; did you mean {nearest if wanted == _simple_name(wanted) else by_simple[nearest]!r}?"
    return f"; it has {', '.join(likely[:_MOST_SHOWN])}" if likely else ""
