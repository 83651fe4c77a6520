"""Pages lead somewhere, and neither pages nor pins name a newer release than the list, or call another the newest."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from kafka_assay.assignors.hosted.release_order import ReleaseOrder
from studies.output import ROOT
from tests.pages.page_commands import markdown_pages
from tests.support.newest_releases import IMPLEMENTATIONS, ON_WIRE, release_of

PAGES = ("ARCHITECTURE.md", "CONTRIBUTING.md", "README.md")
SOURCE = re.compile(r"`((?:\.\./)?[\w./-]+(?:\.py|\.java|\.go|\.ini|\.toml|/))`")
_LINK = re.compile(r"\]\((?P<file>[^)#\s:]*)(?:#(?P<anchor>[^)\s]+))?\)")
_BLOCK = re.compile(r"^```.*?^```$", flags=re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", sorted({*markdown_pages(), "CHANGELOG.md"}))
def test_links_work_on_a_code_host(page: str) -> None:
    """Sphinx checks them too (`tox run -e site`), but accepts anchors that a code host does not know."""
    for found in _LINK.finditer(_prose(ROOT / page)):
        file = (ROOT / page).parent / found["file"] if found["file"] else ROOT / page
        assert file.exists(), found[0]
        assert found["anchor"] is None or found["anchor"] in _anchors(file.resolve()), found[0]


def heading_anchor(heading: str) -> str:
    """The anchor of a heading, as Markdown renderers name it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def _prose(page: Path) -> str:
    return _BLOCK.sub("", page.read_text(encoding="utf-8"))


@cache
def _anchors(page: Path) -> frozenset[str]:
    """The places of a page that a link can name. A code host numbers equal headings; no link needs that here."""
    headings = re.findall(r"^#+ (.*)$", _prose(page), flags=re.MULTILINE)
    texts = (re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading) for heading in headings)
    return frozenset([*map(heading_anchor, texts), *re.findall(r'<a id="([^"]+)"', _prose(page))])


@pytest.mark.parametrize("page", PAGES)
def test_named_files_and_folders_exist(page: str) -> None:
    named = SOURCE.findall((ROOT / page).read_text(encoding="utf-8"))

    assert [] == [name for name in named if not _is_there(name) and "your" not in name]


@cache
def _paths() -> list[str]:
    hidden = {".git", ".tox", ".venv", "kafka_assay", "out"}
    tops = [path for path in ROOT.iterdir() if path.name not in hidden and not path.name.endswith("_cache")]
    return [f"/{path.relative_to(ROOT)}" for top in tops for path in (top, *top.rglob("*"))]


def _is_there(name: str) -> bool:
    name = name.removeprefix("../").rstrip("/")
    return name == "kafka_assay" or any(path.endswith(f"/{name}") for path in _paths())


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
