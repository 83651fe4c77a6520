"""
A Sphinx extension: `<a id="x"></a>` in a page is a place that links of other pages may name, as on a code host.

Without it MyST knows only headings, and reports links to other places as broken.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from docutils.nodes import document
    from sphinx.application import Sphinx

_ANCHOR = re.compile(r'<a id="([^"]+)">')


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the extension."""
    app.connect("doctree-read", add_anchors)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def add_anchors(app: Sphinx, doctree: document) -> None:
    """Add the anchors of the page that was just read to the places that MyST knows."""
    places = app.env.metadata[app.env.docname].setdefault("myst_slugs", {})
    for node in doctree.findall(lambda node: node.tagname == "raw"):
        places.update((anchor, (node.line, anchor, anchor)) for anchor in _ANCHOR.findall(node.astext()))
