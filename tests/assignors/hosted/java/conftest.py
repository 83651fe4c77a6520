"""Running hosts, one of each kind for a whole test run, because a virtual machine starts slowly."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from kafka_assay.assignors.hosted.host_target import HostTarget
from tests.assignors.hosted.java.hosts import Open, command
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
