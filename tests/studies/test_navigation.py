"""`tox run -e site` builds the pages with Sphinx. Here the two extensions run without it."""

from __future__ import annotations

import re
from types import SimpleNamespace

from studies.output import ROOT
from studies.site.html_anchors import add_anchors
from studies.site.navigation import add_navigation, children, sections
from tests.pages.page_commands import markdown_pages

FIRST = "docs/README"
ELSEWHERE = (
    "assignors/hosted/java/outline/README",
    "tests/data/golden/README",
)
"""Pages beside code and data, which are not on the site."""
TEXT = (ROOT / f"{FIRST}.md").read_text(encoding="utf-8")


def test_each_page_has_one_place_in_the_navigation() -> None:
    """A page that no other page links to has none, and `sphinx-build -W` fails."""
    placed = [page for _, pages in sections(FIRST, TEXT) for page in pages]
    for page in placed:  # grows while it is read
        placed += children(page, (ROOT / f"{page}.md").read_text(encoding="utf-8"))

    pages = [page.removesuffix(".md") for page in [*markdown_pages(), "CHANGELOG.md"]]
    assert sorted(page for page in pages if page not in (FIRST, *ELSEWHERE)) == sorted(placed)


def test_caption_is_the_heading_above_the_links() -> None:
    source = [TEXT]

    add_navigation(SimpleNamespace(config=SimpleNamespace(root_doc=FIRST)), FIRST, source)

    added = source[0].removeprefix(TEXT)
    assert re.findall(r"^## (.*)", TEXT, flags=re.MULTILINE) == re.findall(r":caption: (.*)", added)
    assert added.count("```") % 2 == 0


def test_page_without_children_stays_as_it_is() -> None:
    source = ["[the optimum](optimum.md)"]

    add_navigation(SimpleNamespace(config=SimpleNamespace(root_doc=FIRST)), "docs/weights", source)

    assert ["[the optimum](optimum.md)"] == source


def test_anchors_of_a_page_become_places() -> None:
    raw = SimpleNamespace(tagname="raw", line=7, astext=lambda: '<a id="sarama-4">')
    text = SimpleNamespace(tagname="paragraph", line=8, astext=lambda: '<a id="no">')
    doctree = SimpleNamespace(findall=lambda wanted: filter(wanted, [raw, text]))
    metadata: dict[str, dict[str, object]] = {"docs/a": {}}
    env = SimpleNamespace(docname="docs/a", metadata=metadata)

    add_anchors(SimpleNamespace(env=env), doctree)

    assert {"docs/a": {"myst_slugs": {"sarama-4": (7, "sarama-4", "sarama-4")}}} == metadata
