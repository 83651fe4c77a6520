"""Parse the text of a target."""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import dataclass

from kafka_assay.assignors.errors import AssayError, spelling_tip
from kafka_assay.assignors.hosted.host_command import HostCommand, python_host_command
from kafka_assay.assignors.hosted.host_family import ReleasedName, TargetName
from kafka_assay.assignors.hosted.release import check_release
from kafka_assay.assignors.hosted.targets.families import target_kinds

_KIND = re.compile(r"(?P<kind>[A-Za-z][\w-]*)(?P<release>==[^:]*)?:.*", re.DOTALL)
_MISTAKEN = re.compile(r"(?P<kind>[A-Za-z][\w-]*)[^\w:-].*:", re.DOTALL)
"""A kind followed by the wrong separator: `librdkafka@2.12.1:range`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReferenceName(TargetName):
    """A reference assignor: `sticky`."""

    name: str

    @property
    def text(self) -> str:
        """The name itself."""
        return self.name

    def host_command(self) -> HostCommand:
        """The command that starts a separate process for the reference."""
        module = "kafka_assay.assignors.hosted.serving.reference_host"
        return python_host_command(module, self.name, assignor=self.name, target_text=self.name)

    def default_likeness(self) -> str:
        """The promises of the reference."""
        from kafka_assay.assignors.registry import reference_assignor

        return ",".join(f"+{promise}" for promise in reference_assignor(self.name).promises)


def is_target(text: str, references: Container[str]) -> bool:
    """
    Whether `text` is a target: it begins with a known kind, or is one of the `references`.

    >>> is_target("go:somewhere", ()), is_target("sticky", ["sticky"]), is_target("sticky.json", ["sticky"])
    (True, True, False)
    """
    found = _KIND.fullmatch(text)
    return text in references if found is None else found["kind"] in target_kinds()


def parse_target(text: str) -> TargetName:
    """
    Parse a target; a range of releases (`A..B`) may replace the release. Raises `AssayError`.

    >>> parse_target("exec:./host --quiet#sticky")
    ProgramName(command='./host --quiet', assignor='sticky')
    """
    found = _KIND.fullmatch(text)
    if found is None:
        meant = _MISTAKEN.match(text)
        if meant is not None and meant["kind"] in target_kinds():
            raise AssayError(f"{text}: expected {target_kinds()[meant['kind']].form}")
        return ReferenceName(name=text)
    kinds = target_kinds()
    kind, release = kinds.get(found["kind"]), found["release"] or ""
    if kind is None or (release and "==" not in kind.form):
        tip = spelling_tip(found["kind"], kinds) or f": expected one of {', '.join(kinds)}, or the name of a reference"
        raise AssayError(f"{text}: unknown kind of target {found['kind'] + release!r}{tip}")
    parts = re.fullmatch(kind.pattern, text)
    if parts is None:
        raise AssayError(f"{text}: expected {kind.form}")
    name = kind(**parts.groupdict())
    if isinstance(name, ReleasedName) and name.release is not None:
        check_release(text, name.release)
    return name
