"""Names of targets: their kinds, parts, ranges of releases, and the order of releases."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from random import Random
from textwrap import dedent
from types import ModuleType

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted import target_kinds
from kafka_assay.assignors.hosted.release_order import ReleaseOrder
from kafka_assay.assignors.hosted.target_kinds import (
    KINDS,
    is_target,
    newest_per_series,
    parse_release_range,
    parse_target,
)
from kafka_assay.assignors.hosted.target_name import HostCommand, TargetKind, TargetName
from kafka_assay.assignors.hosted.targets import open_target
from studies.quality.quality_chapter import short_name
from tests.assignors.hosted.real_hosts import put_program
from tests.support.messages import one_line

NAMES: dict[str, tuple[str | None, ...]] = {
    "sticky": (),
    "sticky@kip54": (),
    "python:a.b:C": ("a.b", "C"),
    "python:my-file:Outer.Inner": ("my-file", "Outer.Inner"),
    "kafka-python:cooperative-sticky": ("kafka-python", None, "cooperative-sticky"),
    "aiokafka==0.14.0:range": ("aiokafka", "0.14.0", "range"),
    "kafka-python==2.0.2..3.0.12:sticky": ("kafka-python", "2.0.2..3.0.12", "sticky"),
    "maven:com.acme:mine:1.0-SNAPSHOT:com.acme.Mine$Inner": ("com.acme", "mine", "1.0-SNAPSHOT", "com.acme.Mine$Inner"),
    "maven:a.b:c:2.4.0..4.4.0:StickyAssignor": ("a.b", "c", "2.4.0..4.4.0", "StickyAssignor"),
    "jar:/my jars/a.jar:lib/b.jar:com.acme.C": ("/my jars/a.jar:lib/b.jar", "com.acme.C"),
    "go:github.com/twmb/franz-go@v1.21.4:sticky": ("github.com/twmb/franz-go", "v1.21.4", "sticky"),
    "gomod:../franz-go:sticky": ("../franz-go", "sticky"),
    "librdkafka==2.12.1:cooperative-sticky": ("librdkafka", "2.12.1", "cooperative-sticky"),
    "npm:@platformatic/kafka@2.12.1:sticky": ("@platformatic/kafka", "2.12.1", "sticky"),
    "exec:./host": ("./host", None),
    "exec:java -jar  'my host.jar'#com.acme.Mine$Inner": ("java -jar  'my host.jar'", "com.acme.Mine$Inner"),
    "exec:./host '#1'": ("./host '#1'", None),
    "wire:--consumers=8 ./c {bootstrap} {topics}#range": ("8", "./c {bootstrap} {topics}", "range"),
}


@pytest.mark.parametrize(("text", "parts"), NAMES.items())
def test_name_has_the_parts_of_its_kind(text: str, parts: tuple[str | None, ...]) -> None:
    name = parse_target(text)

    assert (text, parts) == (name.text, tuple(name.parts.values()))
    assert name.is_reference is (not parts)
    assert is_target(text, ["sticky", "sticky@kip54"])


def test_command_is_split_as_in_a_shell() -> None:
    command = parse_target("exec:java -jar 'my host.jar'#Mine").host_command()

    assert (("java", "-jar", "my host.jar"), "Mine") == (command.words, command.assignor)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.word)
def test_example_of_a_kind_is_a_target_of_it(kind: TargetKind) -> None:
    assert kind is parse_target(kind.example).kind


WRONG = {
    "python:a.b": "expected python:package.module:Name",
    "python::C": "expected python:package.module:Name",
    "python:a:": "expected python:package.module:Name",
    "kafka-python==:range": "expected kafka-python[==RELEASE]:NAME",
    "aiokafka:": "expected aiokafka[==RELEASE]:NAME",
    "exec:": "expected exec:COMMAND",
    "exec:host 'half": "the command cannot be split into words: No closing quotation",
    "maven:org.apache.kafka:kafka-clients:StickyAssignor": "expected maven:GROUP:ARTIFACT:VERSION:Class",
    "maven:org.apache.kafka:kafka-clients:...:RangeAssignor": "'...' is not a release: expected 1.2.3",
    "maven:..:b:1:C": "expected maven:GROUP:ARTIFACT:VERSION:Class",
    "maven:a:b:1..2..3:C": "'1..2..3' is not a release",
    "maven:a:b:../../x:C": "'../../x' is not a release",
    "jar:a.jar": "expected jar:PATH[:PATH...]:Class",
    "jar:a.jar::C": "expected jar:PATH[:PATH...]:Class",
    "go:github.com/twmb/franz-go:sticky": "expected go:MODULE@VERSION:NAME",
    "go:../up@v1:sticky": "expected go:MODULE@VERSION:NAME",
    "librdkafka:range": "expected librdkafka==RELEASE:NAME",
    "librdkafka==2.12.1:": "expected librdkafka==RELEASE:NAME",
    "npm:kafkajs:roundrobin": "expected npm:PACKAGE@VERSION:NAME",
    "npm:--registry@1:x": "expected npm:PACKAGE@VERSION:NAME",
    "kafka-python==.:range": "'.' is not a release",
    "xyz:abc": "unknown kind of target 'xyz': expected one of python, kafka-python, aiokafka, maven, jar, go, ",
    "mavn:a:b:1:C": "unknown kind of target 'mavn'; did you mean 'maven'?",
    "go==1:a@b:c": "unknown kind of target 'go==1'",
    "kafka_python:range": "unknown kind of target 'kafka_python'; did you mean 'kafka-python'?",
    "python==3:a:B": "unknown kind of target",
    "librdkafka@2.12.1:range": "expected librdkafka==RELEASE:NAME",
    "kafka-python=2.0.2:sticky": "expected kafka-python[==RELEASE]:NAME",
}


@pytest.mark.parametrize(("text", "why"), WRONG.items())
def test_malformed_name_is_rejected(text: str, why: str) -> None:
    with pytest.raises(AssayError, match=one_line(text, why)):
        parse_target(text)


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("kafka-python:sticky", "kafka-python==7:sticky"),
        ("aiokafka==0.9.0:sticky", "aiokafka==7:sticky"),
        ("maven:a:b:2.4.0..:C", "maven:a:b:7:C"),
    ],
)
def test_name_at_another_release_differs_only_there(text: str, at: str) -> None:
    name = parse_target(text).at_release("7")

    assert parse_target(at) == name
    assert name.parts == parse_target(at).parts
    assert name.is_same_package(parse_target(text))


GO, NPM = "go:github.com/twmb/franz-go@v1.22.2:sticky", "npm:kafkajs@2.2.4:roundrobin"


@pytest.mark.parametrize(
    ("text", "installed", "missing"),
    [
        (GO, "", "go"),
        ("librdkafka==2.15.1:range", "", "gcc"),
        ("librdkafka==2.15.1:range", "gcc make", "npm"),
        ("librdkafka==1.6.0:range", "gcc make", "cargo"),
        (NPM, "", "node"),
    ],
)
def test_missing_tool_is_named_with_the_target(programs: Path, text: str, installed: str, missing: str) -> None:
    for name in installed.split():
        put_program(programs, name, "echo 1.0")

    with pytest.raises(AssayError, match=rf"^{re.escape(text)} needs {missing}, which is not on the PATH$"):
        parse_target(text).host_command()


@pytest.mark.parametrize(
    ("text", "tool", "said", "releases"),
    [
        (GO, "go", "github.com/twmb/franz-go v1.0.0 v1.9.0 v1.10.0", "v1.0.0 v1.9.0 v1.10.0"),
        (NPM, "npm", '["1.10.0", "1.9.0", "2.0.0", "2.0.0-beta.1"]', "1.9.0 1.10.0 2.0.0-beta.1 2.0.0"),
        (NPM, "npm", '"1.9.0"', "1.9.0"),  # npm prints a single one without a list
    ],
)
def test_releases_are_listed_oldest_first(programs: Path, text: str, tool: str, said: str, releases: str) -> None:
    put_program(programs, tool, f"echo '{said}'")

    assert tuple(releases.split()) == parse_target(text).list_releases()


def test_list_of_releases_that_cannot_be_read_is_reported(programs: Path) -> None:
    put_program(programs, "npm", "echo nothing today")

    with pytest.raises(AssayError, match="gave no list of releases"):
        parse_target(NPM).list_releases()


TOY = TargetKind(
    form="toy:SHELF@RELEASE:NAME",
    says="an assignor from the toy shelf",
    example="toy:blocks@1.0.0:first",
    pattern=r"toy:(?P<package>[a-z]+)@(?P<release>[^@:]+):(?P<assignor>[a-z]+)",
    module="toy",
    order=ReleaseOrder.SEMANTIC,
)

TOY_HOST = """
    import json, sys

    release = sys.argv[1]
    print(json.dumps({"format": "assay-host/1", "implementation": "toy", "version": release, "assignors": ["first"]}))
    sys.stdout.flush()
