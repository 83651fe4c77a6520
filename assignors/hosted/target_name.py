"""
How a target is named: text, taken apart into what it is.
"""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from assignors.errors import AssayError, nearest
from assignors.hosted.release import checked_release

if TYPE_CHECKING:
    from collections.abc import Callable, Container

FORMS = {
    "python": "python:package.module:Name",
    "kafka-python": "kafka-python[==RELEASE]:NAME",
    "aiokafka": "aiokafka[==RELEASE]:NAME",
    "maven": "maven:GROUP:ARTIFACT:VERSION:Class",
    "jar": "jar:PATH[:PATH...]:Class",
    "go": "go:MODULE@VERSION:NAME",
    "librdkafka": "librdkafka==RELEASE:NAME",
    "npm": "npm:PACKAGE@VERSION:NAME",
    "exec": "exec:COMMAND[#NAME]",
}
"""Kind of target -> how such a target is written, as people read it and `assay list targets` shows it."""

_KIND = re.compile(r"(?P<kind>[A-Za-z][\w-]*)(?P<version>==[^:]*)?:(?P<rest>.*)", re.DOTALL)
_MISTAKEN = re.compile(r"(?P<kind>[A-Za-z][\w-]*)[^\w:-].*:", re.DOTALL)
"""A kind with something else behind it than belongs there: `librdkafka@2.12.1:range`."""
_MAVEN = re.compile(r"(?P<group>\w[\w.-]*):(?P<artifact>\w[\w.-]*):(?P<version>[^:\s]+):(?P<cls>[\w.$]+)")
_JARS = re.compile(r"(?P<paths>.+):(?P<cls>[\w.$]+)", re.DOTALL)
_AT_VERSION = re.compile(r"(?P<what>.+)@(?P<version>[^@:\s]+):(?P<assignor>[^:\s]+)")
_MODULE = re.compile(r"(?:[A-Za-z0-9][\w.~-]*)(?:/[A-Za-z0-9_~][\w.~-]*)*", re.ASCII)
_PACKAGE = re.compile(r"(?:@[a-z0-9][\w.~-]*/)?[A-Za-z0-9][\w.~-]*", re.ASCII)
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
class JavaName:
    """
    A released Java assignor: `maven:org.apache.kafka:kafka-clients:4.4.0:RangeAssignor`.
    """

    group: str
    artifact: str
    version: str
    cls: str


@dataclass(frozen=True, slots=True)
class JarName:
    """
    A Java assignor from jars on this machine: `jar:target/mine.jar:com.acme.Mine`.
    """

    paths: tuple[str, ...]
    cls: str


@dataclass(frozen=True, slots=True)
class GoName:
    """
    A Go client's balancer: `go:github.com/twmb/franz-go@v1.22.2:sticky`.
    """

    module: str
    version: str
    assignor: str


@dataclass(frozen=True, slots=True)
class PackageName:
    """
    An assignor inside a registry's package: `librdkafka==2.12.1:range`, `npm:kafkajs@2.2.4:roundrobin`.

    `kind` is the part before the colon, `librdkafka` or `npm`; librdkafka is its own package.
    """

    kind: str
    package: str
    version: str
    assignor: str


@dataclass(frozen=True, slots=True)
class ProgramName:
    """
    A program that speaks the host protocol: `exec:COMMAND#NAME`; without a name its only assignor.
    """

    command: tuple[str, ...]
    assignor: str | None


ReleasedName: TypeAlias = ClientName | JavaName | GoName | PackageName
TargetName: TypeAlias = ReferenceName | PythonName | JarName | ProgramName | ReleasedName


def is_target(text: str, references: Container[str]) -> bool:
    """
    Whether `text` is meant as a target: it begins with a kind that is known, or is the name of one of the `references`.

    >>> is_target("go:somewhere", ()), is_target("sticky", ["sticky"]), is_target("sticky.json", ["sticky"])
    (True, True, False)
    """
    found = _KIND.fullmatch(text)
    return text in references if found is None else found["kind"] in FORMS


