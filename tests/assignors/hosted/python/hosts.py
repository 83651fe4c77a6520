"""Hosts of released Python clients for the tests, fetched or skipped, and of releases written by the tests."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path
from textwrap import dedent

from kafka_assay.assignors.hosted.host_target import HostTarget
from kafka_assay.assignors.hosted.python.client_releases import ALONE, host_words, release_command
from kafka_assay.assignors.hosted.target_name import HostCommand
from tests.assignors.hosted.real_hosts import PATIENT, start_or_skip

OLDEST = "kafka-python==1.0.0"
WITHOUT_STICKY = "kafka-python==1.4.7"
FIRST_STICKY = "kafka-python==2.0.2"
WITHOUT_STATIC = "kafka-python==2.2.21"
BEFORE_3 = "kafka-python==2.3.3"
NEWEST = "kafka-python==3.0.12"
OLD_AIOKAFKA = "aiokafka==0.9.0"
NEW_AIOKAFKA = "aiokafka==0.14.0"
WITH_STICKY = (FIRST_STICKY, WITHOUT_STATIC, BEFORE_3, NEWEST, OLD_AIOKAFKA, NEW_AIOKAFKA)
ALL = (OLDEST, WITHOUT_STICKY, *WITH_STICKY)


def command(release: str, assignor: str = "roundrobin", **environment: str) -> HostCommand:
    """Return the command for the host of `release`. Skip the test where it is not available."""
    client, _, number = release.partition("==")
    found = start_or_skip(release, lambda: release_command(client, number, assignor))
    return replace(found, environment={**found.environment, **environment}, limits=PATIENT)


def open_assignor(release: str, assignor: str) -> closing[HostTarget]:
    """Open an assignor of `release`, and close it at the end of the block."""
    return closing(HostTarget(f"{release}:{assignor}", command(release, assignor)))


def command_of_invented_release(folder: Path, code: str) -> HostCommand:
    """Return the host of a kafka-python 9.9 that runs `code` when its assignors are looked up."""
    home = folder / "kafka" / "coordinator" / "assignors"
    home.mkdir(parents=True)
    (folder / "kafka_python-9.9.dist-info").mkdir()
    (folder / "kafka" / "coordinator" / "protocol.py").write_text(dedent(code))
    for package in (folder / "kafka", folder / "kafka" / "coordinator", home):
        (package / "__init__.py").touch()
    return HostCommand(words=host_words(folder, "kafka-python"), assignor=None, environment=ALONE, limits=PATIENT)
