"""
The source of a release of librdkafka.

No registry has librdkafka itself, but bindings of other languages contain its source. Such a package is fetched by the
registry's own client.
"""

from __future__ import annotations

import json
import re
import shutil
import tarfile
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.manifest import check_pin
from kafka_assay.assignors.hosted.tools import NPM_PATIENCE, run_tool

NAME = "librdkafka"
_TABLE = Path(__file__).with_name("carried.txt")
_NEWEST_IN = "@confluentinc/kafka-javascript"
"""The package that follows librdkafka release by release, and names the contained release in its description."""

_ASKED_SECONDS = 60.0

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
    words = ("npm", "view", f"{_NEWEST_IN}@>=0.0.0", "version", NAME, "--json", "--loglevel=error", *NPM_PATIENCE)
    printed = run_tool(words, folder=Path(tempfile.gettempdir()), target_text=target_text, seconds=_ASKED_SECONDS)
    try:
        return dict(_parse_announcements(json.loads(printed)))
    except (ValueError, TypeError, KeyError):
        raise AssayError(f"{target_text}: `npm view` printed nothing readable about {_NEWEST_IN}") from None


def _parse_announcements(listing: Any) -> Iterator[tuple[str, Carrier]]:
    for package in [listing] if isinstance(listing, dict) else listing:  # npm prints a single version without a list
        yield str(package[NAME]), Carrier("npm", _NEWEST_IN, str(package["version"]))


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
    match carrier.registry:
        case "npm":
            source = _fetch_from_npm(carrier, folder, target_text)
        case _:
            source = _fetch_from_cargo(carrier, folder, target_text)
    found = _stated_release(source)
    if found != release:
        carries = f"{carrier.package} {carrier.version} contains {found or 'no librdkafka'}"
        raise AssayError(f"{target_text}: {carries}, not {release}")
    return source


def _fetch_from_npm(carrier: Carrier, folder: Path, target_text: str) -> Path:
    named = f"{carrier.package}@{carrier.version}"
    words = ("npm", "pack", named, "--ignore-scripts", "--loglevel=error", "--json=false", *NPM_PATIENCE)
    printed = run_tool(words, folder=folder, target_text=target_text)
    archive = folder / printed.split()[-1]
    check_pin("npm", carrier.package, carrier.version, archive.name, archive)
    with tarfile.open(archive) as packed:
        # Python before 3.11.4 has no filters.
        packed.extraction_filter = getattr(tarfile, "data_filter", None)
        members = [part for part in packed.getmembers() if _is_source(part.name)]
        packed.extractall(folder, members=members)  # noqa: S202 - a filter where there is one, and no name with ".."
    archive.unlink()
    return folder / _IN_NPM


def _is_source(name: str) -> bool:
    return name.startswith(f"{_IN_NPM}/") and ".." not in name.split("/")


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