def target_name(text: str) -> TargetName:
    """
    What `text` names; a range of releases (`A..B`) stays in the release's place. Raises `AssayError`.

    >>> target_name("exec:./host --quiet#sticky")
    ProgramName(command=('./host', '--quiet'), assignor='sticky')
    """
    found = _KIND.fullmatch(text)
    if found is None:
        meant = _MISTAKEN.match(text)
        if meant is not None and meant["kind"] in FORMS:
            raise _expected(text, meant["kind"])
        return ReferenceName(text)
    kind, release, rest = found["kind"], found["version"], found["rest"]
    match kind:
        case "kafka-python" | "aiokafka":
            return _client(text, kind, release, rest)
        case "librdkafka":
            return _librdkafka(text, release, rest)
        case _ if release is None and kind in _OTHERS:
            return _OTHERS[kind](text, rest)
    called = kind + (release or "")
    tip = nearest(kind, FORMS) or f": expected one of {', '.join(FORMS)}, or the name of a reference"
    raise AssayError(f"{text}: no kind of target is called {called!r}{tip}")


def release_of(name: TargetName) -> str | None:
    """
    The release, or the range of releases, that `name` asks for; None where it asks for none.
    """
    match name:
        case ClientName(_, release, _):
            return release
        case JavaName(version=version) | GoName(version=version) | PackageName(version=version):
            return version
    return None


def at_release(name: ReleasedName, release: str) -> str:
    """
    The text of the same target at `release`.

    >>> at_release(GoName("github.com/twmb/franz-go", "v1.20.0..v1.22.2", "sticky"), "v1.21.4")
    'go:github.com/twmb/franz-go@v1.21.4:sticky'
    """
    match name:
        case ClientName(client, _, assignor) | PackageName("librdkafka", client, _, assignor):
            return f"{client}=={release}:{assignor}"
        case JavaName(group, artifact, _, cls):
            return f"maven:{group}:{artifact}:{release}:{cls}"
        case GoName(module, _, assignor):
            return f"go:{module}@{release}:{assignor}"
        case PackageName(kind, package, _, assignor):
            return f"{kind}:{package}@{release}:{assignor}"


def _expected(text: str, kind: str) -> AssayError:
    return AssayError(f"{text}: expected {FORMS[kind]}")


def _python(text: str, rest: str) -> PythonName:
    module, colon, attribute = rest.partition(":")
    words = [*module.split("."), *attribute.split(".")]
    if not colon or not all(words) or any(letter.isspace() for letter in rest):
        raise _expected(text, "python")
    return PythonName(module, attribute)


def _client(text: str, client: str, release: str | None, assignor: str) -> ClientName:
    if not assignor or release == "==":
        raise _expected(text, client)
    return ClientName(client, checked_release(text, release.removeprefix("==")) if release else None, assignor)


def _java(text: str, rest: str) -> JavaName:
    found = _MAVEN.fullmatch(rest)
    if found is None:
        raise _expected(text, "maven")
    return JavaName(found["group"], found["artifact"], checked_release(text, found["version"]), found["cls"])


def _jar(text: str, rest: str) -> JarName:
    found = _JARS.fullmatch(rest)
    paths = tuple(found["paths"].split(":")) if found else ()
    if found is None or not all(paths):
        raise _expected(text, "jar")
    return JarName(paths, found["cls"])


def _go(text: str, rest: str) -> GoName:
    return GoName(*_at_version(text, "go", _MODULE, rest))


def _npm(text: str, rest: str) -> PackageName:
    return PackageName("npm", *_at_version(text, "npm", _PACKAGE, rest))


def _at_version(text: str, kind: str, called: re.Pattern[str], rest: str) -> tuple[str, str, str]:
    """
    The three parts of `WHAT@VERSION:NAME`. What could be taken for an option or a path of this machine names nothing.
    """
    found = _AT_VERSION.fullmatch(rest)
    if found is None or called.fullmatch(found["what"]) is None:
        raise _expected(text, kind)
    return found["what"], checked_release(text, found["version"]), found["assignor"]


def _librdkafka(text: str, release: str | None, assignor: str) -> PackageName:
    if not assignor or not release or release == "==":
        raise _expected(text, "librdkafka")
    return PackageName("librdkafka", "librdkafka", checked_release(text, release.removeprefix("==")), assignor)


def _program(text: str, rest: str) -> ProgramName:
    found = _ONE_OF_SEVERAL.fullmatch(rest)
    command, name = (found["command"], found["name"]) if found else (rest, None)
    try:
        words = tuple(shlex.split(command))
    except ValueError as error:
        raise AssayError(f"{text}: the command cannot be split into words: {error}") from None
    if not words:
        raise _expected(text, "exec")
    return ProgramName(words, name)


_OTHERS: dict[str, Callable[[str, str], TargetName]] = {
    "python": _python,
    "exec": _program,
    "maven": _java,
    "jar": _jar,
    "go": _go,
    "npm": _npm,
}
"""Kinds that carry no release before their colon."""
