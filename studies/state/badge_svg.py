"""A badge as SVG: a label, and a message on a coloured ground. The text is always readable in grey print."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

_COLOURS = {"red": "#b3261e", "orange": "#a85a00", "lightgrey": "#5f6368", "brightgreen": "#1e7a34"}
"""The names that badge services know -> colours with enough contrast under white text."""
_LETTER, _MARGIN, _HEIGHT = 6.6, 6, 20


def badge_svg(badge: Mapping[str, str]) -> str:
    """The badge. Each text is stretched to its box, so that any font fits."""
    label, message = badge["label"], badge["message"]
    widths = [round(len(text) * _LETTER) + 2 * _MARGIN for text in (label, message)]
    whole, said = sum(widths), escape(f"{label}: {message}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{whole}" height="{_HEIGHT}" role="img" aria-label="{said}">\n'
        f"<title>{said}</title>\n"
        f'<rect width="{whole}" height="{_HEIGHT}" rx="3" fill="#3c4043"/>\n'
        f'<path d="M{widths[0]} 0h{widths[1] - 3}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3h-{widths[1] - 3}z" '
        f'fill="{_COLOURS[badge["color"]]}"/>\n'
        '<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">\n'
        f"{_text(label, _MARGIN, widths[0])}\n{_text(message, widths[0] + _MARGIN, widths[1])}\n"
        "</g>\n</svg>\n"
    )


def _text(text: str, left: int, width: int) -> str:
    length = width - 2 * _MARGIN
    return f'<text x="{left}" y="14" textLength="{length}" lengthAdjust="spacingAndGlyphs">{escape(text)}</text>'
