"""Start the host of a target."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.host_process import HostProcess
from kafka_assay.assignors.hosted.protocol import Greeting
from kafka_assay.assignors.hosted.supervised_process import Limits
from kafka_assay.assignors.interface import AssignorFailed

HASH_SEED = "PYTHONHASHSEED"
MOST_HASH_SEED = 2**32

_TELLING = re.compile(r"error|exception|fatal", re.IGNORECASE)


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
        from kafka_assay.assignors.hosted.host_process import HostProcess
        from kafka_assay.assignors.hosted.protocol import parse_greeting

        self.check_program()
        process = HostProcess(self.words, limits=self.limits, environment=self.environment)
        try:
            return process, parse_greeting(process.read_first_line())
        except AssignorFailed as failure:
            last = _last_words(failure.trace)
            raise AssayError(
                f"no greeting: {failure.message}{f'; last line on stderr: {last}' if last else ''}"
            ) from None
        except AssayError:
            process.kill()
            raise

    def check_program(self) -> None:
        """Raise `AssayError` where the program does not exist."""
        from shutil import which

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


def _last_words(complained: str) -> str:
    r"""
    The most useful line of a dead host's output: the last one that mentions an error, else the last one.

    >>> _last_words("Error: Cannot find module 'kafkajs'\n    at main\n\nNode.js v20.20.2")
    "Error: Cannot find module 'kafkajs'"
    """
    lines = complained.splitlines()
    return next((line.strip() for line in reversed(lines) if _TELLING.search(line)), lines[-1] if lines else "")
