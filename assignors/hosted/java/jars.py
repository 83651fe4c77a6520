"""The jars of a target as one class path, and the classes in its own jar."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from kafka_assay.assignors.errors import AssayError, spelling_tip
from kafka_assay.assignors.hosted.artefacts.store import Artefact, ensure_artefact, recipe_of
from kafka_assay.assignors.hosted.java.ivy import NotReleased, fetch
from kafka_assay.assignors.hosted.java.releases import list_releases

_CLASSES = "classes.txt"
_VERSION = re.compile(r".+?-(?P<version>\d.*)\.jar")
_CLASS = ".class"
_RECIPE = "1"
"""Change this whenever other things are fetched or recorded."""


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
        known = list_releases(group, name)
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
