"""Running hosts, one of each kind for a whole test run, because a virtual machine starts slowly."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from kafka_assay.assignors.hosted.host_process import HostProcess
from kafka_assay.assignors.hosted.host_target import HostTarget
from tests.assignors.hosted.java.hosts import Open, Talk, command
from tests.assignors.hosted.java.own_classes import compile_classes


@pytest.fixture(scope="package")
def classes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the compiled classes of `classes/`. Skip where there is no compiler."""
    folder = tmp_path_factory.mktemp("classes")
    compile_classes(folder)
    return folder


@pytest.fixture(scope="package")
def host() -> Iterator[Open]:
    """Open a target by its text, once for all tests."""
    found: dict[str, HostTarget] = {}
    with ExitStack() as stack:

        def opening(text: str) -> HostTarget:
            if text not in found:
                found[text] = stack.enter_context(closing(HostTarget(text, command(text))))
            return found[text]

        yield opening


@pytest.fixture(scope="package")
def echoing() -> Iterator[Talk]:
    """Start the echoing host of a target, to talk to it line by line, once for all tests."""
    found: dict[str, HostProcess] = {}
    with ExitStack() as stack:

        def starting(text: str) -> HostProcess:
            if text not in found:
                found[text], _ = command(text, ASSAY_ECHO="1").start()
                stack.callback(found[text].kill)
            return found[text]

        yield starting
