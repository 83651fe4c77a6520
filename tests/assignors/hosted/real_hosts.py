"""Hosts of real clients for the tests, skipped by name where they are not available, and read line by line."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import pytest
from _pytest.mark import ParameterSet

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.host_process import HostProcess
from kafka_assay.assignors.hosted.host_target import HostTarget
from kafka_assay.assignors.hosted.python.client_releases import release_command
from kafka_assay.assignors.hosted.supervised_process import Limits
from kafka_assay.assignors.hosted.target_kinds import parse_target
from kafka_assay.assignors.hosted.target_name import HostCommand
from tests.support.wire.recipes import ARGUMENTS, PINNED_WHEEL, Words

T = TypeVar("T")
Open: TypeAlias = "Callable[[str], HostTarget]"
"""Opens a target by its text, once for the whole test run."""

FRANZ, OLD_FRANZ = "go:github.com/twmb/franz-go@v1.22.3", "go:github.com/twmb/franz-go@v1.5.0"
SARAMA, OLD_SARAMA = "go:github.com/IBM/sarama@v1.61.1", "go:github.com/Shopify/sarama@v1.26.0"
KAFKA_GO = "go:github.com/segmentio/kafka-go@v0.4.51"
CLIENTS, COORDINATOR = "maven:org.apache.kafka:kafka-clients", "maven:org.apache.kafka:kafka-group-coordinator"
LIBRDKAFKA = "librdkafka==2.15.1"
KAFKAJS, KAFKA_NODE = "npm:kafkajs@2.2.4", "npm:kafka-node@5.0.0"
PLATFORMATIC, NO_KAFKA = "npm:@platformatic/kafka@2.12.1", "npm:no-kafka@3.4.4"
PYTHON, AIOKAFKA = "kafka-python==3.0.12", "aiokafka==0.14.0"

PATIENT = Limits(start_seconds=60.0, call_seconds=60.0)
MISSING = ("not on the PATH", "offline", "needs Java", "kafka-assay[spark]", "rustup could not choose a version")
"""Error messages for a missing tool or network; the last comes where rustup has no toolchain."""

EVERY_DAY = (FRANZ, f"{CLIENTS}:4.4.0", f"{COORDINATOR}:4.4.0", LIBRDKAFKA, KAFKAJS, PYTHON, AIOKAFKA)
"""Releases that `tox` asks: at least one of each language. `tox run -e integration` asks all others."""


def with_releases(cases: Iterable[object], **more: Any) -> list[ParameterSet]:
    """
    Return cases as parameters of a test. A case whose first value is a target outside EVERY_DAY gets `integration`.
    """
    values = [case if isinstance(case, tuple) else (case,) for case in cases]
    return [
        pytest.param(*one, marks=pytest.mark.integration if _is_rare(str(one[0])) else (), **more) for one in values
    ]


def _is_rare(text: str) -> bool:
    return bool(re.match("(go|maven|npm):|[a-z-]+==", text)) and not text.startswith(EVERY_DAY)


def start_or_skip(text: str, start: Callable[[], T], missing: tuple[str, ...] = MISSING) -> T:
    """Return the command, or the started host, of the target `text`. Skip where something is `missing`."""
    try:
        return start()
    except AssayError as wrong:
        said_so = str(wrong)
        if any(one in said_so for one in missing):
            pytest.skip(said_so if said_so.startswith(text) else f"{text}: {said_so}")
        raise


def put_program(folder: Path, name: str, script: str) -> None:
    """Put a program into a folder that runs the shell `script`."""
    (folder / name).write_text(f"#!/bin/sh\n{script}\n")
    (folder / name).chmod(0o755)


def command_or_skip(text: str) -> HostCommand:
    """Return the command for the host of the target `text`. Skip the test where it is not available."""
    name = parse_target(text)
    start = name.host_command
    if name.kind.module == "python.client_releases":  # also of the installed release
        start = partial(release_command, name.package, name["release"], name.assignor)
    return replace(start_or_skip(text, start), limits=PATIENT)


@contextmanager
def running_host(command: HostCommand) -> Iterator[HostProcess]:
    """Start a host to talk to it line by line. Stop it at the end of the block."""
    process, _ = command.start()
    try:
        yield process
    finally:
        process.kill()


def reply_to(process: HostProcess, line: bytes) -> dict[str, Any]:
    """Return the reply of a host to one line."""
    reply: dict[str, Any] = json.loads(process.exchange(line + b"\n")[0])
    process.note_reply()
    return reply


def wire_target(words: Words, strategy: str) -> str:
    """Return the name of the target that starts these words."""
    return f"wire:{shlex.join(words)} {ARGUMENTS}#{strategy}"


def words_or_skip(recipe: str, program: Callable[[], Words]) -> Words:
    """Return the words that start a recipe. Skip the test where its tools are missing."""
    return start_or_skip(recipe, program, (*MISSING, PINNED_WHEEL))


@contextmanager
def opened(text: str) -> Iterator[HostTarget]:
    """Open a target. Skip the test where its tools are missing."""
    command = start_or_skip(text, parse_target(text).host_command)
    with closing(HostTarget(text, command)) as target:
        yield target
