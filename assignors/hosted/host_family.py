"""
The interface of a host family: everything that depends on the kind of a target.

A family is a folder beside this file. Its module `family` defines it as `FAMILY`; no list names it. Parsing a target
imports all families, so these modules must be light: they import what only a launch needs inside their methods.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from kafka_assay.assignors.hosted.host_command import HostCommand
from kafka_assay.assignors.hosted.release_order import ReleaseOrder


class TargetName(ABC):
    """The parsed text of a target. Each kind of target is a subclass, a frozen dataclass."""

    __slots__ = ()

    form: ClassVar[str]
    """The form of such a target, for help texts: `go:MODULE@VERSION:NAME`."""

    says: ClassVar[str]
    """A description of such a target, in one line."""

    example: ClassVar[str]
    """A target of this kind."""

    pattern: ClassVar[str]
    """The regular expression of the whole text of such a target; its groups are the fields of the name."""

    template: ClassVar[str]
    """The text of such a target, with `{0}` for the name."""

    @classmethod
    def word(cls) -> str:
        """The word at the start of such a target."""
        return re.split(r"[^\w-]", cls.form)[0]

    @property
    def text(self) -> str:
        """The text of the target."""
        return self.template.format(self)

    @abstractmethod
    def host_command(self) -> HostCommand:
        """The command that starts the host. Missing parts are fetched and built first. Raises `AssayError`."""

    def resolve(self) -> TargetName:
        """The same target with missing parts, such as the release, filled in. Raises `AssayError`."""
        return self

    def default_likeness(self) -> str | None:
        """The target's promises in the form of `--like`; None where only the running host knows them."""
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleasedName(TargetName):
    """
    An assignor of a package that has releases.

    `release` is one of them, a range of them (`A..B`), or None for the installed one.
    """

    order: ClassVar[ReleaseOrder]
    """The order of the releases."""

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
        """All releases of the package according to its registry, oldest first. Raises `AssayError`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HostFamily:
    """
    A family of hosts: its place among all families, and the kinds of target that it hosts.

    `expressed` is the page in `docs/hosts/expressed/` that says what its clients can express; None: everything.
    """

    place: int
    kinds: tuple[type[TargetName], ...]
    expressed: str | None
