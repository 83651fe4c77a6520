"""
The kinds of target, and how the text of a target, or of one over a range of releases, is parsed.

Each kind is a row of `KINDS`. What differs between the hosts of the kinds is in one module for each of them. It is
imported only when a host starts or releases are listed, so that parsing stays fast.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass

from kafka_assay.assignors.errors import AssayError, spelling_tip
from kafka_assay.assignors.hosted.release_order import RANGE, ReleaseOrder, check_release, parse_range
from kafka_assay.assignors.hosted.target_name import REFERENCE, TargetKind, TargetName, command_words

_KIND = re.compile(r"(?P<kind>[A-Za-z][\w-]*)(?P<release>==[^:]*)?:.*", re.DOTALL)
_MISTAKEN = re.compile(r"(?P<kind>[A-Za-z][\w-]*)[^\w:-].*:", re.DOTALL)
"""A kind followed by the wrong separator: `librdkafka@2.12.1:range`."""

_GO_MODULE = r"(?a:[A-Za-z0-9][\w.~-]*(?:/[A-Za-z0-9_~][\w.~-]*)*)"
"""A module path. It excludes local paths."""
_NPM_PACKAGE = r"(?a:(?:@[a-z0-9][\w.~-]*/)?[A-Za-z0-9][\w.~-]*)"
"""A package name. It excludes options of npm."""


def _java_label(name: TargetName) -> str:
    """The artefact and the rule, without the words that all of Kafka's assignors share."""
    rule = name.assignor.rpartition(".")[2].removesuffix("Assignor")
    return f"{name.package.removeprefix('kafka-group-')} {rule}"


def _npm_label(name: TargetName) -> str:
    """The package or its publisher, and the assignor."""
    return f"{name.package.partition('/')[0].removeprefix('@')} {name.assignor}"


def _check_program(name: TargetName) -> None:
    command_words(name["command"], name.text, name.kind.form)


def _check_consumer(name: TargetName) -> None:
    _check_program(name)
    if name["command"].startswith("--"):
        raise AssayError(f"{name.text}: expected --consumers=N before the command, with N from 1 to 99")
    for needed in ("bootstrap", "topics"):
        if f"{{{needed}}}" not in name["command"]:
            raise AssayError(f"{name.text}: the command does not contain {{{needed}}}")
    if "{strategy}" in name["command"] and name.parts["assignor"] is None:
        raise AssayError(f"{name.text}: {{strategy}} needs a name: add #NAME")


KINDS = (
    TargetKind(
        form="python:package.module:Name",
        says="any importable class or function with assign(group)",
        example="python:mypackage.assignors:Mine",
        pattern=r"python:(?P<module>[^\s.:]+(?:\.[^\s.:]+)*):(?P<assignor>[^\s.]+(?:\.[^\s.]+)*)",
        module="python.python_host",
    ),
    *(
        TargetKind(
            form=f"{client}[==RELEASE]:NAME",
            says="the client's own assignors; without a release the installed one",
            example=f"{client}=={example}",
            pattern=f"(?P<package>{client})(?:==(?P<release>[^:]+))?:(?P<assignor>(?s:.+))",
            module="python.client_releases",
            order=ReleaseOrder.PYTHON,
        )
        for client, example in (("kafka-python", "3.0.12:sticky"), ("aiokafka", "0.14.0:range"))
    ),
    TargetKind(
        form="maven:GROUP:ARTIFACT:VERSION:Class",
        says="a released Java assignor, of clients or of the group coordinator",
        example="maven:org.apache.kafka:kafka-clients:4.4.0:StickyAssignor",
        pattern=r"maven:(?P<group>\w[\w.-]*):(?P<package>\w[\w.-]*):(?P<release>[^:\s]+):(?P<assignor>[\w.$]+)",
        module="java.java_host",
        order=ReleaseOrder.MAVEN,
        label=_java_label,
    ),
    TargetKind(
        form="jar:PATH[:PATH...]:Class",
        says="the same from jars on this machine: one being developed",
        example="jar:target/mine.jar:com.acme.Mine",
        pattern=r"jar:(?P<paths>[^:]+(?::[^:]+)*):(?P<assignor>[\w.$]+)",
        module="java.java_host",
    ),
    TargetKind(
        form="go:MODULE@VERSION:NAME",
        says="a Go client's balancer",
        example="go:github.com/twmb/franz-go@v1.22.2:sticky",
        pattern=rf"go:(?P<package>{_GO_MODULE})@(?P<release>[^@:\s]+):(?P<assignor>[^:\s]+)",
        module="go.go_host",
        order=ReleaseOrder.SEMANTIC,
    ),
    TargetKind(
        form="gomod:PATH:NAME",
        says="the same from a Go module on this machine: one being developed",
        example="gomod:../franz-go:sticky",
        pattern=r"gomod:(?P<path>[^:]+):(?P<assignor>[^:\s]+)",
        module="go.go_host",
    ),
    TargetKind(
        form="librdkafka==RELEASE:NAME",
        says="librdkafka's assignors, built from source",
        example="librdkafka==2.12.1:cooperative-sticky",
        pattern=r"(?s:(?P<package>librdkafka)==(?P<release>[^:]+):(?P<assignor>.+))",
        module="librdkafka.librdkafka_host",
        order=ReleaseOrder.SEMANTIC,
    ),
    TargetKind(
        form="npm:PACKAGE@VERSION:NAME",
        says="a JavaScript client's assignors",
        example="npm:kafkajs@2.2.4:roundrobin",
        pattern=rf"npm:(?P<package>{_NPM_PACKAGE})@(?P<release>[^@:\s]+):(?P<assignor>[^:\s]+)",
        module="node.node_host",
        order=ReleaseOrder.SEMANTIC,
        label=_npm_label,
    ),
    TargetKind(
        form="exec:COMMAND[#NAME]",
        says="any program that speaks assay-host/1; #NAME picks one of several",
        example="exec:./my-host --quiet#mine",
        pattern=r"(?s:exec:(?P<command>.*?)(?:#(?P<assignor>[^\s#'\"]+))?)",
        module="targets",
        check=_check_program,
    ),
    TargetKind(
        form="wire:COMMAND[#NAME]",
        says="any consumer program, on a broker of ours; {bootstrap}, {group}, {topics} and {strategy} are filled in",
        example="wire:./consumer {bootstrap} {group} {topics} {strategy}#range",
        pattern=r"(?s:wire:(?:--consumers=(?P<consumers>[1-9]\d?) )?(?P<command>.*?)(?:#(?P<assignor>[^\s#'\"]+))?)",
        module="wire.wire_host",
        check=_check_consumer,
    ),
)
"""All kinds but the references, in display order."""


