from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from tests.pages.page_commands import markdown_pages

ROOT = Path(__file__).parent.parent
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
