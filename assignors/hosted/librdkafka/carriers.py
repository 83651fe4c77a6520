"""
Packages that contain librdkafka's source.

No registry has librdkafka itself, but bindings of other languages contain it.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.artefacts.tools import NPM_PATIENCE, run_tool

NAME = "librdkafka"
_TABLE = Path(__file__).with_name("carried.txt")
_NEWEST_IN = "@confluentinc/kafka-javascript"
"""The package that follows librdkafka release by release, and names the contained release in its description."""

_ASKED_SECONDS = 60.0


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