"""


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Add a kind of target to the table, and work in an empty folder."""
    host = tmp_path / "host.py"
    host.write_text(dedent(TOY_HOST))
    module = ModuleType("toy")

    def host_command(name: TargetName) -> HostCommand:
        return HostCommand(words=(sys.executable, str(host), name["release"]), assignor=name.assignor)

    module.__dict__.update(
        host_command=host_command, list_releases=lambda _: ("1.0.0", "1.9.0", "1.10.0-rc.1", "1.10.0")
    )
    monkeypatch.setitem(sys.modules, "kafka_assay.assignors.hosted.toy", module)
    monkeypatch.setattr(target_kinds, "KINDS", (*KINDS, TOY))
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("toy:blocks:first", "toy:blocks:first: expected toy:SHELF@RELEASE:NAME"),
        ("tooy:blocks", "unknown kind of target 'tooy'; did you mean 'toy'?"),
        ("xyz:abc", "npm, exec, wire, toy, or the name of a reference"),
        ("toy:blocks@1.0.0..:first", "1.0.0.. is a range of releases: expected a single release"),
        ("toy:blocks@1.0.0:last", "toy:blocks@1.0.0:last: the host has no assignor 'last'; it has first"),
    ],
)
@pytest.mark.usefixtures("toy")
def test_wrong_name_is_reported_in_one_line(text: str, why: str) -> None:
    """The general messages list the toy kind too."""
    with pytest.raises(AssayError, match=re.escape(why)):
        open_target(text)