def target_kinds() -> dict[str, TargetKind]:
    """All kinds of target by their words, in display order."""
    return {kind.word: kind for kind in KINDS}


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

    >>> parse_target("exec:./host --quiet#sticky").parts
    {'command': './host --quiet', 'assignor': 'sticky'}
    """
    kinds, found = target_kinds(), _KIND.fullmatch(text)
    if found is None:
        meant = _MISTAKEN.match(text)
        if meant is not None and meant["kind"] in kinds:
            raise AssayError(f"{text}: expected {kinds[meant['kind']].form}")
        return TargetName(text=text, kind=REFERENCE, parts={})
    kind, release = kinds.get(found["kind"]), found["release"] or ""
    if kind is None or (release and "==" not in kind.form):
        tip = spelling_tip(found["kind"], kinds) or f": expected one of {', '.join(kinds)}, or the name of a reference"
        raise AssayError(f"{text}: unknown kind of target {found['kind'] + release!r}{tip}")
    parts = re.fullmatch(kind.pattern, text)
    if parts is None:
        raise AssayError(f"{text}: expected {kind.form}")
    name = TargetName(text=text, kind=kind, parts=parts.groupdict())
    kind.check(name)
    if name.release is not None:
        check_release(text, name.release)
    return name


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleaseRange:
    """
    The target `name` at every release from `first` to `last`, both included; an empty end is open.

    Its registry lists the releases. Pre-releases are left out unless an end names one.
    """

    text: str
    name: TargetName
    first: str
    last: str

    @property
    def order(self) -> ReleaseOrder:
        """The order of its releases."""
        return self.name.order

    def target_at(self, release: str) -> str:
        """The text of the target at one `release`."""
        return self.name.at_release(release).text

    def is_same_assignor(self, target: str) -> bool:
        """Whether the text `target` names the same assignor, at any release."""
        try:
            name = parse_target(target)
        except AssayError:
            return False
        return name.release is not None and name == self.name.at_release(name.release)

    def select(self, released: Iterable[str]) -> tuple[str, ...]:
        """The `released` releases in the range, oldest first. Raises `AssayError` where there is none."""
        known = self.order.sort(released)
        found = tuple(release for release in known if self._contains(release))
        if not found:
            whole = [release for release in known if not self.order.is_pre_release(release)] or known
            ends = f"; the oldest release is {whole[0]}, the newest {whole[-1]}" if known else "; it has no releases"
            raise AssayError(f"{self.text}: no release in {self.first}{RANGE}{self.last}{ends}")
        return found

    def _contains(self, release: str) -> bool:
        key = self.order.sort_key
        ends = [end for end in (self.first, self.last) if end]
        if self.order.is_pre_release(release) and not any(key(end) == key(release) for end in ends):
            return False
        return (not self.first or key(self.first) <= key(release)) and (not self.last or key(release) <= key(self.last))


def parse_release_range(text: str) -> ReleaseRange:
    """
    Parse the range in `text`. Raises `AssayError` where a target has no releases, or names a single one.

    >>> parse_release_range("go:github.com/twmb/franz-go@v1.20.0..:sticky").target_at("v1.21.4")
    'go:github.com/twmb/franz-go@v1.21.4:sticky'
    """
    name = parse_target(text)
    if not name.is_released:
        *words, last = [kind.word for kind in KINDS if kind.order is not None]
        raise AssayError(f"{text}: has no releases: expected a {', '.join(words)} or {last} target")
    ends = parse_range(name.release or "")
    if ends is None:
        tip = name.at_release(f"{name.release or ''}{RANGE}").text
        raise AssayError(f"{text}: expected a range of releases A{RANGE}B instead of the release, such as {tip}")
    found = ReleaseRange(text=text, name=name, first=ends[0], last=ends[1])
    for end in ends:
        if end and not found.order.is_release(end):
            raise AssayError(f"{text}: {end!r} is not a release: expected one like 1.2.3")
    if all(ends) and found.order.sort_key(ends[0]) > found.order.sort_key(ends[1]):
        raise AssayError(f"{text}: {ends[0]} is newer than {ends[1]}: expected the older one first")
    return found


def newest_per_series(releases: Sequence[str], order: ReleaseOrder) -> tuple[str, ...]:
    """
    The newest release of every minor version: 2.1.6 for all of 2.1.

    >>> from kafka_assay.assignors.hosted.release_order import ReleaseOrder
    >>> newest_per_series(["2.0.1", "2.0.2", "2.1.0"], ReleaseOrder.PYTHON)
    ('2.0.2', '2.1.0')
    """
    return tuple({order.series(release): release for release in releases}.values())
