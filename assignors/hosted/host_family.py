"""
What a family of hosts says of itself: everything that depends on the kind of a target.

A family is a folder beside this file. Its module `family` offers it as `FAMILY` and is found by being there. Parsing a
target imports all families, so keep such a module light: import what only a launch needs inside its methods.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from kafka_assay.assignors.hosted.host_command import HostCommand
from kafka_assay.assignors.hosted.release_order import ReleaseOrder


class TargetName(ABC):
    """What the text of a target names. Each kind of target is a subclass, a frozen dataclass."""

    __slots__ = ()

    form: ClassVar[str]
    """How such a target is written, for people: `go:MODULE@VERSION:NAME`."""

    says: ClassVar[str]
    """What such a target is, in one line."""

    example: ClassVar[str]
    """A target of this kind."""

    pattern: ClassVar[str]
    """The regular expression of the whole text of such a target; its groups are the fields of the name."""

    template: ClassVar[str]
    """The text of such a target, with `{0}` for the name."""

    @classmethod
    def word(cls) -> str:
        """The word that such a target begins with."""
        return re.split(r"[^\w-]", cls.form)[0]

    @property
    def text(self) -> str:
        """The target as it is written."""
        return self.template.format(self)

    @abstractmethod
    def host_command(self) -> HostCommand:
        """What starts the host; what it needs is fetched and built first, where it is missing. Raises `AssayError`."""

    def resolve(self) -> TargetName:
        """The same target with what its text leaves open filled in. Raises `AssayError`."""
        return self

    def default_likeness(self) -> str | None:
        """The promises that it makes, as `--like` takes them; None where only the running host knows."""
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleasedName(TargetName):
    """
    An assignor of a package that has releases.

    `release` is one of them, a range of them (`A..B`), or None for the one that is installed.
    """

    order: ClassVar[ReleaseOrder]
    """How the releases are compared."""

    package: str
    release: str | None
    assignor: str

    @property
    def label(self) -> str:
        """The package and the assignor without the release, short enough for a table."""
        return f"{self.package.rpartition('/')[2]} {self.assignor}"

    def at_release(self, release: str) -> Self:
        """The same assignor at `release`."""
        return replace(self, release=release)

    @abstractmethod
    def list_releases(self) -> tuple[str, ...]:
        """List all releases of the package, oldest first, as its registry does. Raises `AssayError`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HostFamily:
    """
    A family of hosts: its place among all families, and the kinds of target that it hosts.

    `expressed` is the page in `docs/hosts/expressed/` that says what its clients can express; None: everything.
    """

    place: int
    kinds: tuple[type[TargetName], ...]
    expressed: str | None
