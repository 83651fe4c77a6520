"""
Build a host of one release of librdkafka: our sources, compiled and linked with as much of it as a host needs.

No registry has librdkafka itself, but bindings of other languages contain its source. Such a package is fetched by the
registry's own client.
"""

from __future__ import annotations

import os
import re
import shutil
import tarfile
import tempfile
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.artefacts import Artefact, ensure_artefact, recipe_of
from kafka_assay.assignors.hosted.cache import check_pin
from kafka_assay.assignors.hosted.target_name import HostCommand, TargetName
from kafka_assay.assignors.hosted.tools import NPM_PATIENCE, npm_view, run_tool

NAME = "librdkafka"
_TABLE = Path(__file__).with_name("carried.txt")
_NEWEST_IN = "@confluentinc/kafka-javascript"
"""The package that follows librdkafka release by release, and names the contained release in its description."""

_IN_NPM = "package/deps/librdkafka"
_MANIFEST = """[package]
name = "fetched"
version = "0.0.0"
edition = "2021"

[dependencies]
{package} = {{ version = "={version}", default-features = false }}

[workspace]
"""
"""A crate that depends only on the crate with the source, because Cargo fetches only dependencies."""

_NUMBER = re.compile(r"#define\s+RD_KAFKA_VERSION\s+0x(?P<digits>[0-9a-fA-F]{8})")

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
    recipe = recipe_of((_SOURCES,), _RECIPE, *_COMPILE)
    artefact = Artefact(kind=NAME, name=_HOST, version=release, recipe=recipe)
    folder = ensure_artefact(artefact, partial(_build_host, release, name.text))
    return HostCommand(words=(str(folder / _HOST),), assignor=name.assignor)


def list_releases(name: TargetName) -> tuple[str, ...]:
    """
    All releases that packages of registries contain, oldest first: the known ones, and those that npm lists.

    Raises `AssayError` where npm cannot be reached, because the newest ones would be missing silently.
    """
    return name.order.sort({*known_carriers(), *announced_carriers(NAME)})


@dataclass(frozen=True, slots=True)
class Carrier:
    """A package that contains a release: the client of its registry (`npm`, `cargo`), its name and its version."""

    registry: str
    package: str
    version: str


@cache
def known_carriers() -> dict[str, tuple[Carrier, ...]]:
    """Release of librdkafka -> the packages known to contain it, the best one first."""
    carriers: dict[str, tuple[Carrier, ...]] = {}
    for line in _TABLE.read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            release, *carrier = line.split()
            carriers[release] = (*carriers.get(release, ()), Carrier(*carrier))
    return carriers


def announced_carriers(target_text: str) -> dict[str, Carrier]:
    """Release of librdkafka -> the newest package that contains it, according to the registry. Raises `AssayError`."""
    listing = npm_view(f"{_NEWEST_IN}@>=0.0.0", "version", NAME, target_text=target_text)
    try:
        packages = [listing] if isinstance(listing, dict) else listing  # npm prints a single version without a list
        return {str(one[NAME]): Carrier("npm", _NEWEST_IN, str(one["version"])) for one in packages}
    except (ValueError, TypeError, KeyError):
        raise AssayError(f"{target_text}: `npm view` printed nothing readable about {_NEWEST_IN}") from None


def find_carrier(release: str, target_text: str) -> Carrier:
    """
    A package that contains `release` and whose registry client is installed here. Raises `AssayError`.

    A release newer than this code is looked up in the registry.
    """
    carriers = known_carriers().get(release)
    if carriers is None:
        found = announced_carriers(target_text).get(release)
        if found is None:
            raise AssayError(
                f"{target_text}: unsupported release: no registry package contains it; "
                f"supported: {', '.join(known_carriers())}"
            )
        carriers = (found,)
    return next((carrier for carrier in carriers if shutil.which(carrier.registry)), carriers[0])


def fetch_source(release: str, carrier: Carrier, folder: Path, target_text: str) -> Path:
    """Fetch and unpack the source of `release` below `folder`, and return its folder. Raises `AssayError`."""
    fetch = _fetch_from_npm if carrier.registry == "npm" else _fetch_from_cargo
    source = fetch(carrier, folder, target_text)
    found = _stated_release(source)
    if found != release:
        carries = f"{carrier.package} {carrier.version} contains {found or 'no librdkafka'}"
        raise AssayError(f"{target_text}: {carries}, not {release}")
    return source


def _fetch_from_npm(carrier: Carrier, folder: Path, target_text: str) -> Path:
    named = f"{carrier.package}@{carrier.version}"
    words = ("npm", "pack", named, "--ignore-scripts", "--loglevel=error", "--json=false", *NPM_PATIENCE)
    archive = folder / run_tool(words, folder=folder, target_text=target_text).split()[-1]
    check_pin("npm", carrier.package, carrier.version, archive.name, archive)
    with tarfile.open(archive) as packed:
        # Python before 3.11.4 has no filters.
        packed.extraction_filter = getattr(tarfile, "data_filter", None)
        inside = (part for part in packed.getmembers() if part.name.startswith(f"{_IN_NPM}/"))
        members = [part for part in inside if ".." not in part.name.split("/")]
        packed.extractall(folder, members=members)  # noqa: S202 - a filter where there is one, and no name with ".."
    archive.unlink()
    return folder / _IN_NPM


def _fetch_from_cargo(carrier: Carrier, folder: Path, target_text: str) -> Path:
    (folder / "Cargo.toml").write_text(_MANIFEST.format(package=carrier.package, version=carrier.version), "utf-8")
    (folder / "src").mkdir()
    (folder / "src" / "lib.rs").touch()
    run_tool(("cargo", "vendor", "--quiet", "--versioned-dirs", "vendor"), folder=folder, target_text=target_text)
    return folder / "vendor" / f"{carrier.package}-{carrier.version}" / "librdkafka"


def _stated_release(source: Path) -> str | None:
    """The release number in the source: 2.12.1 is 0x020c01ff there, where ff means a final release."""
    header = source / "src" / "rdkafka.h"
    found = _NUMBER.search(header.read_text("utf-8")) if header.is_file() else None
    if found is None:
        return None
    major, minor, patch, candidate = bytes.fromhex(found["digits"])
    return f"{major}.{minor}.{patch}" + ("" if candidate == 0xFF else f"-rc{candidate}")


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
        known = (source / "configure.self").read_text("utf-8")
        words = [f"--disable-{option}" for option in _WITHOUT if option == "lz4-ext" or option in known]
        # npm drops file modes, so the command names the shell.
        run_tool(("bash", "./configure", *words), folder=source, target_text=target_text, seconds=_BUILD_SECONDS)
        _compile(source, target_text)
        _copy_needed(source, folder)
    return {**tools, carrier.registry: f"{carrier.package} {carrier.version}"}


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


def _build_host(release: str, target_text: str, folder: Path) -> dict[str, str]:
    library = Artefact(kind=NAME, name=NAME, version=release, recipe=_RECIPE)
    made = ensure_artefact(library, partial(_build_library, release, target_text))
    libraries = _read_setting(made, "LIBS").split()
    sources = [str(path) for path in sorted(_SOURCES.glob("*.c"))]
    headers = (f"-I{made / 'src'}", f"-I{made}")
    # Our sources come before the archive, so that our reading.c replaces functions of the archive.
    words = (*_COMPILE, *headers, *sources, "-o", _HOST, str(made / "src" / _ARCHIVE), *libraries)
    run_tool(words, folder=folder, target_text=target_text)
    return {"gcc": _version_of("gcc", target_text)}
