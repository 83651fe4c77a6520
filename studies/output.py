"""Output of studies: Markdown tables, progress, and the generated parts of pages."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]
"""The checkout."""


def table_head(*titles: str) -> str:
    """
    The first two lines of a table. A title that starts with `>` aligns its column right.

    >>> print(table_head("point", ">seconds"))
    | point | seconds |
    |---|---:|
    """
    rule = "|".join("---:" if title.startswith(">") else "---" for title in titles)
    return f"{table_row(*(title.removeprefix('>') for title in titles))}\n|{rule}|"


def table_row(*cells: object) -> str:
    """A line of a table."""
    return f"| {' | '.join(map(str, cells))} |"


def show_progress(text: str) -> None:
    """Show `text` on stderr in place of the line before."""
    print(f"\r{text}".ljust(79), end="", file=sys.stderr, flush=True)


def join_alike(texts: Iterable[tuple[str, str]]) -> str:
    """
    The text of each name in one line: each text once, with its names if there are several texts.

    >>> join_alike([("sarama-5", "constructed"), ("aiokafka-1", "shown"), ("kafka-clients-2", "shown")])
    'constructed (sarama-5); shown (aiokafka-1, kafka-clients-2)'
    """
    names: dict[str, dict[str, None]] = {}
    for name, text in texts:
        names.setdefault(text, {})[name] = None
    if len(names) == 1:
        return next(iter(names))
    return "; ".join(f"{text} ({', '.join(mine)})" for text, mine in names.items())


def replace_part(text: str, begin: str, end: str, lines: Iterable[str]) -> str:
    """`text` with `lines` between the two marks, in place of the old ones."""
    before, _, rest = text.partition(begin)
    return "\n".join([before + begin, "", *lines, "", end + rest.partition(end)[2]])


def replace_parts(text: str, parts: Mapping[str, Iterable[str]]) -> str:
    """`text` with the lines of each part between `<!-- NAME -->` and `<!-- end of NAME -->`. All else stays."""
    for name, lines in parts.items():
        text = replace_part(text, f"<!-- {name} -->", f"<!-- end of {name} -->", lines)
    return text


def write_part(page: Path, begin: str, end: str, lines: Iterable[str]) -> None:
    """Put `lines` between the two marks of a page."""
    page.write_text(replace_part(page.read_text("utf-8"), begin, end, lines), encoding="utf-8")
