"""
Targets are named by text.
"""

from __future__ import annotations

import pytest

from assignors.errors import AssayError
from assignors.hosted.target_name import (
    ClientName,
    GoName,
    JarName,
    JavaName,
    PackageName,
    ProgramName,
    PythonName,
    ReferenceName,
    ReleasedName,
    TargetName,
    at_release,
    is_target,
    release_of,
    target_name,
)

KAFKA = "org.apache.kafka"
FRANZ = "github.com/twmb/franz-go"

NAMES: dict[str, TargetName] = {
    "sticky": ReferenceName("sticky"),
    "sticky@kip54": ReferenceName("sticky@kip54"),
    "python:a.b:C": PythonName("a.b", "C"),
    "python:my-file:Outer.Inner": PythonName("my-file", "Outer.Inner"),
    "kafka-python:cooperative-sticky": ClientName("kafka-python", None, "cooperative-sticky"),
    "aiokafka==0.14.0:range": ClientName("aiokafka", "0.14.0", "range"),
    "kafka-python==2.0.2..3.0.12:sticky": ClientName("kafka-python", "2.0.2..3.0.12", "sticky"),
    "maven:org.apache.kafka:kafka-clients:3.4.0:StickyAssignor": JavaName(
        KAFKA, "kafka-clients", "3.4.0", "StickyAssignor"
    ),
    "maven:com.acme:mine:1.0-SNAPSHOT:com.acme.Mine$Inner": JavaName(
        "com.acme", "mine", "1.0-SNAPSHOT", "com.acme.Mine$Inner"
    ),
    "maven:org.apache.kafka:kafka-clients:2.4.0..4.4.0:StickyAssignor": JavaName(
        KAFKA, "kafka-clients", "2.4.0..4.4.0", "StickyAssignor"
    ),
    "jar:a.jar:C": JarName(("a.jar",), "C"),
    "jar:/my jars/a.jar:lib/b.jar:com.acme.C": JarName(("/my jars/a.jar", "lib/b.jar"), "com.acme.C"),
    "go:github.com/twmb/franz-go@v1.21.4:sticky": GoName(FRANZ, "v1.21.4", "sticky"),
    "go:github.com/twmb/franz-go@v1.20.0..v1.22.2:sticky": GoName(FRANZ, "v1.20.0..v1.22.2", "sticky"),
    "librdkafka==2.12.1:cooperative-sticky": PackageName("librdkafka", "librdkafka", "2.12.1", "cooperative-sticky"),
    "npm:kafkajs@2.2.4:roundrobin": PackageName("npm", "kafkajs", "2.2.4", "roundrobin"),
    "npm:@platformatic/kafka@2.12.1:sticky": PackageName("npm", "@platformatic/kafka", "2.12.1", "sticky"),
    "exec:./host": ProgramName(("./host",), None),
    "exec:java -jar 'my host.jar'#com.acme.Mine$Inner": ProgramName(
        ("java", "-jar", "my host.jar"), "com.acme.Mine$Inner"
    ),
    "exec:./host '#1'": ProgramName(("./host", "#1"), None),
}


@pytest.mark.parametrize(("text", "name"), NAMES.items())
def test_a_name_says_what_the_target_is(text: str, name: TargetName) -> None:
    """
    Each kind of target has its form of name.
    """
    assert name == target_name(text)


WRONG = {
    "python:a.b": "expected python:package.module:Name",
    "python::C": "expected python:package.module:Name",
    "python:a:": "expected python:package.module:Name",
    "kafka-python==:range": "expected kafka-python[==RELEASE]:NAME",
    "aiokafka:": "expected aiokafka[==RELEASE]:NAME",
    "exec:": "expected exec:COMMAND",
    "exec:host 'half": "the command cannot be split into words: No closing quotation",
    "maven:org.apache.kafka:kafka-clients:StickyAssignor": "expected maven:GROUP:ARTIFACT:VERSION:Class",
    "maven:org.apache.kafka:kafka-clients:...:RangeAssignor": "'...' is no release: expected one like 1.2.3",
    "maven:..:b:1:C": "expected maven:GROUP:ARTIFACT:VERSION:Class",
    "maven:a:b:1..2..3:C": "'1..2..3' is no release",
    "maven:a:b:../../x:C": "'../../x' is no release",
    "jar:a.jar": "expected jar:PATH[:PATH...]:Class",
    "jar:a.jar::C": "expected jar:PATH[:PATH...]:Class",
    "go:github.com/twmb/franz-go:sticky": "expected go:MODULE@VERSION:NAME",
    "go:../up@v1:sticky": "expected go:MODULE@VERSION:NAME",
    "librdkafka:range": "expected librdkafka==RELEASE:NAME",
    "librdkafka==2.12.1:": "expected librdkafka==RELEASE:NAME",
    "npm:kafkajs:roundrobin": "expected npm:PACKAGE@VERSION:NAME",
    "npm:--registry@1:x": "expected npm:PACKAGE@VERSION:NAME",
    "kafka-python==.:range": "'.' is no release",
    "xyz:abc": "no kind of target is called 'xyz': expected one of python, kafka-python, aiokafka, maven, jar, go, ",
    "mavn:a:b:1:C": "no kind of target is called 'mavn'; did you mean 'maven'?",
    "go==1:a@b:c": "no kind of target is called 'go==1'",
    "kafka_python:range": "no kind of target is called 'kafka_python'; did you mean 'kafka-python'?",
    "python==3:a:B": "no kind of target",
    "librdkafka@2.12.1:range": "expected librdkafka==RELEASE:NAME",
    "kafka-python=2.0.2:sticky": "expected kafka-python[==RELEASE]:NAME",
}


@pytest.mark.parametrize(("text", "why"), WRONG.items())
def test_what_names_nothing_is_refused(text: str, why: str) -> None:
    """
    A name that cannot be understood is shown with what was expected.
    """
    with pytest.raises(AssayError) as wrong:
        target_name(text)

    assert str(wrong.value).startswith(text)
    assert why in str(wrong.value)


RELEASED: dict[str, ReleasedName] = {
    text: name for text, name in NAMES.items() if isinstance(name, ReleasedName) and release_of(name) is not None
}


@pytest.mark.parametrize(("text", "name"), RELEASED.items())
def test_a_name_at_its_own_release_is_itself(text: str, name: ReleasedName) -> None:
    """
    Whoever goes from release to release writes the same names as a person does.
    """
    release = release_of(name)

    assert release is not None
    assert text == at_release(name, release)


@pytest.mark.parametrize("text", NAMES)
def test_every_kind_is_meant_as_a_target(text: str) -> None:
    """
    Where a file or a target may stand, all kinds are told from a file.
    """
    assert is_target(text, ["sticky", "sticky@kip54"])


def test_no_release_is_asked_of_what_has_none() -> None:
    """
    References, modules, jars and programs are as they are.
    """
    assert {None} == {release_of(target_name(text)) for text in ("sticky", "python:a:B", "jar:a.jar:C", "exec:a")}
