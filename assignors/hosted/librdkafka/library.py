"""librdkafka, built as far as a host needs it: the library, its headers, and its configuration."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from functools import partial
from pathlib import Path

from kafka_assay.assignors.hosted.artefacts.store import Artefact, ensure_artefact, recipe_of
from kafka_assay.assignors.hosted.artefacts.tools import run_tool
from kafka_assay.assignors.hosted.librdkafka.carriers import NAME, find_carrier
from kafka_assay.assignors.hosted.librdkafka.source import fetch_source

ARCHIVE = "librdkafka.a"
SETTINGS = "Makefile.config"

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

RECIPE = recipe_of((), *_WITHOUT, *_ASKED_FILES, _AS_RELEASED, _QUICKLY)
"""Changes with any change to these steps."""

_BUILD_SECONDS = 3_600.0
_MOST_JOBS = 8


def ensure_library(release: str, target_text: str) -> Path:
    """The folder with `release`, fetched and built first where it is missing. Raises `AssayError`."""
    artefact = Artefact(kind=NAME, name=NAME, version=release, recipe=RECIPE)
    return ensure_artefact(artefact, partial(_build, release, target_text))


def read_setting(folder: Path, name: str) -> str:
    """
    The value of `name` (`LIBS`, `CFLAGS`) that configure found, or the empty string.

    `folder` holds a configured source, or the kept parts of it.
    """
    settings = (folder / SETTINGS).read_text("utf-8")
    return " ".join(re.findall(rf"^{name}\+?=[ \t]*(.*?)[ \t]*$", settings, re.MULTILINE))


def version_of(tool: str, target_text: str) -> str:
    """The first line of `tool`'s version output."""
    return run_tool((tool, "--version"), folder=Path(tempfile.gettempdir()), target_text=target_text).partition("\n")[0]


def _build(release: str, target_text: str, folder: Path) -> dict[str, str]:
    tools = {tool: version_of(tool, target_text) for tool in ("gcc", "make")}  # before anything is fetched
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
    for flags, outputs in ((_AS_RELEASED, objects), (_QUICKLY, [ARCHIVE])):
        # These words override the makefiles, which optimise compression most of all.
        variables = (f"CPPFLAGS={flags}", f"CFLAGS={read_setting(source, 'CFLAGS')}")
        run_tool((*make, *variables, *outputs), folder=source, target_text=target_text, seconds=_BUILD_SECONDS)


def _copy_needed(source: Path, folder: Path) -> None:
    headers = [path for path in (source / "src").rglob("*.h") if path.is_file()]
    leader = source / "src" / "rdkafka_cgrp.c"  # our host is compiled with it: see host/reading.c
    for path in (*headers, leader, source / "src" / ARCHIVE, source / "config.h", source / SETTINGS):
        kept_path = folder / path.relative_to(source)
        kept_path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, kept_path)
