"""Find the assignors among the classes of a class path by their class files, for hints about a wrong name."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Collection, Iterable
from contextlib import ExitStack
from pathlib import Path

from kafka_assay.assignors.hosted.java.class_file import ClassFile, parse_class_file

_INTERFACES = frozenset(
    {
        "org.apache.kafka.clients.consumer.ConsumerPartitionAssignor",
        "org.apache.kafka.clients.consumer.internals.PartitionAssignor",
        "org.apache.kafka.coordinator.group.api.assignor.ConsumerGroupPartitionAssignor",
        "org.apache.kafka.coordinator.group.assignor.PartitionAssignor",
    }
)
"""Kafka's assignor interfaces, of consumers and of the group coordinator, as the Java host knows them."""

_STREAMS = "org.apache.kafka.streams."
"""Classes here assign tasks; the host refuses them."""


def find_assignors(path: Iterable[str], classes: Collection[str]) -> list[str]:
    """
    The consumer and coordinator assignors among `classes`, by name, in the jars and folders of `path`.

    A class counts if it is not abstract and implements one of Kafka's interfaces, itself or through a parent.
    """
    with ExitStack() as stack:
        class_path = _ClassPath([_reader(Path(place), stack) for place in path])
        return sorted(name for name in classes if class_path.is_assignor(name))


class _ClassPath:
    def __init__(self, readers: list[Callable[[str], bytes | None]]) -> None:
        self._readers = readers
        self._known: dict[str, ClassFile | None] = {}
        self._implementing: dict[str, bool] = dict.fromkeys(_INTERFACES, True)

    def is_assignor(self, name: str) -> bool:
        if name.startswith(_STREAMS) or name in _INTERFACES:
            return False
        found = self._read(name)
        return found is not None and not found.is_abstract and self._implements(name)

    def _implements(self, name: str) -> bool:
        if name not in self._implementing:
            self._implementing[name] = False  # so that classes that extend each other do not cause endless recursion
            found = self._read(name)
            self._implementing[name] = found is not None and any(map(self._implements, found.parents))
        return self._implementing[name]

    def _read(self, name: str) -> ClassFile | None:
        if name not in self._known:
            data = next((data for read in self._readers if (data := read(name)) is not None), None)
            self._known[name] = None if data is None else parse_class_file(data)
        return self._known[name]


def _reader(place: Path, stack: ExitStack) -> Callable[[str], bytes | None]:
    """A function that reads the class file of a name from the jar or folder at `place`; None where there is none."""
    if place.is_dir():
        return lambda name: _bytes_of(place / _file_of(name))
    jar = stack.enter_context(zipfile.ZipFile(place))
    return lambda name: jar.read(_file_of(name)) if _file_of(name) in jar.NameToInfo else None


def _bytes_of(file: Path) -> bytes | None:
    return file.read_bytes() if file.is_file() else None


def _file_of(name: str) -> str:
    return name.replace(".", "/") + ".class"
