"""
Opens a target from its text: a reference in this process, everything foreign in a process of its own.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from assignors.errors import AssayError
from assignors.hosted.clients import found_release, is_installed
from assignors.hosted.limits import Limits
from assignors.hosted.release import range_of
from assignors.hosted.started import Started
from assignors.hosted.target_name import (
    ClientName,
    GoName,
    JarName,
    JavaName,
    PackageName,
    ProgramName,
    PythonName,
    ReferenceName,
    TargetName,
    release_of,
    target_name,
)

if TYPE_CHECKING:
    from assignors.hosted.host_target import HostTarget
    from assignors.hosted.reference_target import ReferenceTarget

_PATIENCE = 3600.0


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetText:
    """
    A target as text: what a plan, a record or a worker of another machine carries in the target's place.

    `seed` is what references that are random by design draw from. It also fixes the hash seed of Python hosts, so that
    an assignor that goes by hash order can be asked again.
    """

    text: str
    like: str | None = None
    seed: int = 0
    limits: Limits = field(default_factory=Limits)

    def open(self) -> ReferenceTarget | HostTarget:
        """
        The target, ready to be asked. Raises `AssayError`.
        """
        name = target_name(self.text)
        if isinstance(name, ReferenceName):
            from assignors.hosted.reference_target import ReferenceTarget

            return ReferenceTarget(name.name, like=self.like, seed=self.seed)
        release = release_of(name)
        if release is not None and range_of(release):
            raise AssayError(f"{self.text}: {release} is a range of releases: expected one, a target is opened at one")
        shown = self.text
        if isinstance(name, ClientName) and is_installed(name):
            shown = f"{name.client}=={found_release(name)}:{name.assignor}"
        return self._hosted(shown, _started(shown, name))

    def _hosted(self, name: str, started: Started) -> HostTarget:
        from assignors.hosted.host_target import HASH_SEED, MOST_HASH_SEED, HostCommand, HostTarget

        environment = {HASH_SEED: str(self.seed % MOST_HASH_SEED), **started.environment}
        command = HostCommand(
            words=started.words, assignor=started.assignor, environment=environment, limits=self.limits
        )
        return HostTarget(name, command, like=self.like)


def host_of(text: str) -> Started:
    """
    What starts the host of the target that `text` names; a reference's, too. Raises `AssayError`.
    """
    return _started(text, target_name(text))


def _started(text: str, name: TargetName) -> Started:
    """
    What starts the host of `name`. What it needs is fetched and built first, where it is not yet kept.

    A family of hosts is imported only here: most runs need none, and nobody needs all.
    """
    match name:
        case ReferenceName(reference):
            return Started(words=_python_host(reference), assignor=reference)
        case PythonName():
            return Started(words=_python_host(text, _folders()), assignor=name.attribute)
        case ProgramName(command, assignor):
            return Started(words=command, assignor=assignor)
        case ClientName() if is_installed(name):
            return Started(words=_python_host(text), assignor=name.assignor)
        case ClientName():
            from assignors.hosted.python_releases import opened as python_releases

            return python_releases.host_command(name)
        case JavaName() | JarName():
            from assignors.hosted.java import opened as java

            return java.host_command(name)
        case GoName():
            from assignors.hosted.go import opened as go

            return go.host_command(name)
        case PackageName("librdkafka"):
            from assignors.hosted.librdkafka import opened as librdkafka

            return librdkafka.host_command(name)
        case PackageName():
            from assignors.hosted.node import opened as node

            return node.host_command(name)


def _python_host(name: str, folders: tuple[str, ...] = ()) -> tuple[str, ...]:
    if not sys.executable:
        raise AssayError(f"{name}: no Python interpreter is known to start a host with")
    # -P: a file of the user's may be called like a module of ours; his folders come first only once ours are loaded.
    return sys.executable, "-P", "-X", "faulthandler", "-m", "assignors.hosted.python_host", name, *folders


def reference_host(name: str) -> HostTarget:
    """
    The reference called `name` in another process, whose hash seed is not ours. Raises `AssayError`.

    It is trusted as it is here, and may take its time.
    """
    from assignors.hosted.host_target import HASH_SEED, HostCommand, HostTarget

    ours = {HASH_SEED: os.environ.get(HASH_SEED, "")}
    patient = Limits(call_seconds=_PATIENCE)
    started = _started(name, ReferenceName(name))
    command = HostCommand(words=started.words, assignor=started.assignor, environment=ours, limits=patient)
    return HostTarget(name, command.with_another_hash_seed())


def _folders() -> tuple[str, ...]:
    """
    Where the user's modules are looked for: in the current directory, then wherever this process looks.

    A client's own assignors are looked for in the environment alone, so that a checkout of that client in the current
    directory is not taken for the installed release.
    """
    here = str(Path.cwd())
    return tuple(dict.fromkeys([here, *(folder or here for folder in sys.path)]))


def open_target(
    text: str, *, like: str | None = None, call_timeout: float = 2.0, seed: int = 0
) -> ReferenceTarget | HostTarget:
    """
    The target that `text` names, ready to be asked. Raises `AssayError` where it cannot be.

    `like` says whose promises it makes, against what it says of itself; `call_timeout` (seconds) ends a call that
    hangs; `seed` is as in `TargetText`. References are trusted and run in this process, without a limit.

    >>> open_target("stick")
    Traceback (most recent call last):
    assignors.errors.AssayError: no assignor is called 'stick'; did you mean 'sticky'?
    """
    return TargetText(text=text, like=like, seed=seed, limits=Limits(call_seconds=call_timeout)).open()
