"""No page and no pin names a newer release than the list, or calls another release the newest."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from kafka_assay.assignors.hosted.release_order import ReleaseOrder
from studies.output import ROOT
from tests.pages.page_commands import markdown_pages
from tests.support.newest_releases import IMPLEMENTATIONS, ON_WIRE, release_of

AGE = ReleaseOrder.SEMANTIC.sort_key
NEWEST = {name: release_of(targets[0]) for name, targets in IMPLEMENTATIONS.items()}
PINS = ("go.mod", "Cargo.lock", "Cargo.toml", "package.json", "package-lock.json", "requirements.txt", "pinned.txt")
"""The names of files that pin releases."""
CALLED_NEWEST = re.compile(r"\bv?(?P<release>\d+(?:\.\d+)+)[`*]?,? (?:which is )?the newest (?:stable )?release\b")


def named_releases(text: str) -> Iterator[tuple[str, str]]:
    """The releases of listed implementations that `text` names: in words, as a target, or in a lock file."""
    for name in {**NEWEST, **ON_WIRE}:
        plain = rf"(?<![\w-])(?:@?{name}(?:/kafka)?)(?: |==|@|:)v?(\d+\.\d+(?:\.\d+)+)"
        locked = rf'"@?{name}(?:/kafka)?"(?:\nversion = |: )"[~^=]*(\d+\.\d+(?:\.\d+)*)"'
        yield from ((name, found) for pattern in (plain, locked) for found in re.findall(pattern, text))


def too_new(text: str) -> list[tuple[str, str]]:
    """The named releases that are newer than the list."""
    newest = {name: max(NEWEST.get(name, ""), ON_WIRE.get(name, ""), key=AGE) for name in {**NEWEST, **ON_WIRE}}
    return [(name, found) for name, found in named_releases(text) if AGE(found) > AGE(newest[name])]


def called_newest(text: str) -> list[str]:
    """The releases that `text` calls the newest and the list does not."""
    listed = {one.removeprefix("v") for one in (*NEWEST.values(), *ON_WIRE.values())}
    return [found["release"] for found in CALLED_NEWEST.finditer(text) if found["release"] not in listed]


def _pins() -> list[Path]:
    folders = (ROOT / "docs" / "wire", ROOT / "assignors" / "hosted")
    return [path for folder in folders for path in sorted(folder.rglob("*")) if path.name in PINS]


@pytest.mark.parametrize("page", markdown_pages())
def test_page_names_no_newer_release_and_calls_only_listed_ones_the_newest(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")

    assert [] == too_new(text)
    assert [] == called_newest(text)


@pytest.mark.parametrize("pin", _pins(), ids=lambda path: str(path.relative_to(ROOT)))
def test_pin_names_no_newer_release(pin: Path) -> None:
    assert [] == too_new(pin.read_text("utf-8"))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("franz-go v1.99.0 is fast", "franz-go"),
        ("`maven:org.apache.kafka:kafka-clients:9.0.0:StickyAssignor`", "kafka-clients"),
        ("pip install kafka-python==9.0.0", "kafka-python"),
        ('"@platformatic/kafka": "^99.0.0"', "platformatic"),
        ('name = "kacrab"\nversion = "9.0.0"', "kacrab"),
        ("\tgithub.com/IBM/sarama v9.0.0\n", "sarama"),
    ],
)
def test_newer_release_is_found(text: str, name: str) -> None:
    assert [name] == [found for found, _ in too_new(text)]


def test_stale_newest_is_found() -> None:
    assert ["1.22.2"] == called_newest("We tested franz-go v1.22.2, the newest release on 22 November 2026.")
    assert [] == called_newest(f"We tested franz-go {NEWEST['franz-go']}, the newest release.")