@pytest.mark.usefixtures("toy")
def test_releases_of_a_new_kind_are_listed_and_ordered() -> None:
    asked = parse_release_range("toy:blocks@1.9..:first")

    assert ("1.9.0", "1.10.0") == asked.select(asked.name.list_releases())
    assert asked.is_same_assignor("toy:blocks@1.0.0:first")
    assert "blocks first" == short_name("toy:blocks@1.0.0:first")
    assert is_target("toy:anything", ())


RELEASED = ["2.0.10", "2.0.2", "2.1.0", "1.4.7", "2.1.0rc1", "3.0.0"]


@pytest.mark.parametrize(
    ("ends", "found"),
    [
        ("..", "1.4.7 2.0.2 2.0.10 2.1.0 3.0.0"),
        ("2.0.2..2.1", "2.0.2 2.0.10 2.1.0"),
        ("2.0.3..", "2.0.10 2.1.0 3.0.0"),
        ("..2.0.2", "1.4.7 2.0.2"),
        ("2.0.2..2.0.2", "2.0.2"),
        ("2.1.0rc1..", "2.1.0rc1 2.1.0 3.0.0"),
    ],
)
def test_range_lists_its_releases_oldest_first(ends: str, found: str) -> None:
    """Both ends are included, an empty end is open; a pre-release counts only where named."""
    assert tuple(found.split()) == parse_release_range(f"kafka-python=={ends}:sticky").select(RELEASED)


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("kafka-python==..:sticky", "kafka-python==7:sticky"),
        ("maven:a.b:c:2.4.0..:D", "maven:a.b:c:7:D"),
        ("go:example.org/x@v1..v2:sticky", "go:example.org/x@7:sticky"),
        ("librdkafka==1.6.0..2.12.1:range", "librdkafka==7:range"),
        ("npm:@platformatic/kafka@..:roundrobin", "npm:@platformatic/kafka@7:roundrobin"),
    ],
)
def test_each_release_of_a_range_is_a_target(text: str, at: str) -> None:
    asked = parse_release_range(text)

    assert at == asked.target_at("7")
    assert asked.is_same_assignor(at)
    assert not asked.is_same_assignor("sticky")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("sticky", "has no releases: expected a kafka-python, aiokafka, maven, go, librdkafka"),
        ("exec:./host", "has no releases"),
        ("kafka-python:sticky", "instead of the release, such as kafka-python==..:sticky"),
        ("kafka-python==2.0.2:sticky", "such as kafka-python==2.0.2..:sticky"),
        ("kafka-python==3.0..2.0:sticky", "3.0 is newer than 2.0: expected the older one first"),
        ("npm:kafkajs@newest..:roundrobin", "'newest' is not a release"),
    ],
)
def test_malformed_range_is_rejected(text: str, why: str) -> None:
    with pytest.raises(AssayError, match=one_line(f"{text}: ", why)):
        parse_release_range(text)


