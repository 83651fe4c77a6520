"""A package with known releases and faults, in place of a registry and of hosts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.node.family import NpmName
from kafka_assay.assignors.hosted.targets import opening
from kafka_assay.properties.releases import history
from tests.properties.releases.stand_ins import Package, a_glance
from tests.properties.stand_ins import StandIn

if TYPE_CHECKING:
    import pytest


TARGET = "npm:stand-in@..:x"
GROUP = {"format": "assay-group/1", "topics": {"t0": 3}, "members": [{"id": "C0", "subscription": ["t0"]}]}
CASE = {"format": "assay-case/1", "law": "nothing-left-out", "inputs": "clean", "steps": [{"group": GROUP}]}


def put_in_place(shape: str, monkeypatch: pytest.MonkeyPatch) -> Package:
    """Install the package of this `shape` for the test; a search looks at one group."""
    package = Package(shape)

    def open_target(text: str, **_: Any) -> StandIn:
        try:
            return package.open_at(text.split("@")[1].split(":", maxsplit=1)[0])
        except AssayError as wrong:
            raise AssayError(f"{text}: {wrong}") from None

    monkeypatch.setattr(NpmName, "list_releases", lambda _: package.releases)
    monkeypatch.setattr(opening, "open_target", open_target)
    monkeypatch.setattr(history, "check", a_glance)
    return package


def write_document(name: str, document: object = CASE) -> str:
    """The name of a file in the working directory that holds `document`."""
    Path(name).write_text(json.dumps(document), encoding="utf-8")
    return name
