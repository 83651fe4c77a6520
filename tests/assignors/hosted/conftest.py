"""Programs and groups that the tests of hosts share."""

from __future__ import annotations

import sys
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from kafka_assay.assignors.hosted.host_target import HostTarget
from kafka_assay.assignors.hosted.supervised_process import Limits
from kafka_assay.assignors.hosted.target_name import HostCommand
from kafka_assay.assignors.model import Group, group_of
from kafka_assay.assignors.settings import NO_SETTINGS, Settings
from tests.assignors.hosted.real_hosts import Open, command_or_skip
from tests.support.hosts import hostile_calls

HOSTILE = hostile_calls.HOST

OpenHost: TypeAlias = Callable[..., HostTarget]
OpenCode: TypeAlias = OpenHost


@pytest.fixture
def group() -> Group:
    return group_of({"t0": 3}, {"C0": ["t0"], "C1": ["t0"]})


@pytest.fixture
def open_host() -> Iterator[OpenHost]:
    """Open a Python program as a host, with settings, and limits as keywords. Close it after the test."""
    with ExitStack() as opened:

        def opening(program: Path | str, settings: Settings = NO_SETTINGS, **limits: float) -> HostTarget:
            words = (sys.executable, "-S", "-E", str(program))
            command = HostCommand(words=words, assignor=None, limits=Limits(**{"call_seconds": 10.0, **limits}))  # type: ignore[arg-type]
            return opened.enter_context(closing(HostTarget("a host", command, settings=settings)))

        yield opening


@pytest.fixture
def open_code(open_host: OpenHost, tmp_path: Path) -> OpenCode:
    """Open a host that greets with `said`, and then runs the `code`; with settings and limits as keywords."""

    def opening(code: str, said: Mapping[str, object] | None = None, **options: Any) -> HostTarget:
        greeting = {"format": "assay-host/1", "implementation": "x", "assignors": ["a"], **(said or {})}
        start = f"import json, os, re, sys, time\nprint(json.dumps({greeting}), flush=True)\n"
        (tmp_path / "host.py").write_text(start + code, encoding="utf-8")
        return open_host(tmp_path / "host.py", **options)

    return opening


@pytest.fixture
def hostile(open_host: OpenHost) -> HostTarget:
    """Open the hostile host, with little memory and short lines."""
    return open_host(HOSTILE, memory=200 << 20, line=1 << 20)


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder as PATH, with an empty cache."""
    folder = tmp_path / "programs"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setenv("ASSAY_CACHE", str(tmp_path / "cache"))
    return folder


MOST_OPEN = 6


@pytest.fixture(scope="session")
def host() -> Iterator[Open]:
    """Open a target by its text, once for the whole run. Only the processes of the last few run at a time."""
    opened: OrderedDict[str, HostTarget] = OrderedDict()

    def opening(text: str) -> HostTarget:
        if text not in opened:
            opened[text] = HostTarget(text, command_or_skip(text))
        opened.move_to_end(text)
        for target in [*opened.values()][:-MOST_OPEN]:
            target.close()  # a later question starts it again
        return opened[text]

    yield opening
    for target in opened.values():
        target.close()
