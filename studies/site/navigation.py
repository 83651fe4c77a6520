"""
A Sphinx extension: the navigation of the site follows the links of its pages, and their anchors work.

So no page needs a table of contents in Sphinx's own syntax. A page heads a folder: `README.md` its own, `expressed.md`
the folder `expressed`. Its children are the pages of this folder that it links to. The first page of the site has all
other linked pages as children, with the headings above the links as captions. Sphinx warns about a page without parent.

`<a id="x"></a>` in a page is a place that links of other pages may name, as on a code host. Without the extension MyST
knows only headings, and reports links to other places as broken.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator

from docutils.nodes import document
from sphinx.application import Sphinx

_ANCHOR = re.compile(r'<a id="([^"]+)">')
_HEADING = re.compile(r"^## (.*)$", flags=re.MULTILINE)
_LINK = re.compile(r"\]\(([^)#:]+)\.md(?:#[^)]*)?\)")


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the extension."""
    app.connect("source-read", add_navigation)
    app.connect("doctree-read", add_anchors)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def add_navigation(app: Sphinx, page: str, source: list[str]) -> None:
    """Append the pages below `page` to its text, as Sphinx wants them."""
    if page == app.config.root_doc:
        source[0] += "".join(_toctree(pages, caption) for caption, pages in sections(page, source[0]))
    else:
        source[0] += _toctree(children(page, source[0]))


def sections(page: str, text: str) -> Iterator[tuple[str, list[str]]]:
    r"""
    The headings of the first page, each with the pages that the links below it name.

    A page stands below the last heading that links to it, and is left out if the page that heads its folder is linked.

    >>> list(sections("docs/README", "# All\n\n## How\n\n* [A](a.md)\n* [B](b/README.md)\n* [C](b/c.md)\n"))
    [('How', ['docs/a', 'docs/b/README'])]
    """
    linked = set(linked_pages(page, text)) | {page}
    first, *parts = _HEADING.split(text)
    texts = [first, *parts[1::2]]
    last = {one: part for part in texts for one in linked_pages(page, part)}
    for heading, part in zip(["", *parts[::2]], texts, strict=True):
        named = [one for one in linked_pages(page, part) if last[one] is part]
        pages = [one for one in named if linked.isdisjoint(_heads(one) - {page})]
        if pages:
            yield heading, pages


def children(page: str, text: str) -> list[str]:
    """
    The pages of the folder that this page heads, in the order of its links.

    >>> children("docs/hosts/README", "[cache](cache.md#verify), [Go](go/README.md), [install](../install.md)")
    ['docs/hosts/cache', 'docs/hosts/go/README']
    >>> children("docs/hosts/expressed", "[Go](expressed/go.md)")
    ['docs/hosts/expressed/go']
    """
    return [one for one in linked_pages(page, text) if page in _heads(one)]


def linked_pages(page: str, text: str) -> list[str]:
    """The other pages that the text of `page` links to, each once."""
    folder = posixpath.dirname(page)
    found = (posixpath.normpath(posixpath.join(folder, link)) for link in _LINK.findall(text))
    return list(dict.fromkeys(one for one in found if one != page))


def _heads(page: str) -> set[str]:
    """The names of pages that may head the folder of this page; none for the top folder."""
    folder, name = posixpath.split(page)
    if name == "README":
        folder = posixpath.dirname(folder)
    return {folder, f"{folder}/README"} if folder else set()


def _toctree(pages: list[str], caption: str = "") -> str:
    lines = ["", "", "```{toctree}", ":hidden:", *([f":caption: {caption}"] if caption else []), ""]
    return "\n".join([*lines, *(f"/{one}" for one in pages), "```", ""]) if pages else ""


def add_anchors(app: Sphinx, doctree: document) -> None:
    """Add the anchors of the page that was just read to the places that MyST knows."""
    places = app.env.metadata[app.env.docname].setdefault("myst_slugs", {})
    for node in doctree.findall(lambda node: node.tagname == "raw"):
        places.update((anchor, (node.line, anchor, anchor)) for anchor in _ANCHOR.findall(node.astext()))
