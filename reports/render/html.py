"""A report as one self-contained HTML file: no network, no second file, no foreign script."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from kafka_assay.reports.render.blocks import Picture
from kafka_assay.reports.render.chapter import Chapter
from kafka_assay.reports.render.drawing import inline_svg
from kafka_assay.reports.render.table_data import rest_json
from kafka_assay.reports.wording.safe_names import escape_unprintable

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup


TEMPLATES = Path(__file__).with_name("templates")


def render_html(chapters: Sequence[Chapter], svgs: Mapping[str, str]) -> str:
    """
    The chapters as a page. `svgs` maps each picture's name to its SVG text.

    The page forbids loading anything and running any other script. So a name that contains markup does no harm, even if
    a template forgets to escape it.
    """
    from markupsafe import Markup

    def svg_of(picture: Picture) -> Markup:
        return Markup(inline_svg(svgs[picture.name], picture.name, escape_unprintable(picture.drawing.alt)))  # noqa: S704 - our own

    script = (TEMPLATES / "tables.js").read_text(encoding="utf-8")
    digest = b64encode(sha256(script.encode()).digest()).decode()
    return _environment().get_template("index.html.j2").render(
        chapters=chapters,
        # Overviews first, so that a benchmark is not below fifty groups.
        sections=sorted((section for chapter in chapters for section in chapter.sections), key=lambda one: one.page),
        title=" · ".join(escape_unprintable(chapter.title) for chapter in chapters) or "assay report",
        style=Markup((TEMPLATES / "style.css").read_text(encoding="utf-8")),  # noqa: S704 - a file of the project
        script=Markup(script),  # noqa: S704 - a file of the project
        script_digest=f"sha256-{digest}",
        svg_of=svg_of,
        rest_of=lambda table: Markup(rest_json(table)),  # noqa: S704 - it escapes what could end the element
    )  # fmt: skip


@cache
def _environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["legible"] = lambda text: escape_unprintable(str(text))
    environment.globals["kind_of"] = lambda piece: type(piece).__name__
    environment.globals["length_of"] = lambda line: sum(len(getattr(piece, "text", piece)) for piece in line)
    return environment
