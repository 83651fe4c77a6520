"""Links to a place within a page of `docs/results/findings/` point to a heading or to an `<a id>`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from studies.findings.finding_pages import FINDINGS
from studies.findings.findings_index import heading_anchor

FENCED = re.compile(r"^(?P<fence>```+|~~~+).*?^(?P=fence)$", flags=re.MULTILINE | re.DOTALL)
FRAGMENT_LINK = re.compile(r"\]\((?P<file>[^)#:\s]*)#(?P<fragment>[^)\s]+)\)")
HEADING = re.compile(r"^#{1,6} (?P<heading>.+)$", flags=re.MULTILINE)
IDENTIFIER = re.compile(r'<a id="(?P<id>[^"]+)">')
PAGES = sorted(FINDINGS.glob("*.md"))


@pytest.mark.parametrize("page", [pytest.param(page, id=page.stem) for page in PAGES])
def test_fragment_links_point_to_a_heading_or_an_id(page: Path) -> None:
    assert [] == _broken_links(page)


def test_some_links_have_a_fragment() -> None:
    assert [page.name for page in PAGES if FRAGMENT_LINK.search(_prose(page))]


def test_broken_links_are_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("## The `cause`\n\n[a](#the-cause) [b](#cause) [c](other.md#x-1) [d](other.md#x-2) [e](no.md#x)\n")
    (tmp_path / "other.md").write_text('<a id="x-1"></a>\n\n```\n# x-2\n```\n')

    assert ["#cause", "other.md#x-2", "no.md#x"] == _broken_links(page)


def _broken_links(page: Path) -> list[str]:
    links = [(found["file"], found["fragment"]) for found in FRAGMENT_LINK.finditer(_prose(page))]
    return [
        f"{file}#{fragment}"
        for file, fragment in links
        if fragment not in _anchors(page.parent / file if file else page)
    ]


def _anchors(page: Path) -> set[str]:
    if not page.is_file():
        return set()
    text = _prose(page)
    return {heading_anchor(heading) for heading in HEADING.findall(text)} | set(IDENTIFIER.findall(text))


def _prose(page: Path) -> str:
    return FENCED.sub("", page.read_text(encoding="utf-8"))
