"""
How a target is named: text, taken apart into what it is.
"""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from assignors.errors import AssayError, nearest

if TYPE_CHECKING:
    from collections.abc import Container

SUPPORTED = ("python:", "kafka-python:", "aiokafka:", "exec:")
NOT_YET = ("maven", "jar", "go", "librdkafka", "npm")

_KINDS = (*(prefix.rstrip(":") for prefix in SUPPORTED), *NOT_YET)
_KIND = re.compile(r"(?P<kind>[A-Za-z][\w-]*)(?P<version>==[^:]*)?:(?P<rest>.*)", re.DOTALL)
_ONE_OF_SEVERAL = re.compile(r"(?P<command>.*)#(?P<name>[^\s#'\"]+)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class ReferenceName:
    """
    A reference assignor: `sticky`.
    """

    name: str


@dataclass(frozen=True, slots=True)
class PythonName:
    """
    Anything importable: `python:package.module:Name`.
    """

    module: str
    attribute: str


@dataclass(frozen=True, slots=True)
class ClientName:
    """
    A Python client's own assignor: `kafka-python==3.0.12:sticky`; without a release the installed one.
    """

    client: str
    release: str | None
    assignor: str


@dataclass(frozen=True, slots=True)
class ProgramName:
    """
    A program that speaks the host protocol: `exec:COMMAND#NAME`; without a name its only assignor.
    """

    command: tuple[str, ...]
    assignor: str | None


TargetName: TypeAlias = ReferenceName | PythonName | ClientName | ProgramName


def is_target(text: str, references: Container[str]) -> bool:
    """
    Whether `text` is meant as a target: it begins with a kind that is known, or is the name of one of the `references`.

    >>> is_target("go:somewhere", ()), is_target("sticky", ["sticky"]), is_target("sticky.json", ["sticky"])
    (True, True, False)
    """
    found = _KIND.fullmatch(text)
    return text in references if found is None else found["kind"] in _KINDS


def target_name(text: str) -> TargetName:
    """
    What `text` names. Raises `AssayError` for a kind that is not known or not supported yet.

    >>> target_name("exec:./host --quiet#sticky")
    ProgramName(command=('./host', '--quiet'), assignor='sticky')
    """
    found = _KIND.fullmatch(text)
    if found is None:
        return ReferenceName(text)
    kind, release, rest = found["kind"], found["version"], found["rest"]
    match kind:
        case "python" if release is None:
            return _python(text, rest)
        case "exec" if release is None:
            return _program(text, rest)
        case "kafka-python" | "aiokafka":
            return _client(text, kind, release, rest)
    if kind in NOT_YET:
        raise AssayError(f"{text}: {kind}: targets cannot be opened yet; references and {', '.join(SUPPORTED)} can")
    called = kind + (release or "")
    raise AssayError(f"{text}: no kind of target is called {called!r}{nearest(kind, _KINDS)}")


def _python(text: str, rest: str) -> PythonName:
    module, colon, attribute = rest.partition(":")
    words = [*module.split("."), *attribute.split(".")]
    if not colon or not all(words) or any(letter.isspace() for letter in rest):
        raise AssayError(f"{text}: expected python:package.module:Name")
    return PythonName(module, attribute)


def _client(text: str, client: str, release: str | None, assignor: str) -> ClientName:
    if not assignor or release == "==":
        raise AssayError(f"{text}: expected {client}:NAME or {client}==RELEASE:NAME")
    return ClientName(client, release.removeprefix("==") if release else None, assignor)


def _program(text: str, rest: str) -> ProgramName:
    found = _ONE_OF_SEVERAL.fullmatch(rest)
    command, name = (found["command"], found["name"]) if found else (rest, None)
    try:
        words = tuple(shlex.split(command))
    except ValueError as error:
        raise AssayError(f"{text}: the command cannot be split into words: {error}") from None
    if not words:
        raise AssayError(f"{text}: expected exec:COMMAND or exec:COMMAND#NAME")
    return ProgramName(words, name)
