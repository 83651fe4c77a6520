"""
Targets are named by text.
"""

from __future__ import annotations

import pytest

from assignors.errors import AssayError
from assignors.hosted.target_name import (
    ClientName,
    ProgramName,
    PythonName,
    ReferenceName,
    TargetName,
    target_name,
)

NAMES: dict[str, TargetName] = {
    "sticky": ReferenceName("sticky"),
    "sticky@kip54": ReferenceName("sticky@kip54"),
    "python:a.b:C": PythonName("a.b", "C"),
    "python:my-file:Outer.Inner": PythonName("my-file", "Outer.Inner"),
    "kafka-python:cooperative-sticky": ClientName("kafka-python", None, "cooperative-sticky"),
    "aiokafka==0.14.0:range": ClientName("aiokafka", "0.14.0", "range"),
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
    "kafka-python==:range": "expected kafka-python:NAME or kafka-python==RELEASE:NAME",
    "aiokafka:": "expected aiokafka:NAME",
    "exec:": "expected exec:COMMAND",
    "exec:host 'half": "the command cannot be split into words: No closing quotation",
    "maven:org.apache.kafka:kafka-clients:3.4.0:StickyAssignor": (
        "maven: targets cannot be opened yet; references and python:, kafka-python:, aiokafka:, exec: can"
    ),
    "jar:a.jar:C": "jar: targets cannot be opened yet",
    "go:github.com/twmb/franz-go@v1.21.4:sticky": "go: targets cannot be opened yet",
    "librdkafka==2.12.1:cooperative-sticky": "librdkafka: targets cannot be opened yet",
    "npm:kafkajs@2.2.4:roundrobin": "npm: targets cannot be opened yet",
    "kafka_python:range": "no kind of target is called 'kafka_python'; did you mean 'kafka-python'?",
    "python==3:a:B": "no kind of target",
}


@pytest.mark.parametrize(("text", "why"), WRONG.items())
def test_what_names_nothing_is_refused(text: str, why: str) -> None:
    """
    A name that cannot be understood, or not yet opened, is shown with what was expected.
    """
    with pytest.raises(AssayError) as wrong:
        target_name(text)

    assert str(wrong.value).startswith(text)
    assert why in str(wrong.value)
