"""Running hosts, one of each kind for a whole test run: a virtual machine takes its time to start."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from kafka_assay.assignors.hosted.process.host_process import HostProcess
from kafka_assay.assignors.hosted.targets.host_target import HostTarget
from tests.assignors.hosted.java.hosts import Open, Talk, command
from tests.assignors.hosted.java.own_classes import compile_classes


@pytest.fixture(scope="package")
def classes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the compiled classes of `classes/`. Skips where there is no compiler."""
    folder = tmp_path_factory.mktemp("classes")
    compile_classes(folder)
    return folder


@pytest.fixture(scope="package")
def host() -> Iterator[Open]:
    """Opens the target that a text names; the same one for the same text."""
    found: dict[str, HostTarget] = {}
    with ExitStack() as stack:

        def opening(text: str) -> HostTarget:
            if text not in found:
                found[text] = stack.enter_context(closing(HostTarget(text, command(text))))
            return found[text]

        yield opening


@pytest.fixture(scope="package")
def echoing() -> Iterator[Talk]:
    """Starts the host of a target as one that echoes, to be spoken to line by line; the same one for the same text."""
    found: dict[str, HostProcess] = {}
    with ExitStack() as stack:

        def starting(text: str) -> HostProcess:
            if text not in found:
                found[text], _ = command(text, ASSAY_ECHO="1").start()
                stack.callback(found[text].kill)
            return found[text]

        yield starting
