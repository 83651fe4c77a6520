"""Build a host of one release of librdkafka: our sources, compiled and linked with as much of it as a host needs."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from functools import partial
from pathlib import Path

from kafka_assay.assignors.hosted.artefacts import Artefact, ensure_artefact, recipe_of
from kafka_assay.assignors.hosted.host_command import HostCommand
from kafka_assay.assignors.hosted.librdkafka.librdkafka_source import (
    NAME,
    announced_carriers,
    fetch_source,
    find_carrier,
    known_carriers,
)
from kafka_assay.assignors.hosted.release_order import ReleaseOrder
from kafka_assay.assignors.hosted.target_name import TargetName
from kafka_assay.assignors.hosted.tools import run_tool

_ARCHIVE = "librdkafka.a"
_SETTINGS = "Makefile.config"

_WITHOUT = ("ssl", "gssapi", "curl", "zstd", "lz4-ext")
"""Features that no assignor needs. configure refuses an option that a release lacks (1.x has no curl)."""

_ASKED = ("assignor", "range_assignor", "roundrobin_assignor", "sticky_assignor", "partition", "buf")
_ASKED_FILES = (*(f"rdkafka_{name}" for name in _ASKED), "rdlist", "rdmap", "rdavl", "rdstring", "rdbuf", "rdunittest")
_AS_RELEASED = "-O2 -w -I."
_QUICKLY = "-O0 -w -I."
"""
The flags for all other files (brokers, compression, a mock cluster), which must exist but need not be fast.

Assignors and the code that they use are compiled as in a release. Without optimisation a file takes a quarter of the
time.
"""

_RECIPE = recipe_of((), *_WITHOUT, *_ASKED_FILES, _AS_RELEASED, _QUICKLY)
"""Changes with any change to these steps."""

_HOST = "host"
_SOURCES = Path(__file__).with_name("host")
_COMPILE = ("gcc", "-std=gnu11", "-O1", "-g", "-w")
_BUILD_SECONDS = 3_600.0
_MOST_JOBS = 8


def host_command(name: TargetName) -> HostCommand:
    """The command that starts the host; it is fetched and built first, where it is missing."""
    release = name["release"]
    folder = ensure_artefact(librdkafka_host_artefact(release), partial(_build_host, release, name.text))
    return HostCommand(words=(str(folder / _HOST),), assignor=name.assignor)


def list_releases(_: TargetName) -> tuple[str, ...]:
    """
    All releases that packages of registries contain, oldest first: the known ones, and those that npm lists.

    Raises `AssayError` where npm cannot be reached, because the newest ones would be missing silently.
    """
    return tuple(sorted({*known_carriers(), *announced_carriers(NAME)}, key=ReleaseOrder.SEMANTIC.sort_key))


def _ensure_library(release: str, target_text: str) -> Path:
    """The folder with `release`, fetched and built first where it is missing. Raises `AssayError`."""
    artefact = Artefact(kind=NAME, name=NAME, version=release, recipe=_RECIPE)
    return ensure_artefact(artefact, partial(_build_library, release, target_text))


def _read_setting(folder: Path, name: str) -> str:
    """
    The value of `name` (`LIBS`, `CFLAGS`) that configure found, or the empty string.

    `folder` holds a configured source, or the kept parts of it.
    """
    settings = (folder / _SETTINGS).read_text("utf-8")
    return " ".join(re.findall(rf"^{name}\+?=[ \t]*(.*?)[ \t]*$", settings, re.MULTILINE))


def _version_of(tool: str, target_text: str) -> str:
    """The first line of `tool`'s version output."""
    return run_tool((tool, "--version"), folder=Path(tempfile.gettempdir()), target_text=target_text).partition("\n")[0]


def _build_library(release: str, target_text: str, folder: Path) -> dict[str, str]:
    tools = {tool: _version_of(tool, target_text) for tool in ("gcc", "make")}  # before anything is fetched
    carrier = find_carrier(release, target_text)
    with tempfile.TemporaryDirectory(dir=folder, prefix="source-") as scratch:
        source = fetch_source(release, carrier, Path(scratch), target_text)
        _configure(source, target_text)
        _compile(source, target_text)
        _copy_needed(source, folder)
    return {**tools, carrier.registry: f"{carrier.package} {carrier.version}"}


def _configure(source: Path, target_text: str) -> None:
    known = (source / "configure.self").read_text("utf-8")
    words = [f"--disable-{option}" for option in _WITHOUT if option == "lz4-ext" or option in known]
    # npm drops file modes, so the command names the shell.
    run_tool(("bash", "./configure", *words), folder=source, target_text=target_text, seconds=_BUILD_SECONDS)


def _compile(source: Path, target_text: str) -> None:
    make = ("make", "-C", "src", f"-j{min(os.cpu_count() or 1, _MOST_JOBS)}")
    objects = [f"{name}.o" for name in _ASKED_FILES if (source / "src" / f"{name}.c").is_file()]
    for flags, outputs in ((_AS_RELEASED, objects), (_QUICKLY, [_ARCHIVE])):
        # These words override the makefiles, which optimise compression most of all.
        variables = (f"CPPFLAGS={flags}", f"CFLAGS={_read_setting(source, 'CFLAGS')}")
        run_tool((*make, *variables, *outputs), folder=source, target_text=target_text, seconds=_BUILD_SECONDS)


def _copy_needed(source: Path, folder: Path) -> None:
    headers = [path for path in (source / "src").rglob("*.h") if path.is_file()]
    leader = source / "src" / "rdkafka_cgrp.c"  # our host is compiled with it: see host/reading.c
    for path in (*headers, leader, source / "src" / _ARCHIVE, source / "config.h", source / _SETTINGS):
        kept_path = folder / path.relative_to(source)
        kept_path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, kept_path)


def librdkafka_host_artefact(release: str) -> Artefact:
    """The artefact of the host of `release`."""
    return Artefact(kind=NAME, name=_HOST, version=release, recipe=recipe_of((_SOURCES,), _RECIPE, *_COMPILE))


def _build_host(release: str, target_text: str, folder: Path) -> dict[str, str]:
    made = _ensure_library(release, target_text)
    libraries = _read_setting(made, "LIBS").split()
    sources = [str(path) for path in sorted(_SOURCES.glob("*.c"))]
    headers = (f"-I{made / 'src'}", f"-I{made}")
    # Our sources come before the archive, so that our reading.c replaces functions of the archive.
    words = (*_COMPILE, *headers, *sources, "-o", _HOST, str(made / "src" / _ARCHIVE), *libraries)
    run_tool(words, folder=folder, target_text=target_text)
    return {"gcc": _version_of("gcc", target_text)}
