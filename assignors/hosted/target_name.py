"""The name of a target: its text, its parts and its kind. And the command that starts the host of a target."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from importlib import import_module
from pathlib import Path
from shutil import which
from typing import Any

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.host_process import HostProcess
from kafka_assay.assignors.hosted.protocol import Greeting, parse_greeting
from kafka_assay.assignors.hosted.release_order import ReleaseOrder
from kafka_assay.assignors.hosted.supervised_process import Limits
from kafka_assay.assignors.interface import AssignorFailed

HASH_SEED = "PYTHONHASHSEED"
MOST_HASH_SEED = 2**32

_TELLING = re.compile(r"error|exception|fatal|panic", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class HostCommand:
    """
    The command that starts a host, with its additional environment and its limits.

    `assignor` is the assignor to use (None: the host's only one).
    """

    words: tuple[str, ...]
    assignor: str | None
    environment: Mapping[str, str] = field(default_factory=dict)
    limits: Limits = field(default_factory=Limits)

    def start(self) -> tuple[HostProcess, Greeting]:
        """Start the host and read its greeting. Raises `AssayError` where it cannot be started."""
        self.check_program()
        process = HostProcess(self.words, limits=self.limits, environment=self.environment)
        try:
            return process, parse_greeting(process.read_first_line())
        except AssignorFailed as failure:
            last = telling_line(failure.trace)
            raise AssayError(
                f"no greeting: {failure.message}{f'; last line on stderr: {last}' if last else ''}"
            ) from None
        except AssayError:
            process.kill()
            raise

    def check_program(self) -> None:
        """Raise `AssayError` where the program does not exist."""
        program = self.words[0]
        if which(program) is None:
            there = Path(program).is_file()
            raise AssayError(f"{program!r} is not executable" if there else f"program not found: {program!r}")

    def with_hash_seed(self, seed: int) -> HostCommand:
        """The same program with this hash seed for Python, unless its environment sets one."""
        return replace(self, environment={HASH_SEED: str(seed % MOST_HASH_SEED), **self.environment})

    def with_another_hash_seed(self) -> HostCommand:
        """The same program with another hash seed, to reveal an assignor that depends on hash order."""
        seed = self.environment.get(HASH_SEED, "")
        other = int(seed) + 1 if seed.isdecimal() else 1
        return replace(self, environment={**self.environment, HASH_SEED: str(other % MOST_HASH_SEED)})


def command_words(command: str, text: str, form: str) -> tuple[str, ...]:
    """The words of a user's `command`, split as a shell splits it. Raises `AssayError` if it has none."""
    try:
        words = tuple(shlex.split(command))
    except ValueError as error:
        raise AssayError(f"{text}: the command cannot be split into words: {error}") from None
    if not words:
        raise AssayError(f"{text}: expected {form}")
    return words


def python_host_command(module: str, *arguments: str, assignor: str, target_text: str) -> HostCommand:
    """The command that starts the module of this name in this package as a host. Raises `AssayError`."""
    if not sys.executable:
        raise AssayError(f"{target_text}: no Python interpreter found to start a host")
    # -P: a user's file may have the name of one of our modules; the user's folders come first only after ours are
    # loaded.
    words = (sys.executable, "-P", "-X", "faulthandler", "-m", f"{__package__}.{module}", *arguments)
    return HostCommand(words=words, assignor=assignor)


def telling_line(complained: str) -> str:
    r"""
    The most useful line of a dead host's output: the last one that mentions an error, else the last one.

    >>> telling_line("Error: Cannot find module 'kafkajs'\n    at main\n\nNode.js v20.20.2")
    "Error: Cannot find module 'kafkajs'"
    """
    lines = complained.splitlines()
    return next((line.strip() for line in reversed(lines) if _TELLING.search(line)), lines[-1] if lines else "")


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetKind:
    """
    A kind of target: how its targets are written, and which module starts their hosts.

    `form` shows the form of such a target, `says` describes it in one line, and `example` is one. `pattern` matches the
    whole text, and its groups are the parts of the name. `order` is the order of the releases; None: it has none.
    `label` is the name without the release, short enough for a table. `check` raises `AssayError` for a wrong name.

    `module` is a module of this package with the function `host_command(name)`. If there are releases, it also has
    `list_releases(name)`, and `installed_name(name)` if the release can be left out. It has `default_likeness(name)` if
    the promises are known without the host.
    """

    form: str
    says: str
    example: str
    pattern: str
    module: str
    order: ReleaseOrder | None = None
    label: Callable[[TargetName], str] = lambda name: f"{name.package.rpartition('/')[2]} {name.assignor}"
    check: Callable[[TargetName], object] = lambda _: None

    @property
    def word(self) -> str:
        """The word at the start of such a target."""
        return re.split(r"[^\w-]", self.form)[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetName:
    """
    The parsed text of a target.

    `parts` has what the pattern of its kind found. `release` may be a range of releases (`A..B`); None: the installed
    one, or the kind has none.
    """

    text: str
    kind: TargetKind
    parts: Mapping[str, str | None] = field(compare=False)

    def __getitem__(self, part: str) -> str:
        """Return a part that every name of this kind has."""
        found = self.parts[part]
        assert found is not None
        return found

    @property
    def package(self) -> str:
        """The package of a released assignor."""
        return self["package"]

    @property
    def release(self) -> str | None:
        """The release of the package."""
        return self.parts.get("release")

    @property
    def assignor(self) -> str:
        """The name of the assignor."""
        return self["assignor"]

    @property
    def is_reference(self) -> bool:
        """Whether it is a reference assignor, which runs in this process."""
        return self.kind is REFERENCE

    @property
    def is_released(self) -> bool:
        """Whether its package has releases."""
        return self.kind.order is not None

    @property
    def order(self) -> ReleaseOrder:
        """The order of the releases of its package."""
        assert self.kind.order is not None
        return self.kind.order

    @property
    def label(self) -> str:
        """The package and the assignor without the release, short enough for a table."""
        return self.kind.label(self)

    def at_release(self, release: str) -> TargetName:
        """The same assignor at `release`."""
        found = re.fullmatch(self.kind.pattern, self.text)
        assert found is not None
        start, end = found.span("release")
        text = f"{self.text[:start]}{release}{self.text[end:]}"
        if start < 0:
            text = self.text.replace(self.package, f"{self.package}=={release}", 1)
        return replace(self, text=text, parts={**self.parts, "release": release})

    def is_same_package(self, other: TargetName) -> bool:
        """Whether `other` is of the same package, at any release."""
        given = {"release": None, "assignor": None}
        return self.kind is other.kind and {**self.parts, **given} == {**other.parts, **given}

    def default_likeness(self) -> str | None:
        """The target's promises in the form of `--like`; None where only the running host knows them."""
        find = getattr(self._hosts(), "default_likeness", None)
        return None if find is None else find(self)

    def host_command(self) -> HostCommand:
        """The command that starts the host. Missing parts are fetched and built first. Raises `AssayError`."""
        command: HostCommand = self._hosts().host_command(self)
        return command

    def list_releases(self) -> tuple[str, ...]:
        """All releases of the package according to its registry, oldest first. Raises `AssayError`."""
        listed: tuple[str, ...] = self._hosts().list_releases(self)
        return listed

    def resolve(self) -> TargetName:
        """The same target with the installed release, where it names none. Raises `AssayError`."""
        if not self.is_released or self.release is not None:
            return self
        name: TargetName = self._hosts().installed_name(self)
        return name

    def _hosts(self) -> Any:
        return import_module(f"{__package__}.{self.kind.module}")


REFERENCE = TargetKind(
    form="NAME",
    says="a reference assignor",
    example="sticky",
    pattern="(?s:.*)",
    module="targets",
)
"""What a text without a kind names."""
