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
from assignors.hosted.clients import found_release
from assignors.hosted.limits import Limits
from assignors.hosted.target_name import ClientName, ProgramName, PythonName, ReferenceName, target_name

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
        match target_name(self.text):
            case ReferenceName(name):
                from assignors.hosted.reference_target import ReferenceTarget

                return ReferenceTarget(name, like=self.like, seed=self.seed)
            case PythonName() as python:
                return self._hosted(self.text, _python_host(self.text, _folders()), python.attribute)
            case ClientName() as client:
                name = f"{client.client}=={found_release(client)}:{client.assignor}"
                return self._hosted(name, _python_host(name), client.assignor)
            case ProgramName(command, assignor):
                return self._hosted(self.text, command, assignor)

    def _hosted(self, name: str, words: tuple[str, ...], assignor: str | None) -> HostTarget:
        from assignors.hosted.host_target import HASH_SEED, MOST_HASH_SEED, HostCommand, HostTarget

        environment = {HASH_SEED: str(self.seed % MOST_HASH_SEED)}
        command = HostCommand(words=words, assignor=assignor, environment=environment, limits=self.limits)
        return HostTarget(name, command, like=self.like)


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
    command = HostCommand(words=_python_host(name), assignor=name, environment=ours, limits=patient)
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