def test_empty_range_names_oldest_and_newest_release() -> None:
    """Without pre-releases. Of each minor version the newest patch release can be selected."""
    asked = parse_release_range("kafka-python==..:sticky")

    assert ("1.4.7", "2.0.10", "2.1.0", "3.0.0") == newest_per_series(asked.select(RELEASED), asked.order)
    with pytest.raises(AssayError, match=r"no release in 4\.\.; the oldest release is 1\.4\.7, the newest 3\.0\.0"):
        parse_release_range("kafka-python==4..:sticky").select([*RELEASED, "3.1.0b1"])


ROWS = {
    ReleaseOrder.PYTHON: (
        "0.9.0 1.0.dev1 1.0a1.dev2 1.0a1 1.0b2 1.0rc1 1.0rc1.post2 1.0 1.0.post1.dev3 1.0.post1 2.0.2 2.0.10 1!0.5"
    ),
    ReleaseOrder.SEMANTIC: (
        "v0.6.11 v1.5.0-alpha v1.5.0-alpha.1 v1.5.0-beta.2 v1.5.0-beta.11 v1.5.0-rc.1 v1.5.0 v1.20.0 v2.0.0"
    ),
    ReleaseOrder.MAVEN: "0.8.2-beta 0.8.2.0 0.11.0.0 2.4.0 3.0.0-M1 3.0.0-rc1 3.0.0-SNAPSHOT 3.0.0 3.0.0-ccs 3.0.1",
}


@pytest.mark.parametrize(("order", "row"), ROWS.items())
def test_releases_are_ordered_as_in_their_ecosystem(order: ReleaseOrder, row: str) -> None:
    """A text that is no release comes first. Trailing zeros are ignored."""
    releases = ["?", *row.split()]
    shuffled = Random(0).sample(releases, len(releases))

    assert releases == sorted(shuffled, key=order.sort_key)
    assert order.sort_key("1.0") == order.sort_key("1.0.0")


PRE_RELEASES = {
    ReleaseOrder.PYTHON: ["3.0.0a1", "3.0.0rc1", "3.0.0.dev4", "hello"],
    ReleaseOrder.SEMANTIC: ["2.3.0-beta.3", "v0.0.0-20200101000000-abcdef012345", "latest"],
    ReleaseOrder.MAVEN: ["0.8.2-beta", "4.0.0-rc0", "4.0.0-SNAPSHOT"],
}
RELEASES = {
    ReleaseOrder.PYTHON: ["3.0.12", "1.0.post1"],
    ReleaseOrder.SEMANTIC: ["v1.22.2", "2.0.0+incompatible"],
    ReleaseOrder.MAVEN: ["4.4.0", "7.5.0-ccs", "1.0.Final"],
}


@pytest.mark.parametrize("order", ReleaseOrder)
def test_pre_releases_are_recognised(order: ReleaseOrder) -> None:
    """An unknown form counts as a pre-release, so nobody gets it unintentionally."""
    found = {release for release in [*PRE_RELEASES[order], *RELEASES[order]] if order.is_pre_release(release)}

    assert set(PRE_RELEASES[order]) == found
