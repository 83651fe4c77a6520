from __future__ import annotations

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.go.family import GoName
from kafka_assay.assignors.hosted.host_family import ReleasedName, TargetName
from kafka_assay.assignors.hosted.java.family import JarName, JavaName
from kafka_assay.assignors.hosted.librdkafka.family import LibrdkafkaName
from kafka_assay.assignors.hosted.node.family import NpmName
from kafka_assay.assignors.hosted.program.family import ProgramName
from kafka_assay.assignors.hosted.python.family import PythonName
from kafka_assay.assignors.hosted.python_clients.family import AiokafkaName, KafkaPythonName
from kafka_assay.assignors.hosted.targets.target_name import ReferenceName, is_target, parse_target

KAFKA = "org.apache.kafka"
FRANZ = "github.com/twmb/franz-go"

NAMES: dict[str, TargetName] = {
    "sticky": ReferenceName(name="sticky"),
    "sticky@kip54": ReferenceName(name="sticky@kip54"),
    "python:a.b:C": PythonName(module="a.b", attribute="C"),
    "python:my-file:Outer.Inner": PythonName(module="my-file", attribute="Outer.Inner"),
    "kafka-python:cooperative-sticky": KafkaPythonName(
        package="kafka-python", release=None, assignor="cooperative-sticky"
    ),
    "aiokafka==0.14.0:range": AiokafkaName(package="aiokafka", release="0.14.0", assignor="range"),
    "kafka-python==2.0.2..3.0.12:sticky": KafkaPythonName(
        package="kafka-python", release="2.0.2..3.0.12", assignor="sticky"
    ),
    "maven:org.apache.kafka:kafka-clients:3.4.0:StickyAssignor": JavaName(
        group=KAFKA, package="kafka-clients", release="3.4.0", assignor="StickyAssignor"
    ),
    "maven:com.acme:mine:1.0-SNAPSHOT:com.acme.Mine$Inner": JavaName(
        group="com.acme", package="mine", release="1.0-SNAPSHOT", assignor="com.acme.Mine$Inner"
    ),
    "maven:org.apache.kafka:kafka-clients:2.4.0..4.4.0:StickyAssignor": JavaName(
        group=KAFKA, package="kafka-clients", release="2.4.0..4.4.0", assignor="StickyAssignor"
    ),
    "jar:a.jar:C": JarName(paths="a.jar", assignor="C"),
    "jar:/my jars/a.jar:lib/b.jar:com.acme.C": JarName(paths="/my jars/a.jar:lib/b.jar", assignor="com.acme.C"),
    "go:github.com/twmb/franz-go@v1.21.4:sticky": GoName(package=FRANZ, release="v1.21.4", assignor="sticky"),
    "go:github.com/twmb/franz-go@v1.20.0..v1.22.2:sticky": GoName(
        package=FRANZ, release="v1.20.0..v1.22.2", assignor="sticky"
    ),
    "librdkafka==2.12.1:cooperative-sticky": LibrdkafkaName(
        package="librdkafka", release="2.12.1", assignor="cooperative-sticky"
    ),
    "npm:kafkajs@2.2.4:roundrobin": NpmName(package="kafkajs", release="2.2.4", assignor="roundrobin"),
    "npm:@platformatic/kafka@2.12.1:sticky": NpmName(
        package="@platformatic/kafka", release="2.12.1", assignor="sticky"
    ),
    "exec:./host": ProgramName(command="./host", assignor=None),
    "exec:java -jar  'my host.jar'#com.acme.Mine$Inner": ProgramName(
        command="java -jar  'my host.jar'", assignor="com.acme.Mine$Inner"
    ),
    "exec:./host '#1'": ProgramName(command="./host '#1'", assignor=None),
}


@pytest.mark.parametrize(("text", "name"), NAMES.items())
def test_name_determines_the_kind_of_target(text: str, name: TargetName) -> None:
    assert name == parse_target(text)


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
    with pytest.raises(AssayError) as wrong:
        parse_target(text)

    assert str(wrong.value).startswith(text)
    assert why in str(wrong.value)


@pytest.mark.parametrize(("text", "name"), NAMES.items())
def test_name_is_written_as_it_was_read(text: str, name: TargetName) -> None:
    assert text == name.text


def test_name_at_its_own_release_is_unchanged() -> None:
    released = [name for name in NAMES.values() if isinstance(name, ReleasedName) and name.release is not None]

    assert released == [name.at_release(name.release or "") for name in released]


def test_command_is_split_as_in_a_shell() -> None:
    command = parse_target("exec:java -jar 'my host.jar'#Mine").host_command()

    assert (("java", "-jar", "my host.jar"), "Mine") == (command.words, command.assignor)


@pytest.mark.parametrize("text", NAMES)
def test_target_names_are_told_apart_from_files(text: str) -> None:
    assert is_target(text, ["sticky", "sticky@kip54"])
